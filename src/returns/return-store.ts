/**
 * All SQL that locks or writes the tables of returns. A new return, a receipt and a disposition are written when the
 * transaction is about to commit, with their number in the order of commits, so that lists that are ordered by it never
 * skip or repeat a row while others are added (decision 15).
 */
import { takeCounterNumbers } from '../documents/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { column, type RowOf } from '../platform/db/columns.ts';
import type { CommitNumbered, CommitNumberedWriter, DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { Disposition, OrderReturn, ReturnFinding, ReturnLine, ReturnStatus } from './return.ts';
import { formatRmaNumber } from './rma-number.ts';

export interface ReturnKey {
  readonly customerNo: string;
  readonly returnId: string;
}

/** The text that a caller wrote about a return, stored apart so that it can be erased. */
export interface ReturnDetails {
  /** '' when absent. */
  readonly reason: string;
}

type NewReturn = OrderReturn & { readonly document: ReturnDetails };

const returnKey = { customerNo: column.text(), returnId: column.uuid() };

const returnTable = new Table(
  'returns',
  {
    ...returnKey,
    rmaNumber: column.text(),
    orderId: column.uuid(),
    orderNo: column.text(),
    warehouse: column.text(),
    status: column.text<ReturnStatus>(),
    trackingNos: column.texts(),
    carrier: column.text(),
    service: column.text(),
    announcedAt: column.instant(),
    receivedAt: column.optional(column.instant()),
    closedAt: column.optional(column.instant()),
    announcedSeq: column.bigint(),
    receivedSeq: column.optional(column.bigint()),
  },
  ['customerNo', 'returnId'],
);

const lineTable = new Table(
  'return_lines',
  {
    ...returnKey,
    line: column.int(),
    itemNo: column.text(),
    description: column.named('item_description', column.text()),
    uom: column.text(),
    shippedStatus: column.text(),
    expected: column.bigint(),
    inspected: column.named('is_inspected', column.boolean()),
  },
  ['customerNo', 'returnId', 'line'],
);

const findingTable = new Table(
  'return_findings',
  {
    ...returnKey,
    line: column.int(),
    finding: column.int(),
    quantity: column.bigint(),
    status: column.text(),
    disposition: column.optional(column.text<Disposition>()),
    postedStatus: column.optional(column.text()),
    reshipOrderId: column.optional(column.uuid()),
    disposedSeq: column.optional(column.bigint()),
  },
  ['customerNo', 'returnId', 'line', 'finding'],
);

const detailsTable = new Table('return_details', { ...returnKey, document: column.json<ReturnDetails>() }, [
  'customerNo',
  'returnId',
]);

/** Takes the next RMA numbers, one for each entry of `customerNos`, in their order. */
export async function takeRmaNumbers(tx: Tx, customerNos: readonly string[]): Promise<string[]> {
  const numbers = await takeCounterNumbers(tx, 'return_counters', customerNos);
  return customerNos.map((customerNo, index) => formatRmaNumber(customerNo, assertPresent(numbers[index], 'a number')));
}

/** The columns of a return that has been announced. */
const announcedProperties = [
  'customerNo',
  'returnId',
  'rmaNumber',
  'orderId',
  'orderNo',
  'warehouse',
  'status',
  'trackingNos',
  'carrier',
  'service',
  'announcedAt',
] as const;

const insertReturnRows = returnTable.numberedInsert({ seq: ['announcedSeq'], columns: announcedProperties });
const insertLines = lineTable.insert();
const insertDetails = detailsTable.insert();

/** The return before its lines and details, which refer to it. */
const announcements: CommitNumberedWriter<NewReturn> = {
  write: (tx, rows: readonly CommitNumbered<NewReturn>[]) => {
    insertReturnRows.write(tx, rows);
    insertLines(tx, rows.flatMap(linesOf));
    insertDetails(tx, rows);
  },
};

const receipts = returnTable.numberedUpdate({ seq: ['receivedSeq'], set: ['status', 'warehouse', 'receivedAt'] });
const disposals = findingTable.numberedUpdate({
  seq: ['disposedSeq'],
  set: ['quantity', 'disposition', 'postedStatus', 'reshipOrderId'],
});

const linesOf = ({ customerNo, returnId, lines }: OrderReturn) =>
  lines.map((line) => ({ customerNo, returnId, ...line }));

/** Inserts returns; they are numbered when the transaction commits. The caller has locked their orders. */
export function insertReturns(tx: Tx, returns: readonly NewReturn[]): void {
  for (const each of returns) tx.number(announcements, each);
}

/** Saves receipts of locked returns; each at most once in a transaction. */
export function saveReturnReceipts(tx: Tx, returns: readonly OrderReturn[]): void {
  for (const each of returns) tx.number(receipts, each);
}

/** Saves dispositions of findings of locked returns, and the findings that were split from them. */
export function saveReturnDispositions(
  tx: Tx,
  findings: readonly (ReturnFinding & ReturnKey)[],
  split: readonly (ReturnFinding & ReturnKey)[],
): void {
  insertFindingRows(tx, split);
  for (const { customerNo, returnId, line, finding, quantity, disposed } of findings) {
    tx.number(disposals, {
      customerNo,
      returnId,
      line,
      finding,
      quantity,
      disposition: disposed?.disposition,
      postedStatus: disposed?.postedStatus,
      reshipOrderId: disposed?.reshipOrderId,
    });
  }
}

/** Updates the statuses of locked returns, and when they were closed. */
export const updateReturnStatuses = returnTable.update({ set: ['status', 'closedAt'] });

/** Closes locked returns that never arrived; their lines become inspected without findings. */
export function closeUnreceivedReturns(tx: Tx, returns: readonly OrderReturn[]): void {
  insertReturnFindings(tx, returns.flatMap(linesOf));
  updateReturnStatuses(tx, returns);
}

const updateInspected = lineTable.update({ set: ['inspected'] });
const insertFindingRows = findingTable.insert(['customerNo', 'returnId', 'line', 'finding', 'quantity', 'status']);

/** Saves findings of lines of locked returns; the lines become inspected. */
export function insertReturnFindings(tx: Tx, lines: readonly (ReturnKey & ReturnLine)[]): void {
  updateInspected(
    tx,
    lines.map(({ customerNo, returnId, line }) => ({ customerNo, returnId, line, inspected: true })),
  );
  insertFindingRows(
    tx,
    lines.flatMap(({ customerNo, returnId, findings }) =>
      findings.map((finding) => ({ customerNo, returnId, ...finding })),
    ),
  );
}

const returnProperties = [...announcedProperties, 'receivedAt', 'closedAt'] as const;
type ReturnRow = Pick<RowOf<typeof returnTable.columns>, (typeof returnProperties)[number]>;

const lockRows = returnTable.lock({ columns: returnProperties });
const readRows = returnTable.find({ columns: returnProperties });
const readRowsOfOrders = returnTable.find({ by: ['customerNo', 'orderId'], columns: returnProperties });
const readLines = lineTable.find({ by: ['customerNo', 'returnId'] });
const readFindings = findingTable.find({ by: ['customerNo', 'returnId'] });

/** Locks returns, sorted, and reads them under the lock. Unknown ones are left out. */
export async function lockReturns(tx: Tx, wanted: readonly ReturnKey[]): Promise<OrderReturn[]> {
  return await withLines(tx, await lockRows(tx, wanted));
}

/** Returns without a lock, in the order asked for. Unknown ones are left out. */
export async function readReturns(reader: DbReader, wanted: readonly ReturnKey[]): Promise<OrderReturn[]> {
  const found = new Map((await withLines(reader, await readRows(reader, wanted))).map((each) => [each.returnId, each]));
  return wanted.flatMap(({ returnId }) => found.get(returnId) ?? []);
}

/** Every return of these orders. A caller that decides by them has locked the orders, so that none is added meanwhile. */
export async function readReturnsOfOrders(
  reader: DbReader,
  orders: readonly { readonly customerNo: string; readonly orderId: string }[],
): Promise<OrderReturn[]> {
  return await withLines(reader, await readRowsOfOrders(reader, orders));
}

async function withLines(reader: DbReader, rows: readonly ReturnRow[]): Promise<OrderReturn[]> {
  const linesOfReturn = Map.groupBy(await readLines(reader, rows), ({ returnId }) => returnId);
  const findings = await readFindings(reader, rows);
  const findingsOfLine = Map.groupBy(findings, ({ returnId, line }) => `${returnId}\n${line}`);
  return rows.map((row) => ({
    ...row,
    lines: (linesOfReturn.get(row.returnId) ?? []).map(({ customerNo: _, returnId, ...line }) => ({
      ...line,
      findings: (findingsOfLine.get(`${returnId}\n${line.line}`) ?? []).map(toFinding),
    })),
  }));
}

function toFinding(row: RowOf<typeof findingTable.columns>): ReturnFinding {
  const { line, finding, quantity, status, disposition, postedStatus, reshipOrderId } = row;
  if (disposition === undefined || postedStatus === undefined) return { line, finding, quantity, status };
  const disposed = { disposition, postedStatus, ...(reshipOrderId === undefined ? {} : { reshipOrderId }) };
  return { line, finding, quantity, status, disposed };
}

const findByRmaNumber = returnTable.find({
  by: ['customerNo', 'rmaNumber'],
  columns: ['customerNo', 'rmaNumber', 'returnId'],
});

/** A customer's return by its RMA number. */
export interface ReturnRmaKey {
  readonly customerNo: string;
  readonly rmaNumber: string;
}

/** The keys of these returns, in their order; undefined where the customer has no return with the RMA number. */
export async function findReturnKeysByRmaNumber(
  reader: DbReader,
  named: readonly ReturnRmaKey[],
): Promise<(ReturnKey | undefined)[]> {
  const textOf = ({ customerNo, rmaNumber }: ReturnRmaKey) => `${customerNo}\n${rmaNumber}`;
  const found = new Map((await findByRmaNumber(reader, named)).map((row) => [textOf(row), row]));
  return named.map((name) => found.get(textOf(name)));
}

/** Returns of these customers at a warehouse that are not CLOSED, at most `limit`. */
export async function listOpenReturnsAtWarehouse(
  reader: DbReader,
  customerNos: readonly string[],
  warehouse: string,
  limit: number,
): Promise<(ReturnKey & { readonly rmaNumber: string })[]> {
  return await reader.rows<ReturnKey & { readonly rmaNumber: string }>(
    `select r.customer_no as "customerNo", r.return_id as "returnId", r.rma_number as "rmaNumber" from returns r
      where r.customer_no = any ($1::text[]) and r.open_warehouse = $2 order by 1, 3 limit $3`,
    [customerNos, warehouse, limit],
  );
}

const findDetails = detailsTable.find();

/** The details of returns, by return id. Erased details are left out. */
export async function readReturnDetails(
  reader: DbReader,
  wanted: readonly ReturnKey[],
): Promise<Map<string, ReturnDetails>> {
  const rows = await findDetails(reader, wanted);
  return new Map(rows.map(({ returnId, document }) => [returnId, document]));
}
