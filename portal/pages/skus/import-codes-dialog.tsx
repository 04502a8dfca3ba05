/** Imports codes of a winery's items from a file: first a preview of the changes, then the import. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { CsvFields, isUsableCsv } from '../../design/csv-fields.tsx';
import { CustomerField } from '../../design/customer-field.tsx';
import { DialogList } from '../../design/dialog-parts.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { useRequestedPreview } from '../../design/preview.ts';
import { notify } from '../../design/toasts.tsx';

type Preview = ReplyOf<'/api/ItemCodes/Import'>;

export function ImportCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const [customerNo, setCustomerNo] = useState('');
  const [csv, setCsv] = useState('');
  const request = { CustomerNo: customerNo, Csv: csv };
  const { preview, make } = useRequestedPreview<Preview>(`${customerNo}\n${csv}`);
  const run = async (): Promise<void> => {
    if (preview === undefined) {
      await make(() => call('/api/ItemCodes/Import', { ...request, Preview: true }));
      return;
    }
    const { New, Changed } = await call('/api/ItemCodes/Import', request);
    notify(`${countOf(New, 'code')} added, ${formatCount(Changed)} changed.`);
    onClose();
    void refreshAll();
  };
  const writes = preview === undefined ? 0 : preview.New + preview.Changed;
  return (
    <Confirm
      title="Import codes"
      action={preview === undefined ? 'Check the file' : `Import ${countOf(writes, 'code')}`}
      size={640}
      isDisabled={customerNo === '' || !isUsableCsv(csv) || (preview !== undefined && writes === 0)}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        A CSV file with a header: <span className="code">item_no, code</span> and optionally{' '}
        <span className="code">units</span>, that a scan counts. When a line has a fault, nothing is imported. Codes
        that the file does not name stay.
      </p>
      <CustomerField value={customerNo} hasFocus onChange={setCustomerNo} />
      <CsvFields value={csv} onChange={setCsv} />
      {preview !== undefined && <Changes preview={preview} />}
    </Confirm>
  );
}

function Changes({ preview: { Codes, New, Changed, Changes: changes } }: { readonly preview: Preview }) {
  const same = Codes - New - Changed;
  return (
    <>
      <output>
        {countOf(Codes, 'code')}: {formatCount(New)} new, {formatCount(Changed)} with other units, {formatCount(same)}{' '}
        unchanged.
      </output>
      {changes.length > 0 && (
        <DialogList label="Changes">
          <ul>
            {changes.map(({ ItemNo, Code, Units, Before }) => (
              <li key={`${ItemNo} ${Code}`}>
                <span className="code strong">{ItemNo}</span> <span className="code">{Code}</span>{' '}
                {Before === undefined
                  ? `counts ${countOf(Units, 'unit')}`
                  : `counts ${countOf(Units, 'unit')} instead of ${formatCount(Before)}`}
              </li>
            ))}
            {New + Changed > changes.length && <li>and {formatCount(New + Changed - changes.length)} more</li>}
          </ul>
        </DialogList>
      )}
    </>
  );
}
