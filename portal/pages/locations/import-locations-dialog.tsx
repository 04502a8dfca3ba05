/** Imports locations of a warehouse from a file: first a preview of the changes, then the import. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { WarehouseField } from '../../design/code-fields.tsx';
import { DialogList } from '../../design/dialog-parts.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { ImportDialog } from '../../design/import-dialog.tsx';

type Preview = ReplyOf<'/api/Locations/Import'>;
type Change = Preview['Changes'][number];

interface ImportLocationsProps {
  /** The warehouse of the list; '' when it shows all. */
  readonly warehouse: string;
  readonly onClose: () => void;
}

export default function ImportLocationsDialog({ warehouse, onClose }: ImportLocationsProps) {
  const [at, setAt] = useState(warehouse);
  return (
    <ImportDialog
      title="Import locations"
      owner={{ code: at, field: <WarehouseField value={at} onChange={setAt} /> }}
      check={(csv) => call('/api/Locations/Import', { Warehouse: at, Csv: csv, Preview: true })}
      action={({ Locations }) => `Import ${countOf(Locations, 'location')}`}
      effect={(preview) => <Changes preview={preview} />}
      run={async (csv) => {
        const { Locations, New, Contents } = await call('/api/Locations/Import', { Warehouse: at, Csv: csv });
        return `${countOf(Locations, 'location')} imported, ${formatCount(New)} new, with ${countOf(Contents, 'item')}.`;
      }}
      onClose={onClose}
    >
      <p>
        A CSV file with a header: <span className="code">location, walk_order</span> and optionally{' '}
        <span className="code">zone, kind, capacity, customer_no, item_no, inventory_status, quantity</span>. When a
        line has a fault, nothing is imported. Locations that the file does not name stay.
      </p>
    </ImportDialog>
  );
}

function Changes({ preview: { Locations, New, Changed, Contents, Changes: changes } }: { readonly preview: Preview }) {
  const same = Locations - New - Changed;
  return (
    <>
      <output>
        {countOf(Locations, 'location')}: {formatCount(New)} new, {formatCount(Changed)} changed, {formatCount(same)}{' '}
        unchanged. {countOf(Contents, 'item')} {Contents === 1 ? 'lies' : 'lie'} in them by the file.
      </output>
      {changes.length > 0 && (
        <DialogList label="Changes">
          <ul>
            {changes.map((change) => (
              <li key={change.Location}>
                <span className="code strong">{change.Location}</span> {changeInWords(change)}
              </li>
            ))}
            {New + Changed > changes.length && <li>and {formatCount(New + Changed - changes.length)} more</li>}
          </ul>
        </DialogList>
      )}
    </>
  );
}

const names = { WalkOrder: 'walk order', Zone: 'zone', Kind: 'kind', Capacity: 'capacity' } as const;

function changeInWords({ Before, ...after }: Change): string {
  if (Before === undefined) return `is new, a ${after.Kind} location at ${after.WalkOrder}`;
  return (Object.keys(names) as (keyof typeof names)[])
    .filter((name) => Before[name] !== after[name])
    .map((name) => `${names[name]} ${after[name] || 'none'} instead of ${Before[name] || 'none'}`)
    .join(', ');
}
