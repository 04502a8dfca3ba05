/**
 * Stale-while-revalidate cache, in the process, of a value that each database has one of and that changes rarely.
 *
 * A value older than `renewAfterMs` is loaded again in the background; readers wait only for one older than `maxAgeMs`. Readers share
 * one load, except transactions, and readers after `invalidate`. A load gets the known value and compares a version, so it is cheap
 * when nothing has changed.
 */
import type { DbReader } from './db/db.ts';

interface Entry<Value> {
  value: Value | undefined;
  /** When the last load that succeeded began. */
  loadedAtMs: number;
  loading: Promise<Value> | undefined;
}

interface RevalidatedCacheOptions<Value> {
  /** Returns `known` itself when nothing has changed since it was loaded. */
  readonly load: (reader: DbReader, known: Value | undefined) => Promise<Value>;
  readonly renewAfterMs: number;
  /** `read` returns nothing older. */
  readonly maxAgeMs: number;
}

export class RevalidatedCache<Value extends object> {
  readonly #entries = new WeakMap<DbReader, Entry<Value>>();
  readonly #options: RevalidatedCacheOptions<Value>;

  constructor(options: RevalidatedCacheOptions<Value>) {
    this.#options = options;
  }

  /**
   * The value, at most `maxAgeMs` old. A transaction that finds an older one loads on its own connection, because waiting for a
   * second one can deadlock the pool, and caches nothing, because it may see its own uncommitted changes.
   */
  async read(reader: DbReader): Promise<Value> {
    const entry = this.#renewed(reader);
    if (entry.value !== undefined && ageMs(entry) < this.#options.maxAgeMs) return entry.value;
    return await (reader.holdsConnection
      ? this.#options.load(reader, entry.value)
      : this.#load(reader.database, entry));
  }

  /** The value without waiting, however old; undefined until it has been loaded once. Starts a load where it is due. */
  cached(reader: DbReader): Value | undefined {
    return this.#renewed(reader).value;
  }

  /** Resolves when `cached` is at most `maxAgeMs` old or its load has failed; undefined when it is now. Never rejects. */
  ensureFresh(reader: DbReader, maxAgeMs: number): Promise<void> | undefined {
    const entry = this.#renewed(reader);
    if (entry.value !== undefined && ageMs(entry) < maxAgeMs) return undefined;
    return this.#load(reader.database, entry).then(
      () => undefined,
      () => undefined,
    );
  }

  /**
   * Resolves when the cache holds everything that any process committed before the call. Never rejects; after an error the
   * cache stays as it was.
   */
  async refresh(reader: DbReader): Promise<void> {
    const entry = this.#renewed(reader);
    // A load under way may have begun before the change.
    await entry.loading?.catch(() => undefined);
    await this.#load(reader.database, entry).catch(() => undefined);
  }

  /** Makes the next `read` of this process load. Call it after the transaction that changed the value. */
  invalidate({ database }: DbReader): void {
    // A new entry, so that a load that began before the change does not mark what it read as current.
    this.#entries.set(database, newEntry(this.#entries.get(database)?.value));
  }

  #renewed({ database }: DbReader): Entry<Value> {
    let entry = this.#entries.get(database);
    if (entry === undefined) {
      entry = newEntry<Value>(undefined);
      this.#entries.set(database, entry);
    }
    // Callers that wait for the load handle its errors; others have a value that is recent enough.
    if (ageMs(entry) >= this.#options.renewAfterMs) this.#load(database, entry).catch(() => undefined);
    return entry;
  }

  /** One load of an entry at a time. */
  #load(database: DbReader, entry: Entry<Value>): Promise<Value> {
    if (entry.loading !== undefined) return entry.loading;
    const startedAtMs = performance.now();
    entry.loading = this.#options
      .load(database, entry.value)
      .then((value) => {
        entry.value = value;
        entry.loadedAtMs = startedAtMs;
        return value;
      })
      .finally(() => {
        entry.loading = undefined;
      });
    return entry.loading;
  }
}

const newEntry = <Value>(value: Value | undefined): Entry<Value> => ({
  value,
  loadedAtMs: Number.NEGATIVE_INFINITY,
  loading: undefined,
});

const ageMs = ({ loadedAtMs }: Entry<unknown>): number => performance.now() - loadedAtMs;
