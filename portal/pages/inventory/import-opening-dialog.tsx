/** Imports a winery's opening balance from a file: first a preview of its postings, then the posting. */
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { CustomerField } from '../../design/customer-field.tsx';
import { countOf } from '../../design/format.ts';
import { ImportDialog } from '../../design/import-dialog.tsx';

export function ImportOpeningDialog({ onClose }: { readonly onClose: () => void }) {
  const [customerNo, setCustomerNo] = useState('');
  return (
    <ImportDialog
      title="Import an opening balance"
      owner={{
        code: customerNo,
        field: <CustomerField value={customerNo} hasFocus onChange={setCustomerNo} />,
      }}
      check={(csv) => call('/api/Inventory/ImportOpening', { CustomerNo: customerNo, Csv: csv, Preview: true })}
      action={({ Units }) => `Post ${countOf(Units, 'unit')}`}
      effect={({ Rows, Units, Items }) => (
        <output>
          {countOf(Rows, 'row')}: {countOf(Units, 'unit')} of {countOf(Items, 'item')}. Orders that wait for them are
          filled at once.
        </output>
      )}
      run={async (csv) => {
        const { Units, Items } = await call('/api/Inventory/ImportOpening', { CustomerNo: customerNo, Csv: csv });
        return `${countOf(Units, 'unit')} of ${countOf(Items, 'item')} posted for ${customerNo}.`;
      }}
      onClose={onClose}
    >
      <p>
        The stock that a winery has before its first order. A CSV file with a header:{' '}
        <span className="code">item_no, warehouse, inventory_status, quantity</span>, in units. A line with a fault, or
        a place that has had stock already, posts nothing.
      </p>
    </ImportDialog>
  );
}
