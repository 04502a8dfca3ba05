/**
 * All SQL that locks or writes the tables of returns. A new return, a receipt and a disposition are written when the
 * transaction is about to commit, with their number in the order of commits, so that lists that are ordered by it never
 * skip or repeat a row while others are added (decision 15).
 */
import { takeNumbers } from '../documents/index.ts';
import { assertPresent } from '../lib/assert.ts';
import type { Numbered, NumberedWriter, Reader, Tx } from '../platform/db/db.ts';
import type { Disposition, Finding, OrderReturn, ReturnLine, ReturnStatus } from './return.ts';
import { rmaNumber } from './rma-number.ts';

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
// Repeated ids must not return a return twice with duplicate lines.
const keys = '(select distinct * from unnest($1::text[], $2::uuid[]) as u (customer_no, return_id)) k';
const keyColumns = (rows: readonly ReturnKey[]) => [rows.map((r) => r.customerNo), rows.map((r) => r.returnId)];

/** Takes the next RMA numbers, one for each entry of `customerNos`, in their order. */
export async function takeRmaNumbers(tx: Tx, customerNos: readonly string[]): Promise<string[]> {
  const numbers = await takeNumbers(tx, 'return_counters', customerNos);
  return customerNos.map((customerNo, index) => rmaNumber(customerNo, assertPresent(numbers[index], 'a number')));
}

const announcements: NumberedWriter<NewReturn> = {
  write: (tx, rows: readonly Numbered<NewReturn>[]) => {
    tx.send(
      `insert into returns (customer_no, return_id, rma_number, order_id, order_no, warehouse, status, tracking_nos,
                            carrier, service, announced_at, announced_seq)
       select customer_no, return_id, rma_number, order_id, order_no, warehouse, status,
              array(select jsonb_array_elements_text(tracking_nos)), carrier, service, announced_at, n.last_seq - behind
         from unnest($1::text[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::jsonb[],
                     $9::text[], $10::text[], $11::timestamptz[], $12::bigint[])
           as r (customer_no, return_id, rma_number, order_id, order_no, warehouse, status, tracking_nos, carrier,
                 service, announced_at, behind)
         left join commit_counters n using (customer_no)`,
      [
        ...keyColumns(rows),
        rows.map((r) => r.rmaNumber),
        rows.map((r) => r.orderId),
        rows.map((r) => r.orderNo),
        rows.map((r) => r.warehouse),
        rows.map((r) => r.status),
        rows.map((r) => JSON.stringify(r.trackingNos)),
        rows.map((r) => r.carrier),
        rows.map((r) => r.service),
        rows.map((r) => r.announcedAt.toString()),
        rows.map((r) => r.seqOffset),
      ],
    );
    const lines = rows.flatMap(({ customerNo, returnId, lines: own }) =>
      own.map((line) => ({ customerNo, returnId, ...line })),
    );
    tx.send(
      `insert into return_lines (customer_no, return_id, line, item_no, item_description, uom, shipped_status, expected)
       select * from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[])`,
      [
        ...keyColumns(lines),
        lines.map((l) => l.line),
        lines.map((l) => l.itemNo),
        lines.map((l) => l.description),
        lines.map((l) => l.uom),
        lines.map((l) => l.shippedStatus),
        lines.map((l) => l.expected),
      ],
    );
    tx.send(
      `insert into return_details (customer_no, return_id, document)
       select * from unnest($1::text[], $2::uuid[], $3::json[])`,
      [...keyColumns(rows), rows.map((r) => JSON.stringify(r.document))],
    );
  },
};

const receipts: NumberedWriter<OrderReturn> = {
  write: (tx, rows: readonly Numbered<OrderReturn>[]) => {
    tx.send(
      `update returns r
          set status = c.status, warehouse = c.warehouse, received_at = c.received_at, received_seq = n.last_seq - c.behind
         from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[])
           as c (customer_no, return_id, status, warehouse, received_at, behind)
         left join commit_counters n using (customer_no)
        where (r.customer_no, r.return_id) = (c.customer_no, c.return_id)`,
      [
        ...keyColumns(rows),
        rows.map((r) => r.status),
        rows.map((r) => r.warehouse),
        rows.map((r) => r.receivedAt?.toString()),
        rows.map((r) => r.seqOffset),
      ],
    );
  },
};

type DisposedRow = Finding & ReturnKey;

const disposals: NumberedWriter<DisposedRow> = {
  write: (tx, rows: readonly Numbered<DisposedRow>[]) => {
    tx.send(
      `update return_findings f
          set disposition = c.disposition, posted_status = c.posted_status, reship_order_id = c.reship_order_id,
              disposed_seq = n.last_seq - c.behind
         from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::text[], $6::text[], $7::uuid[], $8::bigint[])
           as c (customer_no, return_id, line, finding, disposition, posted_status, reship_order_id, behind)
         left join commit_counters n using (customer_no)
        where (f.customer_no, f.return_id, f.line, f.finding) = (c.customer_no, c.return_id, c.line, c.finding)`,
      [
        ...keyColumns(rows),
        rows.map((r) => r.line),
        rows.map((r) => r.finding),
        rows.map((r) => r.disposed?.disposition),
        rows.map((r) => r.disposed?.postedStatus),
        rows.map((r) => r.disposed?.reshipOrderId ?? null),
        rows.map((r) => r.seqOffset),
      ],
    );
  },
};

/** New returns; they are numbered when the transaction commits. The caller has locked their orders. */
export function insertReturns(tx: Tx, returns: readonly NewReturn[]): void {
  for (const each of returns) tx.number(announcements, each);
}

/** Saves receipts of locked returns; each at most once in a transaction. */
export function saveReceipts(tx: Tx, returns: readonly OrderReturn[]): void {
  for (const each of returns) tx.number(receipts, each);
}

/** Saves dispositions of findings of locked returns. */
export function saveDisposals(tx: Tx, findings: readonly (Finding & ReturnKey)[]): void {
  for (const finding of findings) tx.number(disposals, finding);
}

/** The statuses of locked returns. */
export async function updateReturnStatuses(tx: Tx, returns: readonly OrderReturn[]): Promise<void> {
  if (returns.length === 0) return;
  await tx.rows(
    `update returns r set status = c.status, closed_at = c.closed_at
       from unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[]) as c (customer_no, return_id, status, closed_at)
      where (r.customer_no, r.return_id) = (c.customer_no, c.return_id)`,
    [...keyColumns(returns), returns.map((r) => r.status), returns.map((r) => r.closedAt?.toString() ?? null)],
  );
}

/** Closes locked returns that never arrived; their lines become inspected without findings. */
export async function closeUnreceivedReturns(tx: Tx, returns: readonly OrderReturn[]): Promise<void> {
  const lines = returns.flatMap(({ customerNo, returnId, lines: own }) =>
    own.map((line) => ({ ...line, customerNo, returnId })),
  );
  await insertFindings(tx, lines);
  await updateReturnStatuses(tx, returns);
}

/** Saves findings of lines of locked returns. */
export async function insertFindings(tx: Tx, lines: readonly (ReturnKey & ReturnLine)[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.rows(
    `update return_lines l set is_inspected = true
       from unnest($1::text[], $2::uuid[], $3::int[]) as k (customer_no, return_id, line)
      where (l.customer_no, l.return_id, l.line) = (k.customer_no, k.return_id, k.line)`,
    [...keyColumns(lines), lines.map((l) => l.line)],
  );
  const found = lines.flatMap(({ customerNo, returnId, findings }) =>
    findings.map((finding) => ({ customerNo, returnId, ...finding })),
  );
  if (found.length === 0) return;
  await tx.rows(
    `insert into return_findings (customer_no, return_id, line, finding, quantity, status)
     select * from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::bigint[], $6::text[])`,
    [
      ...keyColumns(found),
      found.map((f) => f.line),
      found.map((f) => f.finding),
      found.map((f) => f.quantity),
      found.map((f) => f.status),
    ],
  );
}

interface ReturnRow {
  customer_no: string;
  return_id: string;
  rma_number: string;
  order_id: string;
  order_no: string;
  warehouse: string;
  status: ReturnStatus;
  tracking_nos: string[];
  carrier: string;
  service: string;
  announced_at: Temporal.Instant;
  received_at: Temporal.Instant | null;
  closed_at: Temporal.Instant | null;
}

const columns = `r.customer_no, r.return_id, r.rma_number, r.order_id, r.order_no, r.warehouse, r.status, r.tracking_nos,
  r.carrier, r.service, r.announced_at, r.received_at, r.closed_at`;

/** Locks returns, sorted, and reads them under the lock. Unknown ones are left out. */
export async function lockReturns(tx: Tx, wanted: readonly ReturnKey[]): Promise<OrderReturn[]> {
  if (wanted.length === 0) return [];
  const rows = await tx.rows<ReturnRow>(
    `select ${columns} from returns r join ${keys} using (customer_no, return_id)
      order by r.customer_no, r.return_id for no key update of r`,
    keyColumns(wanted),
  );
  return await withLines(tx, rows);
}

/** Returns without a lock, in the order asked for. Unknown ones are left out. */
export async function readReturns(reader: Reader, wanted: readonly ReturnKey[]): Promise<OrderReturn[]> {
  if (wanted.length === 0) return [];
  const rows = await reader.rows<ReturnRow>(
    `select ${columns}
       from unnest($1::text[], $2::uuid[]) with ordinality as k (customer_no, return_id, place)
       join returns r using (customer_no, return_id) order by k.place`,
    keyColumns(wanted),
  );
  return await withLines(reader, rows);
}

/** Every return of these orders. Their orders are locked by the caller, so that none is added meanwhile. */
export async function readReturnsOfOrders(
  tx: Tx,
  orders: readonly { readonly customerNo: string; readonly orderId: string }[],
): Promise<OrderReturn[]> {
  if (orders.length === 0) return [];
  const rows = await tx.rows<ReturnRow>(
    `select ${columns}
       from (select distinct * from unnest($1::text[], $2::uuid[]) as k (customer_no, order_id)) k
       join returns r using (customer_no, order_id) order by r.customer_no, r.return_id`,
    [orders.map((o) => o.customerNo), orders.map((o) => o.orderId)],
  );
  return await withLines(tx, rows);
}

interface LineRow {
  return_id: string;
  line: number;
  item_no: string;
  item_description: string;
  uom: string;
  shipped_status: string;
  expected: number;
  is_inspected: boolean;
}

interface FindingRow {
  return_id: string;
  line: number;
  finding: number;
  quantity: number;
  status: string;
  disposition: Disposition | null;
  posted_status: string | null;
  reship_order_id: string | null;
}

async function withLines(reader: Reader, rows: readonly ReturnRow[]): Promise<OrderReturn[]> {
  if (rows.length === 0) return [];
  const of = [rows.map((r) => r.customer_no), rows.map((r) => r.return_id)];
  const lines = await reader.rows<LineRow>(
    `select l.return_id, l.line, l.item_no, l.item_description, l.uom, l.shipped_status, l.expected, l.is_inspected
       from ${keys} join return_lines l using (customer_no, return_id) order by l.return_id, l.line`,
    of,
  );
  const findings = await reader.rows<FindingRow>(
    `select f.return_id, f.line, f.finding, f.quantity, f.status, f.disposition, f.posted_status, f.reship_order_id
       from ${keys} join return_findings f using (customer_no, return_id) order by f.return_id, f.line, f.finding`,
    of,
  );
  const linesOf = Map.groupBy(lines, (line) => line.return_id);
  const findingsOf = Map.groupBy(findings, ({ return_id, line }) => `${return_id}\n${line}`);
  return rows.map((row) => ({
    customerNo: row.customer_no,
    returnId: row.return_id,
    rmaNumber: row.rma_number,
    orderId: row.order_id,
    orderNo: row.order_no,
    warehouse: row.warehouse,
    status: row.status,
    trackingNos: row.tracking_nos,
    carrier: row.carrier,
    service: row.service,
    announcedAt: row.announced_at,
    receivedAt: row.received_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    lines: (linesOf.get(row.return_id) ?? []).map((line) => ({
      line: line.line,
      itemNo: line.item_no,
      description: line.item_description,
      uom: line.uom,
      shippedStatus: line.shipped_status,
      expected: line.expected,
      inspected: line.is_inspected,
      findings: (findingsOf.get(`${line.return_id}\n${line.line}`) ?? []).map(toFinding),
    })),
  }));
}

function toFinding({ line, finding, quantity, status, ...row }: FindingRow): Finding {
  const { disposition, posted_status: postedStatus, reship_order_id: reshipOrderId } = row;
  if (disposition === null || postedStatus === null) return { line, finding, quantity, status };
  const disposed = { disposition, postedStatus, ...(reshipOrderId === null ? {} : { reshipOrderId }) };
  return { line, finding, quantity, status, disposed };
}

/** The ids of the returns that have these RMA numbers, by RMA number. */
export async function findReturns(
  reader: Reader,
  named: readonly { readonly customerNo: string; readonly rmaNumber: string }[],
): Promise<Map<string, string>> {
  if (named.length === 0) return new Map();
  const rows = await reader.rows<{ rma_number: string; return_id: string }>(
    `select r.rma_number, r.return_id
       from unnest($1::text[], $2::text[]) as k (customer_no, rma_number) join returns r using (customer_no, rma_number)`,
    [named.map((n) => n.customerNo), named.map((n) => n.rmaNumber)],
  );
  return new Map(rows.map((r) => [r.rma_number, r.return_id]));
}

/** The details of returns, by return id. Erased details are left out. */
export async function readReturnDetails(
  reader: Reader,
  wanted: readonly ReturnKey[],
): Promise<Map<string, ReturnDetails>> {
  if (wanted.length === 0) return new Map();
  const rows = await reader.rows<{ return_id: string; document: ReturnDetails }>(
    `select d.return_id, d.document from ${keys} join return_details d using (customer_no, return_id)`,
    keyColumns(wanted),
  );
  return new Map(rows.map((r) => [r.return_id, r.document]));
}
