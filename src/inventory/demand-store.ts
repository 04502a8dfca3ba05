/** SQL that writes `demands`, and reads them by document and by stock. */
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';
import type { DocumentKey, StockKey } from './stock.ts';
import { documentKeyColumns, stockKeyColumnNames, stockKeyColumns } from './stock-columns.ts';

/**
 * `waiting`: backordered. `reserved`: stock is reserved for it. `in_work`: it keeps its stock, because work on its document has started; in
 * a shortage it loses stock after all others.
 */
export type DemandState = 'waiting' | 'reserved' | 'in_work';

/** A row of `demands`: units of an item that a document needs. */
export interface DemandRow extends DocumentKey {
  readonly itemNo: string;
  /** While it waits, the first of `statuses`; while it is reserved or in work, the one that it draws. */
  readonly status: string;
  /** The statuses that may fill the demand, best first; undefined for its own alone. */
  readonly statuses?: readonly string[] | undefined;
  readonly warehouse: string;
  /** Candidate warehouses, best first; undefined when the document specifies one. */
  readonly choices?: readonly string[] | undefined;
  readonly quantity: number;
  readonly state: DemandState;
  readonly rank: number;
  readonly queuedAt: Temporal.Instant;
  /**
   * Units of its document are in boxes at `warehouse` already, though it is not in work: the document loses its reservation after those
   * that are not packed. The same in all rows of a document.
   */
  readonly isPacked?: boolean;
  /** The warehouse where units of its document were in boxes when it was last written. Read it by `packingWarehouseOf`. */
  readonly packedAtWarehouse?: string | undefined;
}

/**
 * The warehouse where units of the row's document are in boxes, though it is not in work: also while it is reserved or waits at another.
 * Processes of the version before 0091 write only `isPacked`, so that it is right about `warehouse` whatever `packedAtWarehouse` is.
 */
export const packingWarehouseOf = ({ warehouse, isPacked, packedAtWarehouse }: DemandRow): string | undefined => {
  if (isPacked === true) return warehouse;
  return packedAtWarehouse === warehouse ? undefined : packedAtWarehouse;
};

/** The columns of a row at `warehouse` whose document has units in boxes at `packedAtWarehouse`. */
export const packingColumnsAt = (warehouse: string, packedAtWarehouse: string | undefined) => ({
  isPacked: packedAtWarehouse === warehouse,
  packedAtWarehouse,
});

const documentKey = ['customerNo', 'subject'] as const;
const lineKeyNames = [...documentKey, 'itemNo', 'status'] as const;
const lineKey = { ...documentKeyColumns, itemNo: column.text(), status: column.text() };

const insertedColumns = {
  ...lineKey,
  warehouse: column.text(),
  choices: column.optional(column.texts()),
  quantity: column.bigint(),
  state: column.text<DemandState>(),
  rank: column.smallint(),
  queuedAt: column.instant(),
  statuses: column.optional(column.texts()),
};

const packingColumns = { isPacked: column.boolean(), packedAtWarehouse: column.optional(column.text()) };
const table = new Table('demands', { ...insertedColumns, ...packingColumns }, lineKeyNames);

/** Inserts demands that are not packed. */
export const insertDemands = table.insert(Object.keys(insertedColumns) as (keyof typeof insertedColumns)[]);

/** The demands of these documents, which may be repeated, each once and in queue order. */
export const readDemands: (reader: DbReader, documents: readonly DocumentKey[]) => Promise<DemandRow[]> = table.find({
  by: documentKey,
  orderBy: 't.rank, t.queued_at, t.subject, t.item_no, t.status',
});

const stock = createRowSetSql(stockKeyColumns);
const waitingDocuments = `select distinct ${table.select('d', documentKey)}
       from ${stock.from('k')} join demands d on ${stock.match('d', 'k', ['customerNo', 'itemNo'])}
      where d.state = 'waiting' and (d.warehouse = k.warehouse or k.warehouse = any (d.choices))
        and (d.status = k.status or k.status = any (d.statuses))`;

/** Backordered documents that any of this stock may fill. Not locked: the caller locks them and rereads their demands. */
export async function findBackorderedDocuments(tx: Tx, increased: readonly StockKey[]): Promise<DocumentKey[]> {
  return increased.length === 0 ? [] : await table.rows(tx, waitingDocuments, stock.values(increased));
}

/** Units of a balance that its reservations lose. */
export interface BalanceReservationLoss extends StockKey {
  readonly units: number;
}

const lostStock = createRowSetSql({ ...stockKeyColumns, units: column.bigint() });
const reservationHolders = `select distinct customer_no as "customerNo", subject
       from (select d.customer_no, d.subject, k.units, d.quantity,
                    sum(d.quantity) over (
                      partition by d.customer_no, d.item_no, d.warehouse, d.status
                          order by d.state = 'in_work', d.is_packed, d.rank desc, d.queued_at desc, d.subject desc) as lost
               from ${lostStock.from('k')} join demands d on ${lostStock.match('d', 'k', stockKeyColumnNames)}
              where d.state <> 'waiting') h
      where h.lost - h.quantity < h.units`;

/**
 * The documents that lose their reservations when these units are missing, in no order. Reserved documents that are not packed lose
 * theirs first, then packed ones, at last those in work; within each of the three, the last of the queue first. Not locked, as in
 * `findBackorderedDocuments`.
 */
export async function findDocumentsLosingReservations(
  tx: Tx,
  losses: readonly BalanceReservationLoss[],
): Promise<DocumentKey[]> {
  return losses.length === 0 ? [] : await tx.rows(reservationHolders, lostStock.values(losses));
}

const places = createRowSetSql({ ...documentKeyColumns, warehouse: column.text(), state: column.text<DemandState>() });
// `packingWarehouseOf`, in SQL.
const packingWarehouse = `case when d.is_packed then d.warehouse
             when d.packed_at_warehouse <> d.warehouse then d.packed_at_warehouse end`;
const updatePlaces = `update demands d
        set state = k.state, warehouse = k.warehouse,
            is_packed = coalesce(${packingWarehouse} = k.warehouse, false),
            packed_at_warehouse = ${packingWarehouse}
       from ${places.from('k')} where ${places.match('d', 'k', documentKey)}`;

/** Sets documents to reserved, or to waiting (backordered), at `warehouse`. Packed ones stay packed where their boxes are. */
export function setDemandStates(
  tx: Tx,
  documents: readonly (DocumentKey & { readonly warehouse: string })[],
  state: 'waiting' | 'reserved',
): void {
  if (documents.length > 0) tx.send(updatePlaces, places.values(documents.map((document) => ({ ...document, state }))));
}

const deleteDemands = table.delete({ by: documentKey });

const insertRewritten = table.insert();

/** Replaces all demands of the documents of `rows` by `rows`. */
export function rewriteDemands(tx: Tx, rows: readonly DemandRow[]): void {
  replaceDemandRows(tx, rows, rows);
}

/** Deletes all demands of these documents and inserts `rows`. */
export function replaceDemandRows(tx: Tx, documents: readonly DocumentKey[], rows: readonly DemandRow[]): void {
  deleteDemands(tx, documents);
  insertRewritten(
    tx,
    rows.map((row) => ({ ...row, ...packingColumnsAt(row.warehouse, packingWarehouseOf(row)) })),
  );
}

const started = createRowSetSql({
  ...documentKeyColumns,
  state: column.text<DemandState>(),
  isPacked: column.boolean(),
});
const updateStarted = (from: DemandState) => `update demands d
        set state = k.state, is_packed = k.is_packed, packed_at_warehouse = case when k.is_packed then d.warehouse end
       from ${started.from('k')} where ${started.match('d', 'k', documentKey)} and d.state = '${from}'`;
const startReserved = updateStarted('reserved');
const stopStarted = updateStarted('in_work');
const setUnpacked = table.update({
  by: documentKey,
  set: ['isPacked', 'packedAtWarehouse'],
  where: '(t.is_packed or t.packed_at_warehouse is not null)',
});

/**
 * Sets reserved documents to in work, so that a shortage takes their stock only after that of all others. Whatever stood in boxes is
 * part of the work, or was left at another warehouse.
 */
export function markDemandsInWork(tx: Tx, documents: readonly DocumentKey[]): void {
  if (documents.length === 0) return;
  tx.send(
    startReserved,
    started.values(documents.map((document) => ({ ...document, state: 'in_work', isPacked: false }))),
  );
}

/**
 * Undoes `markDemandsInWork` for locked documents. Their stock stays reserved, but a shortage takes it before that of
 * documents in work; that of packed documents after that of the others that are not in work.
 */
export function markDemandsReserved(
  tx: Tx,
  documents: readonly (DocumentKey & { readonly isPacked: boolean })[],
): void {
  if (documents.length === 0) return;
  tx.send(stopStarted, started.values(documents.map((document) => ({ ...document, state: 'reserved' }))));
}

/** Marks locked documents as not packed, so that they no longer lose their reservations after those that are not packed. */
export const markDemandsUnpacked = (tx: Tx, documents: readonly DocumentKey[]): void =>
  setUnpacked(
    tx,
    documents.map(({ customerNo, subject }) => ({
      customerNo,
      subject,
      isPacked: false,
      packedAtWarehouse: undefined,
    })),
  );

const reductions = createRowSetSql({ ...lineKey, quantity: column.bigint() });
const deleteReduced = `delete from demands d using ${reductions.from('k')}
      where ${reductions.match('d', 'k')} and d.state = 'in_work' returning 1`;
const reduce = `update demands d set quantity = d.quantity - k.quantity from ${reductions.from('k')}
      where ${reductions.match('d', 'k', lineKeyNames)} and d.state = 'in_work' and d.quantity > k.quantity returning 1`;

/**
 * Reduces demands in work; a demand that reaches 0 is deleted. Throws when one is not in work or smaller than its reduction.
 */
export async function reduceDemands(
  tx: Tx,
  lessened: readonly (DocumentKey & { itemNo: string; status: string; quantity: number })[],
): Promise<void> {
  if (lessened.length === 0) return;
  const values = reductions.values(lessened);
  const deleted = await tx.rows(deleteReduced, values);
  if (deleted.length === lessened.length) return;
  const reduced = await tx.rows(reduce, values);
  if (deleted.length + reduced.length !== lessened.length) {
    throw new Error(`${lessened.length - deleted.length - reduced.length} quantities exceed the demands in work`);
  }
}
