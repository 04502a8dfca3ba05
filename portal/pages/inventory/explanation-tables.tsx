/** Tables of the parts of a balance's quantities: orders, announced receipts, movements. A table without entries is left out. */
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '../../api/client.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatAge, formatCount, formatExact, formatTimestamp, statusInWords } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { OrderStatus } from '../orders/order-status.tsx';

type Place = ReplyOf<'/api/Inventory/Explain'>['Records'][number];
type Demand = Place['Reserved']['Reservations'][number];
type Expected = Place['OpenPO'];
type Expectation = Expected['Expectations'][number];
type Movement = Place['OnHand']['Movements'][number];

interface Total {
  readonly Quantity: number;
  readonly Count: number;
}

/** `36 units, 3 orders`; with how many are listed when that is not all of them. */
function totalOf({ Quantity, Count }: Total, listed: number, one: string): string {
  const total = `${countOf(Quantity, 'unit')}, ${countOf(Count, one)}`;
  return listed < Count ? `${total}, the first ${formatCount(listed)} listed` : total;
}

interface NamedDocument {
  readonly Document: string;
  readonly Name: string;
  readonly TransactionReferenceNumber: string;
}

/** A sales order leads to its page; other documents are named. */
function DocumentName({ customerNo, document }: { readonly customerNo: string; readonly document: NamedDocument }) {
  const { Document, Name, TransactionReferenceNumber } = document;
  const name = Name || TransactionReferenceNumber;
  if (Document !== 'sales order') {
    return (
      <>
        <span className="code strong">{name}</span> <span className="quiet">{Document}</span>
      </>
    );
  }
  return (
    <Link
      to="/orders/$customerNo/$reference"
      params={{ customerNo, reference: TransactionReferenceNumber }}
      className="code strong plain"
    >
      {name}
    </Link>
  );
}

function DocumentStatus({ document: { Document, Status } }: { readonly document: Demand | Expectation }) {
  return Document === 'sales order' ? <OrderStatus status={Status} holdReasons={[]} /> : statusInWords(Status);
}

/** The states of units that are held for a document. Without such units the column is left out. */
const stateNames: Readonly<Record<string, string>> = {
  reserved: 'Reserved',
  in_work: 'In work on the floor',
};

const quantityColumn = {
  key: 'quantity',
  header: 'Units',
  priority: 1,
  align: 'end',
  cell: ({ Quantity }: { readonly Quantity: number }) => formatCount(Quantity),
} as const;

const demandColumns = (customerNo: string): readonly Column<Demand>[] => [
  {
    key: 'document',
    header: 'Order',
    priority: 1,
    flexible: true,
    cell: (demand) => <DocumentName customerNo={customerNo} document={demand} />,
  },
  { key: 'status', header: 'Status', priority: 1, cell: (demand) => <DocumentStatus document={demand} /> },
  {
    key: 'state',
    header: 'Stock',
    priority: 1,
    cell: ({ State }) => <span className="quiet">{stateNames[State] ?? State}</span>,
  },
  {
    key: 'since',
    header: 'Since',
    priority: 1,
    cell: ({ QueuedAt }) => <span title={formatExact(QueuedAt)}>{formatAge(QueuedAt)}</span>,
  },
  quantityColumn,
];

const isReserved = ({ State }: Demand): boolean => State !== 'waiting';

interface DemandsProps {
  readonly title: string;
  readonly customerNo: string;
  readonly total: Total;
  readonly demands: readonly Demand[];
}

export function DemandsTable({ title, customerNo, total, demands }: DemandsProps) {
  if (total.Count === 0) return null;
  return (
    <Panel title={title} note={totalOf(total, demands.length, 'order')} flush>
      <DataTable
        label={title}
        columns={demandColumns(customerNo).filter(({ key }) => key !== 'state' || demands.some(isReserved))}
        rows={demands}
        rowKey={({ TransactionReferenceNumber }) => TransactionReferenceNumber}
      />
    </Panel>
  );
}

const expectationColumns = (customerNo: string): readonly Column<Expectation>[] => [
  {
    key: 'document',
    header: 'Order',
    priority: 1,
    flexible: true,
    cell: (expectation) => <DocumentName customerNo={customerNo} document={expectation} />,
  },
  { key: 'status', header: 'Status', priority: 1, cell: (expectation) => <DocumentStatus document={expectation} /> },
  {
    key: 'received',
    header: 'Received',
    priority: 1,
    align: 'end',
    cell: ({ Received, Ordered }) => (
      <span className="quiet">
        {formatCount(Received)} of {formatCount(Ordered)}
      </span>
    ),
  },
  quantityColumn,
];

interface ExpectationsProps {
  readonly title: string;
  readonly customerNo: string;
  readonly expected: Expected;
}

export function ExpectationsTable({ title, customerNo, expected }: ExpectationsProps) {
  const { Expectations } = expected;
  if (expected.Count === 0) return null;
  return (
    <Panel title={title} note={totalOf(expected, Expectations.length, 'line')} flush>
      <DataTable
        label={title}
        columns={expectationColumns(customerNo)}
        rows={Expectations}
        rowKey={({ TransactionReferenceNumber, Line }) => `${TransactionReferenceNumber} ${Line}`}
      />
    </Panel>
  );
}

const movementColumns: readonly Column<Movement>[] = [
  {
    key: 'when',
    header: 'When',
    priority: 1,
    cell: ({ TransactionDateTime }) => (
      <span className="number" title={formatExact(TransactionDateTime)}>
        {formatTimestamp(TransactionDateTime)}
      </span>
    ),
  },
  { key: 'type', header: 'Movement', priority: 1, cell: ({ TransactionType }) => TransactionType },
  {
    key: 'reference',
    header: 'Reference',
    priority: 1,
    flexible: true,
    cell: ({ Reference, PONumber }) => (
      <span title={Reference}>
        <span className="code">{Reference}</span>
        {PONumber && PONumber !== Reference && <span className="quiet"> {PONumber}</span>}
      </span>
    ),
  },
  {
    key: 'quantity',
    header: 'Units',
    priority: 1,
    align: 'end',
    cell: ({ Quantity }) => (Quantity > 0 ? `+${formatCount(Quantity)}` : formatCount(Quantity).replace('-', '−')),
  },
];

export function MovementsTable({ onHand }: { readonly onHand: Place['OnHand'] }) {
  const { Movements } = onHand;
  if (onHand.Count === 0) return null;
  // Movements have no id. They are numbered from the oldest that is listed, because new ones are added at the front.
  const rows = Movements.map((movement, at) => ({ ...movement, key: String(Movements.length - at) }));
  return (
    <Panel title="Movements" note={`newest first, ${totalOf(onHand, Movements.length, 'movement')}`} flush>
      <DataTable label="Movements" columns={movementColumns} rows={rows} rowKey={({ key }) => key} />
    </Panel>
  );
}
