/**
 * What a process remembers of its customers from one transaction to the next: their catalog, their clock (decision 16).
 *
 * Read before every set of orders, changed a few times a day. A transaction that may guess takes a fact from memory and
 * stands only if nothing that is remembered of this customer has changed when it takes the commit counter
 * (`Tx.relyOn`); else it runs again and reads. Whoever changes such a fact says so (`Tx.changeFacts`).
 */
import { texts } from './db/arrays.ts';
import type { Reader, Tx } from './db/db.ts';

/** Names a fact of a customer; what it is of (items, the clock) is the source's. */
export interface CacheKey {
  readonly customerNo: string;
  readonly name: string;
}

/** Where facts of one kind are read. */
export interface CacheSource<Value> {
  readonly kind: string;
  /** The facts by `cacheKeyText`, as they stand; keys without a fact are left out. */
  read(reader: Reader, keys: readonly CacheKey[]): Promise<Map<string, Value>>;
  /** False for what is read anew each time: what a caller is refused for must be so now. */
  readonly isCacheable?: (value: Value) => boolean;
}

export const cacheKeyText = (key: CacheKey): string => `${key.customerNo}\n${key.name}`;

interface CacheEntry {
  /** `commit_counters.cache_version` when these were so. */
  version: number;
  readonly values: Map<string, unknown>;
}

/** Facts that a process keeps of a database; the customers that it has known longest make room. */
const maxEntries = 100_000;

class VersionedCache {
  readonly #customers = new Map<string, CacheEntry>();
  #count = 0;

  get(customerNo: string): CacheEntry | undefined {
    return this.#customers.get(customerNo);
  }

  delete(customerNo: string): void {
    this.#count -= this.#customers.get(customerNo)?.values.size ?? 0;
    this.#customers.delete(customerNo);
  }

  set(customerNo: string, version: number, name: string, value: unknown): void {
    if (this.#customers.get(customerNo)?.version !== version) this.delete(customerNo);
    let entry = this.#customers.get(customerNo);
    if (entry === undefined) {
      entry = { version, values: new Map() };
      this.#customers.set(customerNo, entry);
    }
    this.#count -= entry.values.size;
    entry.values.set(name, value);
    this.#count += entry.values.size;
    for (const oldest of this.#customers.keys()) {
      if (this.#count <= maxEntries) break;
      this.delete(oldest);
    }
  }
}

const caches = new WeakMap<Reader, VersionedCache>();

function cacheOf({ database }: Reader): VersionedCache {
  let cache = caches.get(database);
  if (cache === undefined) {
    cache = new VersionedCache();
    caches.set(database, cache);
  }
  return cache;
}

/**
 * The facts under these keys, by `cacheKeyText`; those that do not exist are left out. On a first run they may come from memory,
 * and then nothing is asked of the database.
 */
export async function getCached<Value>(
  tx: Tx,
  source: CacheSource<Value>,
  keys: readonly CacheKey[],
): Promise<ReadonlyMap<string, Value>> {
  const cache = cacheOf(tx);
  const customers = [...new Set(keys.map((key) => key.customerNo))];
  if (!tx.optimistic) {
    for (const customerNo of customers) cache.delete(customerNo);
    return source.read(tx, keys);
  }
  const entryName = (key: CacheKey) => `${source.kind}\n${key.name}`;
  const cached = new Map<string, Value>();
  let isComplete = true;
  for (const key of keys) {
    const text = cacheKeyText(key);
    if (cached.has(text)) continue;
    const value = cache.get(key.customerNo)?.values.get(entryName(key)) as Value | undefined;
    if (value === undefined) isComplete = false;
    else cached.set(text, value);
  }
  if (isComplete) {
    for (const customerNo of customers) tx.assertVersion(customerNo, (cache.get(customerNo) as CacheEntry).version);
    return cached;
  }
  // The version first: what changes in between is then remembered under a version that is over.
  const [versions, facts] = await Promise.all([readVersions(tx, customers), source.read(tx, keys)]);
  for (const key of keys) {
    const value = facts.get(cacheKeyText(key));
    const version = versions.get(key.customerNo);
    if (value === undefined || version === undefined || source.isCacheable?.(value) === false) continue;
    cache.set(key.customerNo, version, entryName(key), value);
  }
  return facts;
}

async function readVersions(tx: Tx, customerNos: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ customer_no: string; cache_version: number }>(
    'select customer_no, cache_version from commit_counters where customer_no = any ($1::text[])',
    [texts(customerNos, (customerNo) => customerNo)],
  );
  return new Map(rows.map((row) => [row.customer_no, row.cache_version]));
}
