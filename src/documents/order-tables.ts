/** Tables that several kinds of documents have: keys, lines, counters for numbers, references of later requests, names for other readers. */
import type { DocumentKey, DocumentName, DocumentNameSource } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';

/** An order by its id, which is the reference that its creation returned. */
export interface OrderKey {
  readonly customerNo: string;
  readonly orderId: string;
}

/** The key of an order among the documents of inventory. */
export const documentKeyOfOrder = ({ customerNo, orderId }: OrderKey): DocumentKey => ({
  customerNo,
  subject: orderId,
});

/** The key of the order that is a document of inventory. */
export const orderKeyOfDocument = ({ customerNo, subject }: DocumentKey): OrderKey => ({
  customerNo,
  orderId: subject,
});

/** The key of the tables of orders. */
export const orderKeyColumns = { customerNo: column.text(), orderId: column.uuid() };
export const orderKeyColumnNames = ['customerNo', 'orderId'] as const;

/** Joins orders with their lines by `orderId`. */
export function joinOrdersWithLines<Order extends OrderKey, Line extends OrderKey>(
  orders: readonly Order[],
  lines: readonly Line[],
): (Order & { readonly lines: readonly Line[] })[] {
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map((order) => ({ ...order, lines: linesOf.get(order.orderId) ?? [] }));
}

const counters = createRowSetSql({ customerNo: column.text(), lastNumber: column.int() });

/**
 * Takes the next numbers of a counter, one for each entry of `customerNos`, in their order. Numbers have no gaps: the
 * counter of a customer stays locked until the transaction ends.
 */
export async function takeCounterNumbers(
  tx: Tx,
  counterTable: string,
  customerNos: readonly string[],
): Promise<number[]> {
  const counts = Map.groupBy(customerNos, (customerNo) => customerNo);
  const taken = [...counts].map(([customerNo, { length }]) => ({ customerNo, lastNumber: length }));
  const rows = await tx.rows<{ customerNo: string; lastNumber: number }>(
    `insert into ${counterTable} as c (customer_no, last_number)
     select n.customer_no, k.last_number
       from ${counters.from('k')} join commit_counters n on ${counters.match('n', 'k', ['customerNo'])}
      order by k.customer_no
         on conflict (customer_no) do update set last_number = c.last_number + excluded.last_number
     returning customer_no as "customerNo", last_number as "lastNumber"`,
    counters.values(taken),
  );
  const next = new Map(
    rows.map(({ customerNo, lastNumber }) => [customerNo, lastNumber - (counts.get(customerNo)?.length ?? 0) + 1]),
  );
  return customerNos.map((customerNo) => {
    const number = assertPresent(next.get(customerNo), `the counter of ${customerNo} in ${counterTable}`);
    next.set(customerNo, number + 1);
    return number;
  });
}

/**
 * Returns the function that inserts the references of later requests into `referenceTable`. Each identifies its order
 * from then on (decision 5).
 */
export const createReferenceInserter = (
  referenceTable: string,
): ((tx: Tx, added: readonly (OrderKey & { readonly reference: string })[]) => void) =>
  new Table(referenceTable, { ...orderKeyColumns, reference: column.uuid() }, ['customerNo', 'reference']).insert();

/** Returns a source of order names for slices that know only ids (`documentNameSourcesPort`). */
export function createOrderNameSource(
  kind: DocumentName['kind'],
  table: string,
  nameColumn: string,
): DocumentNameSource {
  const columns = { ...orderKeyColumns, name: column.named(nameColumn, column.text()), status: column.text() };
  const find = new Table(table, columns, orderKeyColumnNames).find({ columns: ['orderId', 'name', 'status'] });
  return async (reader, documents) => {
    const rows = await find(reader, documents.map(orderKeyOfDocument));
    return new Map(rows.map(({ orderId, name, status }): [string, DocumentName] => [orderId, { kind, name, status }]));
  };
}
