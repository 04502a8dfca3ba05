/** The journal of requests: what was rejected and why, of all wineries; or everything that one winery requested. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { CodeFilter, FilterBar, useFilters } from '../../design/filters.tsx';
import { formatExact, formatTime } from '../../design/format.ts';
import { Keyset } from '../../design/keyset.tsx';
import { ListCount } from '../../design/list-count.tsx';
import { Page, Tabs } from '../../design/page.tsx';
import { useRowKeys } from '../../design/row-keys.ts';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { useSteadyList } from '../../design/steady-rows.ts';
import { TextFilter } from '../../design/text-filter.tsx';
import { actorName, eventInWords } from './transaction-words.ts';

type Row = ReplyOf<'/api/Transactions/List'>['Records'][number];

const filterNames = ['text', 'customer'];

const views = [
  ['rejected', 'Rejected'],
  ['all', 'All of a winery'],
] as const;

const rowKey = ({ CustomerNo, TransactionReferenceNumber }: Row): string =>
  `${CustomerNo}/${TransactionReferenceNumber}`;

const columns: readonly Column<Row>[] = [
  {
    key: 'when',
    header: 'When',
    priority: 1,
    cell: ({ CustomerNo, TransactionReferenceNumber, At }) => (
      <Link
        to="/transactions/$customerNo/$reference"
        params={{ customerNo: CustomerNo, reference: TransactionReferenceNumber }}
        className="number plain"
        title={formatExact(At)}
      >
        {formatTime(At)}
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
    key: 'operation',
    header: 'Operation',
    priority: 1,
    cell: ({ Operation }) => (
      <span className="code strong" title={Operation}>
        {Operation.slice(Operation.indexOf('/') + 1)}
      </span>
    ),
  },
  {
    key: 'document',
    header: 'Document',
    priority: 2,
    cell: ({ Document }) => (
      <span className="code short" title={Document}>
        {Document}
      </span>
    ),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    priority: 1,
    flexible: true,
    cell: ({ IsRejected, Reason, Kind }) =>
      IsRejected ? (
        <span title={Reason}>
          <Status tone="bad">Rejected</Status> {Reason}
        </span>
      ) : (
        eventInWords(Kind)
      ),
  },
  {
    key: 'user',
    header: 'User',
    priority: 4,
    cell: ({ Actor }) => (
      <span className="quiet code short" title={Actor}>
        {actorName(Actor)}
      </span>
    ),
  },
];

export function TransactionsPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const change = useFilters();
  const [view] = views.find(([name]) => name === search.view) ?? views[0];
  const needsWinery = view === 'all' && search.customer === undefined;
  const request: RequestOf<'/api/Transactions/List'> = {
    Show: view,
    ...(search.text && { Text: search.text }),
    ...(search.customer && { CustomerNo: search.customer }),
    ...(search.after && { After: search.after }),
  };
  const list = useOperation('/api/Transactions/List', request, { keepsPrevious: true, isEnabled: !needsWinery });
  const steady = useSteadyList(list, request, rowKey);
  const rows = needsWinery ? [] : steady.rows;
  const open = ({ CustomerNo, TransactionReferenceNumber }: Row): void => {
    void navigate({
      to: '/transactions/$customerNo/$reference',
      params: { customerNo: CustomerNo, reference: TransactionReferenceNumber },
    });
  };
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey, onOpen: open });
  const next = needsWinery ? undefined : list.data?.Next;
  return (
    <Page
      title="Transactions"
      aside={
        !needsWinery && (
          <ListCount count={list.data?.Count} one="request" changes={steady.changes} onRefresh={steady.refresh} />
        )
      }
    >
      <Tabs
        label="Views"
        tabs={views.map(([name, label]) => ({
          label,
          to: '/transactions',
          search: { ...search, view: name === views[0][0] ? undefined : name, after: undefined },
          isCurrent: name === view,
        }))}
      />
      <FilterBar names={filterNames} search={search}>
        <TextFilter
          label="Transaction reference or user key"
          placeholder="Reference or user key"
          value={search.text ?? ''}
          onChange={(text) => change({ text: text || undefined })}
        />
        <CodeFilter
          label="Winery"
          placeholder="W1001"
          value={search.customer}
          onChange={(customer) => change({ customer: customer?.split(',')[0] })}
        />
      </FilterBar>
      <QueryState query={list}>
        <DataTable
          label="Transactions"
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onOpen={open}
          activeKey={activeKey}
          empty={noRequests({ needsWinery, isSearch: search.text !== undefined, view, hasNext: next !== undefined })}
        />
      </QueryState>
      <Keyset after={search.after} next={next} isLoading={list.isPlaceholderData} isNewestFirst />
    </Page>
  );
}

interface NoRequests {
  readonly needsWinery: boolean;
  readonly isSearch: boolean;
  readonly view: string;
  /** Only a part of the log was looked through. */
  readonly hasNext: boolean;
}

function noRequests({ needsWinery, isSearch, view, hasNext }: NoRequests): ReactNode {
  if (needsWinery) {
    return (
      <EmptyState title="Which winery?">
        Everything that was requested is listed for one winery at a time: enter its customer number. A reference of it
        is found under Rejected too.
      </EmptyState>
    );
  }
  if (hasNext) {
    return <EmptyState title="Nothing in this part of the log">Older requests may match: press Older.</EmptyState>;
  }
  if (isSearch) {
    return (
      <EmptyState title="No request matches">
        Enter a whole transaction reference, as every reply has it, or a whole user key.
      </EmptyState>
    );
  }
  if (view === 'all') return <EmptyState title="No requests">This winery has not changed anything yet.</EmptyState>;
  return <EmptyState title="No request was rejected">Rejected changes appear here with their reasons.</EmptyState>;
}
