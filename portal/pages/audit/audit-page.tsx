/** The changes of operators and commands, newest first, with the values before and after. */
import { Modal } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import type { Column } from '../../design/data-table.tsx';
import { DayFilter, FilterBar, hasActiveFilter, SubmittedTextFilter } from '../../design/filters.tsx';
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { ListPage, useList } from '../../design/list-page.tsx';
import { DescriptionList } from '../../design/page.tsx';
import { useReturnFocus } from '../../design/return-focus.ts';
import { EmptyState } from '../../design/states.tsx';
import { WineryName } from '../../design/winery-name.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { ValueChanges } from './value-changes.tsx';

type Entry = ReplyOf<'/api/Audit/List'>['Records'][number];

/** `operator:ann@warehouse.example` -> `ann@warehouse.example` */
const actorName = (actor: string): string => actor.replace(/^operator:/, '');

/** `sales_order.floor_released` -> `Sales order: floor released` */
function actionWords(action: string): string {
  const words = action.replace('.', ': ').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const documentPages = {
  SalesOrder: '/orders/$customerNo/$reference',
  PurchaseOrder: '/purchase-orders/$customerNo/$reference',
  TransferOrder: '/transfer-orders/$customerNo/$reference',
  Return: '/returns/$customerNo/$reference',
} as const;

/** `Wave 12` of an entry that records the number of what it is about; undefined for other entries. */
function numberedName({ Action, Before, After }: Entry): string | undefined {
  const number = After?.Number ?? Before?.Number;
  return typeof number === 'number' ? `${actionWords(Action.split('.', 1)[0] ?? '')} ${number}` : undefined;
}

const columns: readonly Column<Entry>[] = [
  {
    key: 'at',
    header: 'When',
    priority: 1,
    cell: ({ At }) => (
      <span className="number" title={formatExact(At)}>
        {formatTimestamp(At)}
      </span>
    ),
  },
  {
    key: 'who',
    header: 'Who',
    priority: 1,
    flexible: true,
    cell: ({ Actor }) => <span title={Actor}>{actorName(Actor)}</span>,
  },
  {
    key: 'action',
    header: 'What',
    priority: 1,
    cell: ({ Action }) => (
      <span className="strong" title={Action}>
        {actionWords(Action)}
      </span>
    ),
  },
  {
    key: 'subject',
    header: 'Of',
    priority: 1,
    flexible: true,
    cell: (entry) => (
      <span title={entry.Subject}>
        <Subject entry={entry} />
      </span>
    ),
  },
  {
    key: 'winery',
    header: 'Winery',
    priority: 2,
    flexible: true,
    cell: (entry) => <Winery {...entry} />,
  },
  {
    key: 'operation',
    header: 'By',
    priority: 3,
    cell: ({ Operation }) => <span className="quiet">{Operation}</span>,
  },
];

const filterNames = ['operators', 'subjects', 'from', 'to'];

const entryKey = ({ Id }: Entry): string => Id;

export function AuditPage() {
  const search = useSearch({ from: '__root__' });
  const [shown, setShown] = useState<Entry>();
  const filters: RequestOf<'/api/Audit/List'> = {
    ...(search.operators && { Operators: splitCommaSeparated(search.operators) }),
    ...(search.subjects && { Subjects: splitCommaSeparated(search.subjects) }),
    ...(search.from && { From: search.from }),
    ...(search.to && { To: search.to }),
  };
  const listed = useList('/api/Audit/List', filters, entryKey);
  return (
    <ListPage
      {...listed}
      title="Audit"
      label="Changes"
      one="change"
      columns={columns}
      onOpen={setShown}
      empty={
        <EmptyState
          title={
            hasActiveFilter(filterNames, search) ? 'No change matches these filters' : 'Nothing has been changed yet'
          }
        >
          Every change that an operator or a command makes appears here.
        </EmptyState>
      }
      isNewestFirst
      head={
        <FilterBar names={filterNames} search={search}>
          <SubmittedTextFilter name="operators" label="Who" placeholder="E-mail" isWide />
          <SubmittedTextFilter name="subjects" label="Of" placeholder="Number, e-mail, code" isWide />
          <DayFilter name="from" label="From" />
          <DayFilter name="to" label="To" />
        </FilterBar>
      }
    >
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </ListPage>
  );
}

function EntryDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={actionWords(entry.Action)} size={720}>
      <DescriptionList
        items={[
          { label: 'When', value: formatExact(entry.At) },
          { label: 'Who', value: actorName(entry.Actor) },
          { label: 'Of', value: <Subject entry={entry} /> },
          ...(entry.CustomerNo === undefined ? [] : [{ label: 'Winery', value: <Winery {...entry} /> }]),
          { label: 'By', value: entry.Operation },
          { label: 'Action', value: <span className="code">{entry.Action}</span> },
          { label: 'Reference', value: <span className="code">{entry.Reference}</span> },
        ]}
      />
      <ValueChanges before={entry.Before} after={entry.After} />
    </Modal>
  );
}

/** The winery whose data was changed: numbers of documents are unique in one winery only. */
const Winery = ({ CustomerNo, CustomerName = '' }: Entry) =>
  CustomerNo !== undefined && <WineryName CustomerNo={CustomerNo} CustomerName={CustomerName} />;

function Subject({ entry }: { readonly entry: Entry }) {
  const { Action, CustomerNo: customerNo, Document: document, Subject: subject } = entry;
  if (customerNo !== undefined && document !== undefined) {
    const { Kind, Number: number, TransactionReferenceNumber: reference } = document;
    return (
      <Link to={documentPages[Kind]} params={{ customerNo, reference }} className="code plain">
        {number}
      </Link>
    );
  }
  const name = numberedName(entry);
  if (name === undefined) return subject;
  if (Action !== 'wave.created') return name;
  return (
    <Link to="/waves/$wave" params={{ wave: subject }} className="plain">
      {name}
    </Link>
  );
}
