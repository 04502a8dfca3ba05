/**
 * Versioned in-process cache of a customer's catalog and clock, across transactions (decision 16).
 *
 * These are read before every batch of orders and change a few times a day. An optimistic transaction (`Tx.optimistic`)
 * uses cached values and asserts their version (`Tx.assertVersion`): if any cached value of the customer has changed when it
 * locks the commit counter, it rolls back and runs again without the cache. A transaction that changes such a value
 * increments the version (`Tx.bumpVersion`).
 */
import { encodeTextArrayParameter } from './db/arrays.ts';
import type { DbReader, Tx } from './db/db.ts';

/** The key of a value of a customer within its source. */
export interface CacheKey {
  readonly customerNo: string;
  readonly name: string;
}

/** Reads values of one kind. */
export interface CacheSource<Value> {
  readonly kind: string;
  /** The current values by `formatCacheKey`; keys without a value are left out. */
  read(reader: DbReader, keys: readonly CacheKey[]): Promise<Map<string, Value>>;
  /** False for values that must be read each time: a request may be rejected because of them. */
  readonly isCacheable?: (value: Value) => boolean;
}

export const formatCacheKey = (key: CacheKey): string => `${key.customerNo}\n${key.name}`;

interface CacheEntry {
  /** The customer's `commit_counters.cache_version` at which these values were read. */
  version: number;
  readonly values: Map<string, unknown>;
}

/** Maximum values per database; customers are evicted in the order of insertion. */
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

const caches = new WeakMap<DbReader, VersionedCache>();

function cacheOf({ database }: DbReader): VersionedCache {
  let cache = caches.get(database);
  if (cache === undefined) {
    cache = new VersionedCache();
    caches.set(database, cache);
  }
  return cache;
}

/**
 * The values under these keys, by `formatCacheKey`; missing ones are left out. On an optimistic run the values come from the
 * cache if it has all of them; then no statement is sent. Otherwise they are read, and a run that is not optimistic also clears the
 * cache of these customers.
 */
export async function readCachedValues<Value>(
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
    const text = formatCacheKey(key);
    if (cached.has(text)) continue;
    const value = cache.get(key.customerNo)?.values.get(entryName(key)) as Value | undefined;
    if (value === undefined) isComplete = false;
    else cached.set(text, value);
  }
  if (isComplete) {
    for (const customerNo of customers) tx.assertVersion(customerNo, (cache.get(customerNo) as CacheEntry).version);
    return cached;
  }
  // The version first: a change in between is then cached under a stale version.
  const [versions, values] = await Promise.all([readVersions(tx, customers), source.read(tx, keys)]);
  for (const key of keys) {
    const value = values.get(formatCacheKey(key));
    const version = versions.get(key.customerNo);
    if (value === undefined || version === undefined || source.isCacheable?.(value) === false) continue;
    cache.set(key.customerNo, version, entryName(key), value);
  }
  return values;
}

async function readVersions(tx: Tx, customerNos: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ customer_no: string; cache_version: number }>(
    'select customer_no, cache_version from commit_counters where customer_no = any ($1::text[])',
    [encodeTextArrayParameter(customerNos, (customerNo) => customerNo)],
  );
  return new Map(rows.map((row) => [row.customer_no, row.cache_version]));
}
