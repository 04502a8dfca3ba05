/** The returns of all wineries, newest first: those on their way, those that wait for a decision, and closed ones. */
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { useOperator } from '../../api/session.ts';
import { countColumn, timeColumn, warehouseColumn, wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { DayFilter, FilterBar, hasActiveFilter } from '../../design/filters.tsx';
import {
  documentRowKey,
  ListPage,
  useList,
  useOpenDocument,
  type ViewOption,
  ViewTabs,
} from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { mayOpen } from '../../shell/navigation.ts';
import { ReturnStatus } from './return-status.tsx';

type Row = ReplyOf<'/api/Returns/List'>['Records'][number];
type Statuses = NonNullable<RequestOf<'/api/Returns/List'>['Statuses']>;

interface View extends ViewOption {
  readonly statuses: Statuses;
  /** The title and text of an empty list. */
  readonly empty: readonly [string, string];
}

const noReturns = 'A return appears as soon as it is announced, or a package turns back.';

const views: readonly [View, ...View[]] = [
  {
    name: 'open',
    label: 'Open',
    statuses: ['EXPECTED', 'RECEIVED', 'INSPECTING', 'AWAITING DISPOSITION'],
    empty: ['No open returns', noReturns],
  },
  {
    name: 'to decide',
    label: 'To decide',
    statuses: ['AWAITING DISPOSITION'],
    empty: ['Nothing to decide', 'Every return that was inspected has its disposition.'],
  },
  {
    name: 'expected',
    label: 'Expected',
    statuses: ['EXPECTED'],
    empty: ['No returns are on their way', noReturns],
  },
  { name: 'closed', label: 'Closed', statuses: ['CLOSED'], empty: ['No closed returns', 'None has been settled yet.'] },
  { name: 'all', label: 'All', statuses: [], empty: ['No returns', noReturns] },
];

const filterNames = ['text', 'customers', 'from', 'to'];

const columns: readonly Column<Row>[] = [
  {
    key: 'rma',
    header: 'RMA',
    priority: 1,
    cell: ({ CustomerNo, TransactionReferenceNumber, RMANumber }) => (
      <Link
        to="/returns/$customerNo/$reference"
        params={{ customerNo: CustomerNo, reference: TransactionReferenceNumber }}
        className="code strong plain"
      >
        {RMANumber}
      </Link>
    ),
  },
  {
    key: 'order',
    header: 'Order',
    priority: 1,
    cell: ({ CustomerNo, OrderReferenceNumber, OrderNo }) => (
      <Link
        to="/orders/$customerNo/$reference"
        params={{ customerNo: CustomerNo, reference: OrderReferenceNumber }}
        className="code plain short"
        title={OrderNo}
      >
        {OrderNo}
      </Link>
    ),
  },
  wineryColumn(),
  {
    key: 'recipient',
    header: 'Recipient',
    priority: 2,
    flexible: true,
    cell: ({ Recipient }) => <span title={Recipient}>{Recipient || <span className="quiet">Erased</span>}</span>,
  },
  { key: 'status', header: 'Status', priority: 1, cell: ({ Status }) => <ReturnStatus status={Status} /> },
  {
    key: 'disposition',
    header: 'Disposition',
    priority: 3,
    cell: ({ Disposition }) => <span className="quiet">{Disposition}</span>,
  },
  countColumn('Units', 'Units'),
  warehouseColumn(3),
  timeColumn('Announced', ({ AnnouncedAt }) => AnnouncedAt),
];

export function ReturnsPage() {
  const search = useSearch({ from: '__root__' });
  const { Role } = useOperator();
  const view = views.find(({ name }) => name === search.view) ?? views[0];
  const filters: RequestOf<'/api/Returns/List'> = {
    Statuses: view.statuses,
    ...(search.text && { Text: search.text }),
    ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
    ...(search.from && { From: search.from }),
    ...(search.to && { To: search.to }),
  };
  const listed = useList('/api/Returns/List', filters, documentRowKey, { refreshMs: 60_000 });
  const open = useOpenDocument('/returns/$customerNo/$reference');
  const [emptyTitle, emptyText] = hasActiveFilter(filterNames, search)
    ? ['No return matches these filters', 'Check the spelling, remove a filter, or look under All.']
    : view.empty;
  return (
    <ListPage
      {...listed}
      title="Returns"
      one="return"
      columns={columns}
      onOpen={open}
      empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
      isNewestFirst
      actions={
        mayOpen('/returns-station', Role) && (
          <Button variant="default" component={Link} to="/returns-station">
            Returns station
          </Button>
        )
      }
      head={
        <>
          <ViewTabs to="/returns" views={views} current={view} />
          <FilterBar names={filterNames} search={search}>
            <TextFilter label="RMA, order, tracking number or reference" placeholder="RMA, order, tracking" />
            <WineryFilter />
            <DayFilter name="from" label="Announced from" />
            <DayFilter name="to" label="to" />
          </FilterBar>
        </>
      }
    />
  );
}
