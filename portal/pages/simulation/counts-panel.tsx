/** The open cycle counts, whose counts are recorded, then approved or canceled. */
import type { ReplyOf } from '../../api/client.ts';
import { actionsColumn, codeColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatTimestamp } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import type { SimulationDialogOpener } from './simulation-dialogs.tsx';

type State = ReplyOf<'/api/Simulation/GetState'>;
export type CycleCount = State['Counts'][number];

interface CountsPanelProps {
  readonly state: State | undefined;
  readonly open: SimulationDialogOpener;
}

/** The number of lines that are not counted, or that differ from the ledger and must be counted again. */
const leftOf = ({ Lines }: CycleCount): number => Lines.filter(({ State }) => State !== 'counted').length;

export function CountsPanel({ state, open }: CountsPanelProps) {
  const columns: readonly Column<CycleCount>[] = [
    {
      key: 'items',
      header: 'Items',
      priority: 1,
      flexible: true,
      cell: ({ Lines }) => <span className="code">{Lines.map(({ ItemNo }) => ItemNo).join(', ')}</span>,
    },
    codeColumn('Warehouse', 'Warehouse'),
    { key: 'opened', header: 'Opened', priority: 2, cell: ({ OpenedAt }) => formatTimestamp(OpenedAt) },
    {
      key: 'state',
      header: 'State',
      priority: 1,
      cell: (count) =>
        leftOf(count) === 0 ? (
          <Status tone="good">Counted</Status>
        ) : (
          <Status tone="info">{`${countOf(leftOf(count), 'line')} to count`}</Status>
        ),
    },
    actionsColumn((count) => (
      <>
        <RowActionButton
          action="Record…"
          label={`Record count at ${count.Warehouse}`}
          onClick={() => open({ kind: 'record-count', count })}
        />
        <RowActionButton
          action="Close…"
          label={`Close count at ${count.Warehouse}`}
          onClick={() => open({ kind: 'close-count', count })}
        />
      </>
    )),
  ];
  return (
    <Panel title="Cycle counts" note="Blind: the ledger's quantity is not shown" flush>
      <DataTable
        label="Cycle counts"
        columns={columns}
        rows={state?.Counts}
        rowKey={({ CountReference }) => CountReference}
        skeletonRows={1}
        empty={
          <EmptyState title="No count is open">Open one under Events. A balance is in one count at a time.</EmptyState>
        }
      />
    </Panel>
  );
}
