/** The throughput of people today at a worked warehouse, by person and hour. Nothing if no warehouse is worked. */
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { useOptionalWarehouse, WarehouseChoice } from '../../station/worked-warehouses.tsx';
import { HourBars, HourLegend, hourText } from './hour-bars.tsx';

type Reply = ReplyOf<'/api/Floor/Throughput'>;
type Person = Reply['People'][number];

export function Throughput() {
  const { codes, code } = useOptionalWarehouse();
  const today = useOperation(
    '/api/Floor/Throughput',
    { Warehouse: code },
    { isEnabled: code !== '', keepsPrevious: true, refreshMs: 60_000 },
  );
  if (code === '') return null;
  const { data } = today;
  const note = data && (
    <>
      {countOf(data.Scans, 'scan')}, {countOf(data.Orders, 'order')} labeled <HourLegend />
    </>
  );
  return (
    <Panel title="Throughput today" note={note} actions={<WarehouseChoice codes={codes} code={code} isCompact />} flush>
      <QueryState query={today}>
        <DataTable
          label="Throughput today"
          columns={columns(data)}
          rows={data?.People}
          rowKey={({ Person: person }) => person}
          skeletonRows={3}
          empty={<EmptyState title="Nothing was scanned today">People appear here with their first scan.</EmptyState>}
        />
      </QueryState>
    </Panel>
  );
}

const count = (key: 'Picked' | 'Bottles' | 'Boxes' | 'Orders' | 'Scans', header: string): Column<Person> => ({
  key,
  header,
  priority: 1,
  align: 'end',
  cell: (person) => formatCount(person[key]),
});

function columns(reply: Reply | undefined): readonly Column<Person>[] {
  const hours = reply?.People.flatMap(({ Hours }) => Hours.map(({ Hour }) => Hour)) ?? [];
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  const most = Math.max(
    1,
    ...(reply?.People.flatMap(({ Hours }) => Hours.map((h) => Math.max(0, h.Picked) + Math.max(0, h.Bottles))) ?? []),
  );
  return [
    {
      key: 'person',
      header: 'Person',
      priority: 1,
      flexible: true,
      cell: ({ Person: person }) => <span title={person}>{person}</span>,
    },
    {
      key: 'hours',
      header: hours.length === 0 ? 'Bottles by hour' : `Bottles by hour, ${hourText(first)} to ${hourText(last + 1)}`,
      priority: 1,
      cell: ({ Hours }) => <HourBars hours={Hours} first={first} last={last} most={most} />,
    },
    count('Picked', 'Picked'),
    count('Bottles', 'Packed'),
    count('Boxes', 'Boxes'),
    count('Orders', 'Orders'),
    { ...count('Scans', 'Scans'), priority: 2 },
  ];
}
