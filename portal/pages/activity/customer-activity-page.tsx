/** The activity of one winery in a month, with its storage by day. */
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { BarChart } from '../../design/bar-chart.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { Figures } from '../../design/figures.tsx';
import { useSetFilters } from '../../design/filters.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { Page, Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { MonthChoice } from './month-choice.tsx';
import { lastDayOf } from './months.ts';

type Reply = ReplyOf<'/api/Activity/Get'>;
type TypeRow = Reply['OrderTypes'][number];

const count = (
  key: 'Orders' | 'Boxes' | 'Bottles' | 'IcePacks' | 'AdultSignatures',
  header: string,
): Column<TypeRow> => ({ key, header, priority: 1, align: 'end', cell: (row) => formatCount(row[key]) });

const columns: readonly Column<TypeRow>[] = [
  { key: 'type', header: 'Order type', priority: 1, flexible: true, cell: ({ OrderType }) => OrderType },
  count('Orders', 'Orders'),
  count('Boxes', 'Boxes'),
  count('Bottles', 'Bottles'),
  count('IcePacks', 'With ice pack'),
  count('AdultSignatures', 'Adult signatures'),
];

export function CustomerActivityPage() {
  const { customerNo = '' } = useParams({ strict: false });
  const search = useSearch({ from: '__root__' });
  const change = useSetFilters();
  const request = { CustomerNo: customerNo, ...(search.month && { Month: search.month }) };
  const found = useOperation('/api/Activity/Get', request, { keepsPrevious: true });
  // The month before stays until the next one is there; another winery does not.
  const data = found.data?.CustomerNo === customerNo ? found.data : undefined;
  return (
    <Page title={data?.CustomerName ?? customerNo} aside={<span className="code">{customerNo}</span>}>
      <search className="bar">
        <MonthChoice
          value={search.month}
          current={data?.CurrentMonth}
          onChange={(chosen) => change({ month: chosen })}
        />
      </search>
      <QueryState query={found}>
        <Figures
          label="The month"
          figures={[
            { label: 'Orders shipped', value: data?.Orders },
            { label: 'Boxes', value: data?.Boxes },
            { label: 'Bottles', value: data?.Bottles },
            { label: 'Adult signatures', value: data?.AdultSignatures },
            { label: 'Units of purchase orders', value: data?.PurchaseUnits },
            { label: 'Units of transfers', value: data?.TransferUnits },
            { label: 'Returned boxes', value: data?.ReturnBoxes },
            { label: 'Unit-days', value: data?.UnitDays },
          ]}
        />
        <Panel title="Shipped by order type" flush actions={data && <OrdersLink {...data} />}>
          <DataTable
            label="Shipped by order type"
            columns={columns}
            rows={data?.OrderTypes}
            rowKey={({ OrderType }) => OrderType}
            skeletonRows={2}
            empty={<EmptyState title="Nothing was shipped">No order of this winery left in the month.</EmptyState>}
          />
        </Panel>
        <Panel
          title="Storage by day"
          note={data && `${countOf(data.UnitDays, 'unit-day')}${data.Month === data.CurrentMonth ? ' so far' : ''}`}
          actions={
            <ExportButton
              exported={{ list: '/api/Activity/ListDays', filters: request }}
              isDisabled={!data?.Storage.length}
            />
          }
        >
          <BarChart
            title="Units on hand at the end of each day"
            labels={['Units on hand']}
            days={(data?.Storage ?? []).map(({ Day: day, OnHand }) => ({ day, values: [OnHand] }))}
          />
        </Panel>
      </QueryState>
    </Page>
  );
}

/** To the orders that the sums of the month count. */
function OrdersLink({ CustomerNo, Month }: Pick<Reply, 'CustomerNo' | 'Month'>) {
  const search = { view: 'shipped', customers: CustomerNo, shippedfrom: `${Month}-01`, shippedto: lastDayOf(Month) };
  return (
    <Link to="/orders" search={search}>
      Show these orders
    </Link>
  );
}
