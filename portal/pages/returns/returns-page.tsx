/** The returns of all wineries, newest first: what is on its way back, what waits for a decision, what became of the others. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { CodeFilter, DayFilter, FilterBar, isFiltered, useFilters } from '../../design/filters.tsx';
import { formatCount, formatExact, formatTime } from '../../design/format.ts';
import { Keyset } from '../../design/keyset.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page, Tabs } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { useSteadyList } from '../../design/steady-rows.ts';
import { TextFilter } from '../../design/text-filter.tsx';
import { listOf } from '../../search-params.ts';
import { ReturnStatus } from './return-status.tsx';

type Row = ReplyOf<'/api/Returns/List'>['Records'][number];
type Statuses = NonNullable<RequestOf<'/api/Returns/List'>['Statuses']>;

interface View {
  readonly name: string;
  readonly label: string;
  readonly statuses: Statuses;
  /** When there are none. */
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

const rowKey = ({ CustomerNo, TransactionReferenceNumber }: Row): string =>
  `${CustomerNo}/${TransactionReferenceNumber}`;

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
  {
    key: 'winery',
    header: 'Winery',
    priority: 1,
    flexible: true,
    cell: ({ CustomerName, CustomerNo }) => (
      <span title={`${CustomerName} (${CustomerNo})`}>{CustomerName || CustomerNo}</span>
    ),
  },
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
  { key: 'units', header: 'Units', priority: 1, align: 'end', cell: ({ Units }) => formatCount(Units) },
  { key: 'warehouse', header: 'Whse', priority: 3, cell: ({ Warehouse }) => <span className="code">{Warehouse}</span> },
  {
    key: 'announced',
    header: 'Announced',
    priority: 1,
    cell: ({ AnnouncedAt }) => (
      <span className="quiet" title={formatExact(AnnouncedAt)}>
        {formatTime(AnnouncedAt)}
      </span>
    ),
  },
];

export function ReturnsPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const change = useFilters();
  const view = views.find(({ name }) => name === search.view) ?? views[0];
  const request: RequestOf<'/api/Returns/List'> = {
    Statuses: view.statuses,
    ...(search.text && { Text: search.text }),
    ...(search.customers && { Customers: listOf(search.customers) }),
    ...(search.from && { From: search.from }),
    ...(search.to && { To: search.to }),
    ...(search.after && { After: search.after }),
  };
  const list = useOperation('/api/Returns/List', request, { keepsPrevious: true, refreshMs: 60_000 });
  const { rows, changes, refresh } = useSteadyList(list, request, rowKey);
  const open = ({ CustomerNo, TransactionReferenceNumber }: Row): void => {
    void navigate({
      to: '/returns/$customerNo/$reference',
      params: { customerNo: CustomerNo, reference: TransactionReferenceNumber },
    });
  };
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey, onOpen: open });
  const [emptyTitle, emptyText] = isFiltered(filterNames, search)
    ? ['No return matches these filters', 'Check the spelling, remove a filter, or look under All.']
    : view.empty;
  return (
    <Page
      title="Returns"
      aside={<ListCount count={list.data?.Count} one="return" changes={changes} onRefresh={refresh} />}
    >
      <Tabs
        label="Views"
        tabs={views.map(({ name, label }) => ({
          label,
          to: '/returns',
          search: { ...search, view: name === views[0].name ? undefined : name, after: undefined },
          isCurrent: name === view.name,
        }))}
      />
      <FilterBar names={filterNames} search={search}>
        <TextFilter
          label="RMA number, order number, tracking number or reference"
          placeholder="RMA, order, tracking"
          value={search.text ?? ''}
          onChange={(text) => change({ text: text || undefined })}
        />
        <CodeFilter
          label="Winery"
          placeholder="W1001"
          value={search.customers}
          onChange={(customers) => change({ customers })}
        />
        <DayFilter label="Announced from" value={search.from} onChange={(from) => change({ from })} />
        <DayFilter label="to" value={search.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <QueryState query={list}>
        <DataTable
          label="Returns"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onOpen={open}
          activeKey={activeKey}
          empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
        />
      </QueryState>
      <Keyset after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} isNewestFirst />
    </Page>
  );
}
