/**
 * SQL that inserts, updates, reads and locks `balances`. Each statement locks its rows in the order of their key, except the update of
 * unlocked rows (see `write`); `lockMore` may lock earlier keys later in the transaction. Quantities are written as deltas, never as
 * absolute values.
 */
import { distinctCustomerNos, type OfCustomers } from '../platform/customer-nos.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
import { Table } from '../platform/db/table.ts';
import { balanceCacheOfDatabase, type CachedBalance } from './balance-cache.ts';
import { formatStockKey, type StockKey } from './stock.ts';
import { stockKeyColumnNames, stockKeyColumns } from './stock-columns.ts';
import { StockKeyMap } from './stock-map.ts';

interface StockBalance extends StockKey {
  readonly onHand: number;
  readonly reserved: number;
  /** Only of a locked balance. */
  readonly expected?: number;
}

/** Changes of one balance. */
export interface StockBalanceDelta {
  onHand: number;
  reserved: number;
  backOrdered: number;
  expected: number;
  /** The part of `expected` that is in transit. */
  inTransit: number;
}

interface BalanceChange {
  readonly key: StockKey;
  readonly delta: StockBalanceDelta;
}

function copyChanges(changes: StockKeyMap<BalanceChange>): StockKeyMap<BalanceChange> {
  const copy = new StockKeyMap<BalanceChange>();
  for (const { key, delta } of changes.values()) copy.set(key, { key, delta: { ...delta } });
  return copy;
}

function uniqueKeys(keys: Iterable<StockKey>): StockKeyMap<StockKey> {
  const unique = new StockKeyMap<StockKey>();
  for (const key of keys) if (!unique.has(key)) unique.set(key, key);
  return unique;
}

const quantities = {
  onHand: column.bigint(),
  reserved: column.bigint(),
  backOrdered: column.bigint(),
  expected: column.bigint(),
  inTransit: column.bigint(),
};
const table = new Table(
  'balances',
  { ...stockKeyColumns, ...quantities, firstSeq: column.optional(column.bigint()) },
  stockKeyColumnNames,
);

const lockRows = table.lock({ columns: [...stockKeyColumnNames, 'onHand', 'reserved', 'expected'] });
const insertMissing = table.insertOrIgnore(stockKeyColumnNames);
/** Writes the commit number of new rows to `first_seq`; older rows keep theirs. */
const firstSeqWriter = table.numberedUpdate({ seq: ['firstSeq'], where: 't.first_seq is null' });

const keys = createRowSetSql(stockKeyColumns);
/** Returns the position of each key instead of the key itself, because creations of orders run this statement. */
const readRows = `select k.nth::int, ${table.select('b', ['onHand', 'reserved'])}
       from ${keys.from('k', { ordered: true })} join balances b on ${keys.match('b', 'k')}`;

const changes = createRowSetSql({ ...stockKeyColumns, ...quantities });
const applyChanges = `update balances b
        set on_hand = b.on_hand + d.on_hand, reserved = b.reserved + d.reserved,
            back_ordered = b.back_ordered + d.back_ordered, expected = b.expected + d.expected,
            in_transit = b.in_transit + d.in_transit,
            sold_out_at = case when b.on_hand > b.reserved and b.on_hand + d.on_hand <= b.reserved + d.reserved
                               then d.now else b.sold_out_at end
       from (select u.*, statement_timestamp() as now from ${changes.from('u')} order by 1, 2, 3, 4) d
      where ${changes.match('b', 'd', stockKeyColumnNames)}`;

const reservations = createRowSetSql({ ...stockKeyColumns, reserved: quantities.reserved });
/**
 * A cached balance may have been deleted meanwhile, with its warehouse or status. The division fails the transaction then, and it runs
 * again with locks.
 */
const addReserved = `with written as (
     update balances b
        set reserved = b.reserved + d.reserved,
            sold_out_at = case when b.on_hand > b.reserved + d.reserved then b.sold_out_at else d.now end
       from (select u.*, statement_timestamp() as now from ${reservations.from('u')} order by 1, 2, 3, 4) d
      where ${reservations.match('b', 'd', stockKeyColumnNames)}
      returning 1)
     select 1 / (count(*) = cardinality($1))::int from written`;

const demanded = createRowSetSql({ ...stockKeyColumns, units: column.bigint() });
const shortBalances = `select ${table.select('b', stockKeyColumnNames)}, k.units - (b.on_hand - b.reserved) as units
       from ${demanded.from('k')} join balances b on ${demanded.match('b', 'k', stockKeyColumnNames)}
      where b.on_hand - b.reserved < k.units`;

/**
 * The existing balances with less than `units` available, and how many units they lack. Not locked. A balance without a row is
 * omitted: nothing is reserved there.
 */
export async function findInsufficientBalances(
  tx: Tx,
  wanted: readonly (StockKey & { readonly units: number })[],
): Promise<(StockKey & { readonly units: number })[]> {
  return wanted.length === 0 ? [] : await tx.rows(shortBalances, demanded.values(wanted));
}

const items = createRowSetSql({
  customerNo: column.text(),
  itemNo: column.optional(column.text()),
  warehouse: column.optional(column.text()),
});
const onHandOf = (isWanted: string): string => `select ${table.select('b', [...stockKeyColumnNames, 'onHand'])}
       from ${items.from('k')} join balances b on ${items.match('b', 'k', ['customerNo'])}
        and ${isWanted} and b.warehouse = coalesce(k.warehouse, b.warehouse)
      where b.on_hand > 0`;
// Two parts, so that items are found by the key, and not among all balances of their customer.
const onHandRows = `${onHandOf('b.item_no = k.item_no')} union ${onHandOf('k.item_no is null')} order by 1, 2, 3, 4`;

export interface StockOnHand extends StockKey {
  readonly onHand: number;
}

/** The balances with stock on hand, each once, by key; an undefined item or warehouse stands for all. */
export async function readStockOnHand(
  reader: DbReader,
  wanted: readonly { readonly customerNo: string; readonly itemNo?: string; readonly warehouse?: string }[],
): Promise<StockOnHand[]> {
  return wanted.length === 0 ? [] : await reader.rows(onHandRows, items.values(wanted));
}

/** Locks the balances that exist under these keys, so that no other transaction changes them until this one ends. */
export async function lockBalances(tx: Tx, wanted: readonly StockKey[]): Promise<void> {
  await lockRows(tx, [...uniqueKeys(wanted).values()]);
}

const lockRowsAtWarehouse = table.lock({ by: ['customerNo', 'warehouse'], columns: stockKeyColumnNames });

/** Locks the balances that these customers have at a warehouse. */
export async function lockBalancesAtWarehouse(
  tx: Tx,
  customerNos: readonly string[],
  warehouse: string,
): Promise<void> {
  await lockRowsAtWarehouse(
    tx,
    customerNos.map((customerNo) => ({ customerNo, warehouse })),
  );
}

const lockRowsInStatus = table.lock({ by: ['customerNo', 'status'], columns: stockKeyColumnNames });

/** Locks the balances that these customers have in an inventory status. */
export async function lockBalancesInStatus(tx: Tx, customerNos: readonly string[], status: string): Promise<void> {
  await lockRowsInStatus(
    tx,
    customerNos.map((customerNo) => ({ customerNo, status })),
  );
}

type AdvisoryLock = 'pg_advisory_xact_lock_shared' | 'pg_advisory_xact_lock';

/** Locks customers in their order, under a name of what is locked. */
export function sendCustomersLock(tx: Tx, customers: OfCustomers, name: string, lock: AdvisoryLock): void {
  const customerNos = distinctCustomerNos(customers).sort();
  if (customerNos.length === 0) return;
  tx.send(`select ${lock}(hashtextextended('${name} ' || c, 0)) from unnest($1::text[]) as c`, [customerNos]);
}

/** Sent before the statement that locks the balances, so transactions that take both locks take this one first. */
const sendReceiptLock = (tx: Tx, keys: readonly StockKey[], lock: AdvisoryLock): void =>
  sendCustomersLock(tx, keys, 'stock receipt', lock);

/**
 * The balances that a transaction reads, and its pending changes (a unit of work).
 *
 * A balance without a row cannot be locked. Before the balances, a transaction that may backorder (`lockToReserve`) therefore takes
 * a shared advisory lock of the customer, and one that adds or expects stock, or posts a loss (`lockToReceive`), an exclusive one: the
 * later of the two sees what the other wrote.
 */
export class BalanceSession {
  readonly #tx: Tx;
  readonly #rows = new StockKeyMap<StockBalance>();
  #deltas = new StockKeyMap<BalanceChange>();

  readonly #isLocked: boolean;
  /** The keys of an unlocked read. */
  #requested = new StockKeyMap<StockKey>();
  #isFromCache = false;

  private constructor(tx: Tx, isLocked: boolean) {
    this.#tx = tx;
    this.#isLocked = isLocked;
  }

  /**
   * Reads balances without locks, from the cache where it has them (`balance-cache.ts`). A decision on such balances may only
   * reserve, and only while they have twice the demand (`hasTwiceTheDemand`): if other transactions took too much meanwhile, a
   * CHECK constraint fails and the transaction is retried with locks (`Tx.optimistic`, decision 16).
   */
  static async readUnlocked(tx: Tx, keys: Iterable<StockKey>): Promise<BalanceSession> {
    const balances = new BalanceSession(tx, false);
    balances.#requested = uniqueKeys(keys);
    const cache = balanceCacheOfDatabase(tx);
    const uncached = [...balances.#requested.values()].filter((key) => !cache.has(key));
    balances.#isFromCache = uncached.length < balances.#requested.size;
    await balances.#load(cache, uncached);
    return balances;
  }

  /** Reads the same balances without locks from the database. */
  async rereadUnlocked(): Promise<BalanceSession> {
    const balances = new BalanceSession(this.#tx, false);
    balances.#requested = this.#requested;
    await balances.#load(balanceCacheOfDatabase(this.#tx), [...balances.#requested.values()]);
    return balances;
  }

  /** Whether some balances came from the cache: the database may have more stock by now. */
  get isFromCache(): boolean {
    return this.#isFromCache;
  }

  /** Reads `uncached` balances into the cache, then takes all requested ones from it. */
  async #load(cache: StockKeyMap<CachedBalance>, uncached: readonly StockKey[]): Promise<void> {
    const rows =
      uncached.length === 0
        ? []
        : await this.#tx.rows<{ nth: number; onHand: number; reserved: number }>(readRows, keys.values(uncached));
    for (const key of uncached) cache.set(key, { onHand: 0, reserved: 0, exists: false });
    for (const { nth, onHand, reserved } of rows) {
      cache.set(uncached[nth - 1] as StockKey, { onHand, reserved, exists: true });
    }
    for (const key of this.#requested.values()) {
      const balance = cache.get(key);
      if (balance?.exists) this.#rows.set(key, { ...key, onHand: balance.onHand, reserved: balance.reserved });
    }
  }

  /** Locks the balances that exist under `keys`, in the order of their key. Repeated keys count once. */
  static async lock(tx: Tx, keys: Iterable<StockKey>): Promise<BalanceSession> {
    const balances = new BalanceSession(tx, true);
    await balances.lockMore(keys);
    return balances;
  }

  /**
   * Like `lock`, for demands that may be backordered: until the transaction ends, a balance of these customers that does not exist
   * gets no stock.
   */
  static lockToReserve(tx: Tx, keys: readonly StockKey[]): Promise<BalanceSession> {
    sendReceiptLock(tx, keys, 'pg_advisory_xact_lock_shared');
    return BalanceSession.lock(tx, keys);
  }

  /**
   * Like `lock`, for adding or expecting stock under `changed`, or for a loss there that may backorder documents. Call it before
   * the last search for backorders that the stock can fill.
   */
  static lockToReceive(tx: Tx, keys: readonly StockKey[], changed: readonly StockKey[]): Promise<BalanceSession> {
    sendReceiptLock(tx, changed, 'pg_advisory_xact_lock');
    return BalanceSession.lock(tx, keys);
  }

  /** Locks more balances. Those that are locked already are reread, without this transaction's pending changes. */
  async lockMore(keys: Iterable<StockKey>): Promise<void> {
    const unique = [...uniqueKeys(keys).values()];
    if (unique.length === 0) return;
    const cache = balanceCacheOfDatabase(this.#tx);
    for (const key of unique) cache.delete(key);
    for (const row of await lockRows(this.#tx, unique)) this.#rows.set(row, row);
  }

  /** On hand less reserved, with this transaction's pending changes. */
  available(key: StockKey): number {
    return this.onHand(key) - this.reserved(key);
  }

  /** With this transaction's pending changes. */
  onHand(key: StockKey): number {
    return (this.#rows.get(key)?.onHand ?? 0) + (this.#deltas.get(key)?.delta.onHand ?? 0);
  }

  /** Expected and not received, with this transaction's pending changes; only for locked balances. */
  expected(key: StockKey): number {
    return (this.#rows.get(key)?.expected ?? 0) + (this.#deltas.get(key)?.delta.expected ?? 0);
  }

  /** Reserved or in work, with this transaction's pending changes. */
  reserved(key: StockKey): number {
    return (this.#rows.get(key)?.reserved ?? 0) + (this.#deltas.get(key)?.delta.reserved ?? 0);
  }

  /** Whether every balance has twice the units that are about to be reserved; other transactions reserve concurrently. */
  get hasTwiceTheDemand(): boolean {
    for (const { key, delta } of this.#deltas.values()) {
      const row = this.#rows.get(key);
      if (row === undefined || row.onHand - row.reserved < 2 * delta.reserved) return false;
    }
    return true;
  }

  /** Returns a function that discards the changes that are made after this call. */
  savepoint(): () => void {
    const kept = copyChanges(this.#deltas);
    return () => {
      this.#deltas = copyChanges(kept);
    };
  }

  change(key: StockKey, change: Partial<StockBalanceDelta>): void {
    let entry = this.#deltas.get(key);
    if (entry === undefined) {
      entry = { key, delta: { onHand: 0, reserved: 0, backOrdered: 0, expected: 0, inTransit: 0 } };
      this.#deltas.set(key, entry);
    }
    entry.delta.onHand += change.onHand ?? 0;
    entry.delta.reserved += change.reserved ?? 0;
    entry.delta.backOrdered += change.backOrdered ?? 0;
    entry.delta.expected += change.expected ?? 0;
    entry.delta.inTransit += change.inTransit ?? 0;
  }

  /**
   * Writes the pending changes. CHECK constraints reject an inconsistent balance. Missing rows are inserted in the order of
   * their key. Afterward the session still has the balances as they were read: `lockMore` rereads them. PostgreSQL does not
   * guarantee that the update of unlocked rows keeps that order: batches of a customer wait for each other at its reservation lock;
   * a deadlock with a transaction that locked balances first is retried (decision 16).
   */
  write(): void {
    const changed = [...this.#deltas.values()].filter(
      ({ delta }) =>
        delta.onHand !== 0 ||
        delta.reserved !== 0 ||
        delta.backOrdered !== 0 ||
        delta.expected !== 0 ||
        delta.inTransit !== 0,
    );
    this.#deltas = new StockKeyMap();
    if (changed.length === 0) return;
    const missing = changed
      .filter(({ key }) => !this.#rows.has(key))
      .sort((a, b) => (formatStockKey(a.key) < formatStockKey(b.key) ? -1 : 1));
    if (missing.length > 0) {
      if (!this.#isLocked) throw new Error('a balance that was read without a lock does not exist');
      insertMissing(
        this.#tx,
        missing.map(({ key }) => key),
      );
      for (const { key } of missing) this.#tx.number(firstSeqWriter, key);
    }
    if (!this.#isLocked) {
      this.#addReserved(changed);
      return;
    }
    this.#tx.send(applyChanges, changes.values(changed.map(({ key, delta }) => ({ ...key, ...delta }))));
  }

  /** Reserves on balances that were read without locks, in the cache as well. */
  #addReserved(changed: readonly BalanceChange[]): void {
    const cache = balanceCacheOfDatabase(this.#tx);
    for (const { key, delta } of changed) {
      const balance = cache.get(key);
      if (balance !== undefined) balance.reserved += delta.reserved;
    }
    // Locked before the first row is updated: without it, two processes could update the rows in opposite sequences.
    const reserved = changed.map(({ key }) => key);
    sendCustomersLock(this.#tx, reserved, 'stock reservation', 'pg_advisory_xact_lock');
    this.#tx.send(addReserved, reservations.values(changed.map(({ key, delta }) => ({ ...key, ...delta }))));
  }
}
