/**
 * Keeps `order_index` equal to the orders: a log reader reads the current state of every order that an entry is about, and overwrites
 * its row. It copies the state, not the change, so that a repeated step is harmless.
 */
import { readOperatorSettings } from '../operator-settings/index.ts';
import { publishChangedTopics, topicsOfEventKinds } from '../operators/index.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import {
  type LogEntry,
  type LogReader,
  readLogReaderLagSeconds,
  restartLogBackfill,
  runLogReaderToEnd,
  startLogReader,
} from '../platform/log-reader.ts';
import {
  type LeanOrderDetails,
  lockLeanOrderDetailsForShare,
  readHolds,
  readLeanOrderDetails,
  readSalesOrders,
  type SalesOrderKey,
} from '../sales-orders/index.ts';
import { formatSkuKey, isForAdults, readSkus } from '../skus/index.ts';
import { readPackages } from '../warehouse/index.ts';
import { computeOrderIndexRow, type OrderIndexRow } from './index-row.ts';
import { deleteOrphanedOrderIndexRows, listSalesOrderIds, upsertOrderIndexRows } from './index-store.ts';

/** Kinds of log entries of orders and their packages. Entries of other documents are skipped. */
const orderEntries = /^(sales_order|package|jit_label)[.]/;

/**
 * The name of the reader's cursors. A new column needs a new name: the reader then fills the column from all orders, and reads every
 * change itself while processes of the previous version still maintain the other columns.
 */
const name = 'order-index-3';

/** Nouns that together have every topic of a customer's log entries. */
const indexedNouns = ['sales_order', 'sku', 'return', 'customer', 'license', 'webhook'];

const reader: LogReader = {
  name,
  process: async (tx, entries) => {
    await indexOrders(tx, ordersOf(entries));
    // The topics are published with the commit, so that a list that is read again on a topic shows the change.
    // `transactions` is published always: the journal lists rejected requests and changes of every kind.
    publishChangedTopics(tx, [...topicsOfEventKinds(entries.map(({ kind }) => kind)), 'transactions']);
  },
  backfill: async (tx, customerNo, after, limit) => {
    const ids = await listSalesOrderIds(tx, customerNo, after, limit);
    await indexOrders(
      tx,
      ids.map((orderId) => ({ customerNo, orderId })),
    );
    const next = ids.length < limit ? undefined : ids.at(-1);
    deleteOrphanedOrderIndexRows(tx, customerNo, after, next);
    // A backfill reads no log entries, so it publishes the topics of all that a customer's entries may be about.
    publishChangedTopics(tx, [...topicsOfEventKinds(indexedNouns.map((noun) => `${noun}.indexed`)), 'transactions']);
    return { processed: ids.length, next };
  },
};

function ordersOf(entries: readonly LogEntry[]): SalesOrderKey[] {
  const orders = new Map<string, SalesOrderKey>();
  for (const { customerNo, kind, subject } of entries) {
    if (orderEntries.test(kind)) orders.set(`${customerNo} ${subject}`, { customerNo, orderId: subject });
  }
  return [...orders.values()];
}

/** Locks the details in shared mode, so that a row never gets details that another transaction erases. */
async function indexOrders(tx: Tx, keys: readonly SalesOrderKey[]): Promise<void> {
  const details = await lockLeanOrderDetailsForShare(tx, keys);
  upsertOrderIndexRows(tx, await readOrdersAsIndexRows(tx, keys, details));
}

/**
 * Computes the rows of these orders, in a fixed number of statements. Unknown orders are omitted. `kept` has details that the caller has
 * read.
 */
export async function readOrdersAsIndexRows(
  source: DbReader,
  keys: readonly SalesOrderKey[],
  kept?: ReadonlyMap<string, LeanOrderDetails>,
): Promise<OrderIndexRow[]> {
  const orders = await readSalesOrders(source, keys);
  if (orders.length === 0) return [];
  const operator = await readOperatorSettings(source);
  const details = kept ?? (await readLeanOrderDetails(source, orders));
  const holds = await readHolds(source, orders);
  const packages = Map.groupBy(await readPackages(source, orders), ({ orderId }) => orderId);
  const skus = await readSkus(
    source,
    [...packages.values()]
      .flat()
      .flatMap(({ customerNo, items }) => items.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  return orders.map((order) => {
    const { customerNo, orderId } = order;
    const isForAdult = (itemNo: string) => isForAdults(skus.get(formatSkuKey({ customerNo, itemNo })));
    const state = { order, details: details.get(orderId), holds: holds.get(orderId) ?? [] };
    return computeOrderIndexRow({ ...state, packages: packages.get(orderId) ?? [], isForAdults: isForAdult }, operator);
  });
}

/** Keeps the index up to date in the background; it uses a small share of the time while orders are being written. */
export const startOrderIndexLogReader = (environment: Parameters<typeof startLogReader>[0]) =>
  startLogReader(environment, reader);

/** Reads the log to its end: the index then shows every change that was committed before the call. */
export const catchUpOrderIndex = (db: Db): Promise<void> => runLogReaderToEnd(db, reader);

/**
 * Reads at most `maxSteps` steps of the log: after an operator has changed orders, or before a list is read by which something is
 * decided. Best effort: it never rejects, and the index may still be behind. The background reader retries and logs a failure.
 */
export const tryCatchUpOrderIndex = (db: Db, customers: readonly string[] | undefined, maxSteps = 4): Promise<void> =>
  runLogReaderToEnd(db, reader, customers, maxSteps).catch(() => undefined);

/** Rebuilds the index from all orders, while it is in use; resolves when it is done. */
export async function rebuildOrderIndex(db: Db): Promise<void> {
  await restartLogBackfill(db, reader);
  await catchUpOrderIndex(db);
}

/** Seconds that the index is behind the orders; 0 when it is up to date. */
export const readOrderIndexLagSeconds = (source: DbReader): Promise<number> => readLogReaderLagSeconds(source, name);

/** The name of the order index's log cursors. */
export const orderIndexLogReaderName = name;
