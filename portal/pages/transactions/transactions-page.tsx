/** The journal of requests: rejected requests of all wineries with the reason, or all requests of one winery. */
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { FilterBar } from '../../design/filters.tsx';
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { documentRowKey, ListPage, useList, useOpenDocument, ViewTabs } from '../../design/list-page.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { OneWineryFilter } from '../../design/winery-filter.tsx';
import { actorName, eventInWords } from './transaction-words.ts';

type Row = ReplyOf<'/api/Transactions/List'>['Records'][number];

const filterNames = ['text', 'customer'];

const views = [
  { name: 'rejected', label: 'Rejected' },
  { name: 'all', label: 'All of a winery' },
] as const;

const columnsOf = (view: (typeof views)[number]['name']): readonly Column<Row>[] => [
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
        {formatTimestamp(At)}
      </Link>
    ),
  },
  // All requests are listed of one winery, which the filter names, or the one of a transaction reference.
  ...(view === 'all' ? [] : [wineryColumn()]),
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
    priority: view === 'all' ? 1 : 2,
    cell: ({ Document }) => (
      <span className={view === 'all' ? 'code' : 'code short'} title={Document}>
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
  const view = views.find(({ name }) => name === search.view) ?? views[0];
  // A transaction reference identifies a request of any winery.
  const needsWinery = view.name === 'all' && search.customer === undefined && !isReference(search.text ?? '');
  const filters: RequestOf<'/api/Transactions/List'> = {
    Show: view.name,
    ...(search.text && { Text: search.text }),
    ...(search.customer && { CustomerNo: search.customer }),
  };
  const listed = useList('/api/Transactions/List', filters, documentRowKey, { isEnabled: !needsWinery });
  const open = useOpenDocument('/transactions/$customerNo/$reference');
  return (
    <ListPage
      {...listed}
      title="Transactions"
      one="request"
      // Without a winery nothing is listed, also while the rows of another view are still there.
      columns={columnsOf(view.name)}
      onOpen={open}
      empty={noRequests({
        needsWinery,
        isSearch: search.text !== undefined,
        view: view.name,
        hasNext: listed.list.data?.Next !== undefined,
      })}
      isNewestFirst
      head={
        <>
          <ViewTabs to="/transactions" views={views} current={view} />
          <FilterBar names={filterNames} search={search}>
            <TextFilter label="Transaction reference or user key" placeholder="Reference or user key" />
            <OneWineryFilter />
          </FilterBar>
        </>
      }
    />
  );
}

/** Whether a text is a whole transaction reference. */
const isReference = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text.trim());

interface NoRequests {
  readonly needsWinery: boolean;
  readonly isSearch: boolean;
  readonly view: string;
  /** Whether there is a next page, so that only a part of the log was searched. */
  readonly hasNext: boolean;
}

function noRequests({ needsWinery, isSearch, view, hasNext }: NoRequests): ReactNode {
  if (needsWinery) {
    return (
      <EmptyState title="Which winery?">
        Each winery has its own log, so everything that was requested is listed for one winery at a time: choose it.
        Without one, a whole transaction reference is found, of any winery.
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
