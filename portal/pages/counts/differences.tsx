/** Open counts with their differences, and their approval, for leads. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { actionsColumn, wineryColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { formatCount } from '../../design/format.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { Panel } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { StationPager, useStationPaging } from '../../design/station-paging.tsx';
import { notify } from '../../design/toasts.tsx';
import { AffectedDocuments } from '../inventory/affected-documents.tsx';
import { CountPlanPanel } from './count-plan-panel.tsx';
import { CountProgressPanel } from './count-progress-panel.tsx';

type Difference = ReplyOf<'/api/Counts/Differences'>['Records'][number];
type Dialog = { readonly kind: 'approve' | 'cancel'; readonly count: Difference } | { readonly kind: 'open' };

const OpenCountDialog = lazyDialog(async () => ({
  default: (await import('./open-count-dialog.tsx')).OpenCountDialog,
}));

const states = { open: 'To be counted', recount: 'Counted again', 'to approve': 'To approve' } as const;
const signed = (units: number): string => (units > 0 ? `+${formatCount(units)}` : formatCount(units));

const columnsWith = (open: (dialog: Dialog) => void): readonly Column<Difference>[] => [
  {
    key: 'item',
    header: 'Item',
    priority: 1,
    flexible: 'more',
    cell: ({ Description, ItemNo }) => (Description === '' ? ItemNo : `${Description} · ${ItemNo}`),
  },
  wineryColumn(2),
  {
    key: 'places',
    header: 'Places',
    priority: 3,
    cell: ({ Places }) =>
      Places.map(({ Location }) => Location || 'no bin')
        .slice(0, 2)
        .join(', ') + (Places.length > 2 ? ', …' : ''),
  },
  { key: 'state', header: 'State', priority: 1, cell: ({ State }) => states[State] },
  {
    key: 'difference',
    header: 'Difference',
    priority: 1,
    align: 'end',
    cell: ({ Difference: units }) => (units === undefined ? '' : signed(units)),
  },
  actionsColumn((count) => (
    <>
      {count.State === 'to approve' && (
        <RowActionButton
          action="Approve…"
          label={`Approve ${count.ItemNo}`}
          onClick={() => open({ kind: 'approve', count })}
        />
      )}
      <RowActionButton
        action="Cancel…"
        label={`Cancel the count of ${count.ItemNo}`}
        onClick={() => open({ kind: 'cancel', count })}
      />
    </>
  )),
];

export function Differences({ warehouse }: { readonly warehouse: string }) {
  const page = useStationPaging(warehouse);
  const filters = { Warehouses: [warehouse] };
  const counts = useOperation('/api/Counts/Differences', { ...filters, ...(page.after && { After: page.after }) });
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  return (
    <>
      <CountProgressPanel warehouse={warehouse} />
      <Panel
        title="Open counts"
        note="those to approve first"
        actions={
          <>
            <ExportButton
              exported={{ list: '/api/Counts/Differences', filters }}
              isDisabled={!counts.data?.Records.length}
            />
            <NewButton label="New count…" onClick={() => setDialog({ kind: 'open' })} />
          </>
        }
        flush
      >
        <QueryState query={counts}>
          <DataTable
            label="Differences"
            columns={columnsWith(setDialog)}
            rows={counts.data?.Records}
            rowKey={({ Count }) => Count}
            skeletonRows={4}
            empty={<EmptyState title="No count is open">Counts come here when people begin them.</EmptyState>}
          />
        </QueryState>
      </Panel>
      <StationPager page={page} next={counts.data?.Next} />
      <CountPlanPanel warehouse={warehouse} />
      {dialog?.kind === 'approve' && <ApproveDialog count={dialog.count} onClose={close} />}
      {dialog?.kind === 'cancel' && <CancelDialog count={dialog.count} onClose={close} />}
      {dialog?.kind === 'open' && <OpenCountDialog warehouse={warehouse} onClose={close} />}
    </>
  );
}

interface CountDialogProps {
  readonly count: Difference;
  readonly onClose: () => void;
}

function ApproveDialog({ count, onClose }: CountDialogProps) {
  const {
    CustomerNo,
    Count,
    ItemNo,
    Description,
    InventoryStatus,
    Difference: units = 0,
    OnHand = 0,
    Counted = 0,
    Places,
  } = count;
  const preview = useOperation('/api/Counts/Approve', { CustomerNo, Count, Preview: true }, { isTransient: true });
  const approve = async (): Promise<void> => {
    await call('/api/Counts/Approve', { CustomerNo, Count });
    notify(`${signed(units)} of ${ItemNo} is posted.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={`${formatCount(Math.abs(units))} ${units < 0 ? 'missing' : 'too many'}: ${Description || ItemNo}`}
      action="Approve"
      isDangerous={units < 0}
      onConfirm={approve}
      onClose={onClose}
    >
      <p>
        The stock of <span className="code">{ItemNo}</span> in {InventoryStatus} goes from {formatCount(OnHand)} to{' '}
        {formatCount(Counted)}, with the reason COUNT.
      </p>
      <ul aria-label="Counted by">
        {Places.map(({ Location, Counted: found, Claimed, Person }) => (
          <li key={Location}>
            {Location || 'In no bin'}: {formatCount(found ?? 0)} found, {formatCount(Claimed ?? 0)} expected, by{' '}
            {Person}
          </li>
        ))}
      </ul>
      <QueryState query={preview}>{preview.data && <AffectedDocuments effects={preview.data} />}</QueryState>
    </Confirm>
  );
}

function CancelDialog({ count: { CustomerNo, Count, ItemNo }, onClose }: CountDialogProps) {
  const cancel = async (): Promise<void> => {
    await call('/api/Counts/Cancel', { CustomerNo, Count });
    notify(`The count of ${ItemNo} is canceled.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={`Cancel the count of ${ItemNo}`}
      action="Cancel the count"
      otherwise="Keep the count"
      isDangerous
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>Nothing is posted. Bins keep what was found in them.</p>
    </Confirm>
  );
}
