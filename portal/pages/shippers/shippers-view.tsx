/** The shippers: the bottles that each holds, its size and weight, and whether it is in use. */
import { useOperation } from '../../api/queries.ts';
import { actionsColumn, codeColumn, textColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { countOf } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { RetireShipperDialog, ShipperDialog } from './shipper-dialogs.tsx';
import { bottleCountText, bottleFormatNames, formatBoxDimensions, type Shipper } from './shipper-words.ts';
import { ShippersFrame } from './shippers-frame.tsx';

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change' | 'retire'; readonly shipper: Shipper };

export function ShippersView() {
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const list = useOperation('/api/Shippers/List', {});
  const rows = list.data?.Records;
  return (
    <ShippersFrame
      view="shippers"
      aside={rows && `${countOf(rows.filter(({ InUse }) => InUse).length, 'shipper')} in use`}
      actions={open && <NewButton label="New shipper…" onClick={() => open({ kind: 'new' })} />}
    >
      <QueryState query={list}>
        <DataTable label="Shippers" columns={columnsWith(open)} rows={rows} rowKey={({ Shipper: code }) => code} />
      </QueryState>
      {dialog?.kind === 'new' && <ShipperDialog shippers={rows ?? []} onClose={close} />}
      {dialog?.kind === 'change' && <ShipperDialog shippers={rows ?? []} shipper={dialog.shipper} onClose={close} />}
      {dialog?.kind === 'retire' && <RetireShipperDialog shipper={dialog.shipper} onClose={close} />}
    </ShippersFrame>
  );
}

function columnsWith(open: ((dialog: Dialog) => void) | undefined): readonly Column<Shipper>[] {
  const columns: readonly Column<Shipper>[] = [
    {
      key: 'code',
      header: 'Shipper',
      priority: 1,
      cell: ({ Shipper: code }) => <span className="code strong">{code}</span>,
    },
    textColumn('Name', 'Name'),
    { key: 'format', header: 'For', priority: 2, cell: ({ Format }) => bottleFormatNames[Format] },
    { key: 'holds', header: 'Holds', priority: 1, cell: ({ Format, Bottles }) => bottleCountText(Format, Bottles) },
    {
      key: 'size',
      header: 'Size',
      priority: 1,
      cell: (shipper) => <span className="number">{formatBoxDimensions(shipper)}</span>,
    },
    {
      key: 'weight',
      header: 'Empty',
      priority: 1,
      align: 'end',
      cell: ({ EmptyWeightLb }) => <span className="number">{EmptyWeightLb} lb</span>,
    },
    {
      key: 'ice',
      header: 'Ice packs',
      priority: 3,
      cell: ({ IcePacks }) => (IcePacks ? 'Possible' : <span className="quiet">Not possible</span>),
    },
    codeColumn('ScanCode', 'Scan code', 3),
    {
      key: 'state',
      header: 'State',
      priority: 1,
      cell: ({ InUse }) => (InUse ? <Status tone="good">In use</Status> : <Status tone="neutral">Retired</Status>),
    },
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((shipper) => (
      <>
        <RowActionButton
          action="Change…"
          label={`Change ${shipper.Shipper}`}
          onClick={() => open({ kind: 'change', shipper })}
        />
        {shipper.InUse && (
          <RowActionButton
            action="Retire…"
            label={`Retire ${shipper.Shipper}`}
            onClick={() => open({ kind: 'retire', shipper })}
          />
        )}
      </>
    )),
  ];
}
