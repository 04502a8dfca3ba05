/** All SQL of `demands` and `expectations`. */
import { bigint, copyTarget, instant, smallint, text, textArray, uuid } from '../platform/db/copy.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Expectation, FilledDemand } from './stock.ts';

/** Identifies a document. */
export interface DocumentKey {
  readonly customerNo: string;
  readonly subject: string;
}

export type DemandState = 'waiting' | 'reserved' | 'in_work';

export interface DemandRow {
  readonly customerNo: string;
  readonly subject: string;
  readonly itemNo: string;
  /** While it waits, the first of `statuses`; while it is reserved, the one that it draws. */
  readonly status: string;
  /** The statuses that may fill the demand, best first; undefined for its own alone. */
  readonly statuses?: readonly string[] | undefined;
  readonly warehouse: string;
  /** Candidate warehouses, best first; empty when the document specifies one. */
  readonly choices: readonly string[];
  readonly quantity: number;
  readonly state: DemandState;
  readonly rank: number;
  readonly queuedAt: Temporal.Instant;
}

const documentColumns = (documents: readonly DocumentKey[]) => [
  documents.map((d) => d.customerNo),
  documents.map((d) => d.subject),
];

const newDemands = copyTarget<DemandRow>('demands', {
  customer_no: text((r) => r.customerNo),
  subject: uuid((r) => r.subject),
  item_no: text((r) => r.itemNo),
  status: text((r) => r.status),
  warehouse: text((r) => r.warehouse),
  choices: textArray((r) => (r.choices.length === 0 ? null : r.choices)),
  quantity: bigint((r) => r.quantity),
  state: text((r) => r.state),
  rank: smallint((r) => r.rank),
  queued_at: instant((r) => r.queuedAt),
  statuses: textArray((r) => r.statuses ?? null),
});

export function insertDemands(tx: Tx, rows: readonly DemandRow[]): void {
  tx.copy(newDemands, rows);
}

interface RawDemand {
  customer_no: string;
  subject: string;
  item_no: string;
  status: string;
  warehouse: string;
  statuses: string[] | null;
  choices: string[] | null;
  quantity: number;
  state: DemandState;
  rank: number;
  queued_at: Temporal.Instant;
}

function demandRow(r: RawDemand): DemandRow {
  return {
    customerNo: r.customer_no,
    subject: r.subject,
    itemNo: r.item_no,
    status: r.status,
    statuses: r.statuses ?? undefined,
    warehouse: r.warehouse,
    choices: r.choices ?? [],
    quantity: r.quantity,
    state: r.state,
    rank: r.rank,
    queuedAt: r.queued_at,
  };
}

/** The demands of these documents, which may be repeated, each once and in queue order. */
export async function readDemands(tx: Tx, documents: readonly DocumentKey[]): Promise<DemandRow[]> {
  if (documents.length === 0) return [];
  const rows = await tx.rows<RawDemand>(
    `select d.* from demands d
       join (select distinct * from unnest($1::text[], $2::uuid[]) as k (customer_no, subject)) k using (customer_no, subject)
      order by d.rank, d.queued_at, d.subject, d.item_no, d.status`,
    documentColumns(documents),
  );
  return rows.map(demandRow);
}

/** Backordered documents that any of this stock may fill. Not locked: the caller locks them and rereads their demands. */
export async function findWaitingDocuments(
  tx: Tx,
  stock: readonly { customerNo: string; itemNo: string; warehouse: string; status: string }[],
): Promise<DocumentKey[]> {
  if (stock.length === 0) return [];
  const rows = await tx.rows<{ customer_no: string; subject: string }>(
    `select distinct d.customer_no, d.subject
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as k (customer_no, item_no, warehouse, status)
       join demands d using (customer_no, item_no)
      where d.state = 'waiting' and (d.warehouse = k.warehouse or k.warehouse = any (d.choices))
        and (d.status = k.status or k.status = any (d.statuses))`,
    [
      stock.map((s) => s.customerNo),
      stock.map((s) => s.itemNo),
      stock.map((s) => s.warehouse),
      stock.map((s) => s.status),
    ],
  );
  return rows.map((r) => ({ customerNo: r.customer_no, subject: r.subject }));
}

/** Units of a balance that its reservations lose. */
export interface StockLoss {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
  readonly units: number;
}

/**
 * The documents whose reservations include these units: documents not in work first, then those in work, both in reverse queue
 * order. Not locked, as in `findWaitingDocuments`.
 */
export async function findReservationHolders(tx: Tx, losses: readonly StockLoss[]): Promise<DocumentKey[]> {
  if (losses.length === 0) return [];
  const rows = await tx.rows<{ customer_no: string; subject: string }>(
    `select distinct customer_no, subject
       from (select d.customer_no, d.subject, k.units, d.quantity,
                    sum(d.quantity) over (
                      partition by d.customer_no, d.item_no, d.warehouse, d.status
                          order by d.state = 'in_work', d.rank desc, d.queued_at desc, d.subject desc) as lost
               from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[])
                 as k (customer_no, item_no, warehouse, status, units)
               join demands d using (customer_no, item_no, warehouse, status)
              where d.state <> 'waiting') h
      where h.lost - h.quantity < h.units`,
    [
      losses.map((l) => l.customerNo),
      losses.map((l) => l.itemNo),
      losses.map((l) => l.warehouse),
      losses.map((l) => l.status),
      losses.map((l) => l.units),
    ],
  );
  return rows.map((r) => ({ customerNo: r.customer_no, subject: r.subject }));
}

/** Sets reserved documents to waiting, backordered at `warehouse`. */
export async function markWaiting(
  tx: Tx,
  lost: readonly (DocumentKey & { readonly warehouse: string })[],
): Promise<void> {
  if (lost.length === 0) return;
  await tx.rows(
    `update demands d set state = 'waiting', warehouse = k.warehouse
       from unnest($1::text[], $2::uuid[], $3::text[]) as k (customer_no, subject, warehouse)
      where d.customer_no = k.customer_no and d.subject = k.subject`,
    [...documentColumns(lost), lost.map((f) => f.warehouse)],
  );
}

/** Sets documents to reserved at `warehouse`. */
export async function markReserved(tx: Tx, filled: readonly FilledDemand[]): Promise<void> {
  if (filled.length === 0) return;
  await tx.rows(
    `update demands d set state = 'reserved', warehouse = k.warehouse
       from unnest($1::text[], $2::uuid[], $3::text[]) as k (customer_no, subject, warehouse)
      where d.customer_no = k.customer_no and d.subject = k.subject`,
    [...documentColumns(filled), filled.map((f) => f.warehouse)],
  );
}

/** Replaces the demands of documents whose rows are other ones now. */
export async function rewriteDemands(tx: Tx, rows: readonly DemandRow[]): Promise<void> {
  if (rows.length === 0) return;
  await deleteDemands(tx, rows);
  insertDemands(tx, rows);
}

/** Sets reserved documents to in work, so that other documents of higher priority cannot take their stock. */
export async function startDemands(tx: Tx, documents: readonly DocumentKey[]): Promise<void> {
  if (documents.length === 0) return;
  await tx.rows(
    `update demands d set state = 'in_work'
       from unnest($1::text[], $2::uuid[]) as k (customer_no, subject)
      where d.customer_no = k.customer_no and d.subject = k.subject and d.state = 'reserved'`,
    documentColumns(documents),
  );
}

export async function deleteDemands(tx: Tx, documents: readonly DocumentKey[]): Promise<void> {
  if (documents.length === 0) return;
  await tx.rows(
    `delete from demands d using unnest($1::text[], $2::uuid[]) as k (customer_no, subject)
      where d.customer_no = k.customer_no and d.subject = k.subject`,
    documentColumns(documents),
  );
}

/** Reduces demands in work; a demand that reaches 0 is deleted. Throws when one is smaller than its reduction. */
export async function reduceDemands(
  tx: Tx,
  shipped: readonly { customerNo: string; subject: string; itemNo: string; status: string; quantity: number }[],
): Promise<void> {
  if (shipped.length === 0) return;
  const columns = [
    shipped.map((s) => s.customerNo),
    shipped.map((s) => s.subject),
    shipped.map((s) => s.itemNo),
    shipped.map((s) => s.status),
    shipped.map((s) => s.quantity),
  ];
  const keys = `unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::bigint[]) as k (customer_no, subject, item_no, status, quantity)`;
  const match = `(d.customer_no, d.subject, d.item_no, d.status) = (k.customer_no, k.subject, k.item_no, k.status) and d.state = 'in_work'`;
  const gone = await tx.rows(
    `delete from demands d using ${keys} where ${match} and d.quantity = k.quantity returning 1`,
    columns,
  );
  if (gone.length === shipped.length) return;
  const less = await tx.rows(
    `update demands d set quantity = d.quantity - k.quantity from ${keys} where ${match} and d.quantity > k.quantity returning 1`,
    columns,
  );
  if (gone.length + less.length !== shipped.length) {
    throw new Error(`${shipped.length - gone.length - less.length} quantities exceed the demands in work`);
  }
}

/** Inserts expectations without received units. Their lines must be new. */
export async function insertExpectations(tx: Tx, expectations: readonly Expectation[]): Promise<void> {
  if (expectations.length === 0) return;
  await tx.rows(
    `insert into expectations (customer_no, subject, line, item_no, warehouse, status, ordered, in_transit)
     select * from unnest($1::text[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[],
                          $8::boolean[])`,
    [
      expectations.map((e) => e.customerNo),
      expectations.map((e) => e.subject),
      expectations.map((e) => e.line),
      expectations.map((e) => e.itemNo),
      expectations.map((e) => e.warehouse),
      expectations.map((e) => e.status),
      expectations.map((e) => e.ordered),
      expectations.map((e) => e.inTransit ?? false),
    ],
  );
}

export interface ExpectationRow extends Expectation {
  readonly received: number;
}

/** The expectations of these documents, which the caller has locked. */
export async function readExpectations(tx: Tx, documents: readonly DocumentKey[]): Promise<ExpectationRow[]> {
  if (documents.length === 0) return [];
  const rows = await tx.rows<{
    customer_no: string;
    subject: string;
    line: number;
    item_no: string;
    warehouse: string;
    status: string;
    ordered: number;
    in_transit: boolean;
    received: number;
  }>(
    `select e.* from expectations e
       join unnest($1::text[], $2::uuid[]) as k (customer_no, subject) using (customer_no, subject)
      order by e.customer_no, e.subject, e.line`,
    documentColumns(documents),
  );
  return rows.map((r) => ({
    customerNo: r.customer_no,
    subject: r.subject,
    line: r.line,
    itemNo: r.item_no,
    warehouse: r.warehouse,
    status: r.status,
    ordered: r.ordered,
    inTransit: r.in_transit,
    received: r.received,
  }));
}

/** Adds received quantities to their lines. */
export async function addReceived(
  tx: Tx,
  receipts: readonly { customerNo: string; subject: string; line: number; quantity: number }[],
): Promise<void> {
  if (receipts.length === 0) return;
  await tx.rows(
    `update expectations e set received = e.received + k.quantity
       from unnest($1::text[], $2::uuid[], $3::int[], $4::bigint[]) as k (customer_no, subject, line, quantity)
      where (e.customer_no, e.subject, e.line) = (k.customer_no, k.subject, k.line)`,
    [
      receipts.map((r) => r.customerNo),
      receipts.map((r) => r.subject),
      receipts.map((r) => r.line),
      receipts.map((r) => r.quantity),
    ],
  );
}

export async function deleteExpectations(tx: Tx, documents: readonly DocumentKey[]): Promise<void> {
  if (documents.length === 0) return;
  await tx.rows(
    `delete from expectations e using unnest($1::text[], $2::uuid[]) as k (customer_no, subject)
      where e.customer_no = k.customer_no and e.subject = k.subject`,
    documentColumns(documents),
  );
}
