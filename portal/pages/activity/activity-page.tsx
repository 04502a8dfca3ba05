/** The activity of each winery in a month, for its invoice. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { textColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { useSetFilters } from '../../design/filters.tsx';
import { formatCount } from '../../design/format.ts';
import { ListPage, useList } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { MonthChoice } from './month-choice.tsx';

type Row = ReplyOf<'/api/Activity/List'>['Records'][number];
type Count =
  | 'Orders'
  | 'Boxes'
  | 'Bottles'
  | 'AdultSignatures'
  | 'PurchaseUnits'
  | 'TransferUnits'
  | 'ReturnBoxes'
  | 'UnitDays';

const rowKey = ({ CustomerNo }: Row): string => CustomerNo;

const count = (key: Count, header: string, priority: 1 | 2 | 3): Column<Row> => ({
  key,
  header,
  priority,
  align: 'end',
  cell: (row) => formatCount(row[key]),
});

const columns: readonly Column<Row>[] = [
  {
    key: 'number',
    header: 'Number',
    priority: 1,
    cell: ({ CustomerNo, Month }) => (
      <Link
        to="/activity/$customerNo"
        params={{ customerNo: CustomerNo }}
        search={{ month: Month }}
        className="code strong plain"
      >
        {CustomerNo}
      </Link>
    ),
  },
  textColumn('CustomerName', 'Winery'),
  count('Orders', 'Orders', 1),
  count('Boxes', 'Boxes', 1),
  count('Bottles', 'Bottles', 2),
  count('AdultSignatures', 'Adult signatures', 3),
  count('PurchaseUnits', 'Received', 2),
  count('TransferUnits', 'Transferred in', 3),
  count('ReturnBoxes', 'Returned boxes', 3),
  count('UnitDays', 'Unit-days', 2),
];

export function ActivityPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const change = useSetFilters();
  const filters: RequestOf<'/api/Activity/List'> = {
    ...(search.month && { Month: search.month }),
    ...(search.text && { Text: search.text }),
  };
  const listed = useList('/api/Activity/List', filters, rowKey);
  const open = ({ CustomerNo, Month }: Row): void => {
    void navigate({ to: '/activity/$customerNo', params: { customerNo: CustomerNo }, search: { month: Month } });
  };
  return (
    <ListPage
      {...listed}
      title="Activity"
      one="winery"
      many="wineries"
      actions={
        <ExportButton
          label="Export storage by day"
          exported={{ list: '/api/Activity/ListDays', filters }}
          isDisabled={!listed.steady.rows?.length}
        />
      }
      columns={columns}
      onOpen={open}
      empty={
        <EmptyState title={search.text ? 'No winery matches' : 'There is no winery yet'}>
          {search.text ? 'Check the spelling, or try a part of it.' : 'An administrator creates the first one.'}
        </EmptyState>
      }
      head={
        <search className="bar">
          <MonthChoice
            value={search.month}
            current={listed.list.data?.CurrentMonth}
            onChange={(chosen) => change({ month: chosen })}
          />
          <TextFilter label="Part of the number or name" placeholder="Number or name" />
        </search>
      }
    />
  );
}
