/** Imports codes of a winery's items from a file: first a preview of the changes, then the import. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { CustomerField } from '../../design/customer-field.tsx';
import { DialogList } from '../../design/dialog-parts.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { ImportDialog } from '../../design/import-dialog.tsx';

type Preview = ReplyOf<'/api/ItemCodes/Import'>;

export function ImportCodesDialog({ onClose }: { readonly onClose: () => void }) {
  const [customerNo, setCustomerNo] = useState('');
  return (
    <ImportDialog
      title="Import codes"
      owner={{
        code: customerNo,
        field: <CustomerField value={customerNo} hasFocus onChange={setCustomerNo} />,
      }}
      check={(csv) => call('/api/ItemCodes/Import', { CustomerNo: customerNo, Csv: csv, Preview: true })}
      action={(preview) => `Import ${countOf(preview.New + preview.Changed, 'code')}`}
      effect={(preview) => <Changes preview={preview} />}
      isEmpty={(preview) => preview.New + preview.Changed === 0}
      run={async (csv) => {
        const { New, Changed } = await call('/api/ItemCodes/Import', { CustomerNo: customerNo, Csv: csv });
        return `${countOf(New, 'code')} added, ${formatCount(Changed)} changed.`;
      }}
      onClose={onClose}
    >
      <p>
        A CSV file with a header: <span className="code">item_no, code</span> and optionally{' '}
        <span className="code">units</span>, that a scan counts. When a line has a fault, nothing is imported. Codes
        that the file does not name stay.
      </p>
    </ImportDialog>
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
