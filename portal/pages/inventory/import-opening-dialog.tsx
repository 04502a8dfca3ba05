/** Imports a winery's opening balance from a file: first a preview of its postings, then the posting. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CsvFields, isUsableCsv } from '../../design/csv-fields.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { countOf } from '../../design/format.ts';
import { useRequestedPreview } from '../../design/preview.ts';
import { notify } from '../../design/toasts.tsx';

type Preview = ReplyOf<'/api/Inventory/ImportOpening'>;

export function ImportOpeningDialog({ onClose }: { readonly onClose: () => void }) {
  const [customerNo, setCustomerNo] = useState('');
  const [csv, setCsv] = useState('');
  const request = { CustomerNo: customerNo, Csv: csv };
  const { preview, make } = useRequestedPreview<Preview>(`${customerNo}\n${csv}`);
  const run = async (): Promise<void> => {
    if (preview === undefined) {
      await make(() => call('/api/Inventory/ImportOpening', { ...request, Preview: true }));
      return;
    }
    const { Units, Items } = await call('/api/Inventory/ImportOpening', request);
    notify(`${countOf(Units, 'unit')} of ${countOf(Items, 'item')} posted for ${customerNo}.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title="Import an opening balance"
      action={preview === undefined ? 'Check the file' : `Post ${countOf(preview.Units, 'unit')}`}
      size={640}
      isDisabled={customerNo === '' || !isUsableCsv(csv)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        The stock that a winery has before its first order. A CSV file with a header:{' '}
        <span className="code">item_no, warehouse, inventory_status, quantity</span>, in units. A line with a fault, or
        a place that has had stock already, posts nothing.
      </p>
      <CustomerField value={customerNo} hasFocus onChange={setCustomerNo} />
      <CsvFields value={csv} onChange={setCsv} />
      {preview !== undefined && (
        <output>
          {countOf(preview.Rows, 'row')}: {countOf(preview.Units, 'unit')} of {countOf(preview.Items, 'item')}. Orders
          that wait for them are filled at once.
        </output>
      )}
    </Confirm>
  );
}
