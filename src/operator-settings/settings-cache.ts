/**
 * The operator's settings as this process caches them (decision 8).
 *
 * Triggers raise a version whenever a settings table changes, so edits by SQL count too. A cache older than `renewAfterMs`
 * reads the version, and the tables only when it has changed. An edit therefore takes effect in every process within
 * `maxSettingsAgeMs`, and until then every reader gets the same object. What `cachedOperatorSettings` returns may be older: requests
 * are validated against codes of up to `maxCodesAgeMs`, where no request came before to renew them.
 */
import type { Db, Reader } from '../platform/db/db.ts';
import type { OperatorSettings } from './settings.ts';
import { insertDefaultSettings, type LoadedSettings, loadSettings } from './settings-store.ts';

/** `readOperatorSettings` returns nothing older. */
export const maxSettingsAgeMs = 3_000;
/** From this age on the version is read in the background, so that under load no transaction waits for it. */
const renewAfterMs = 2_000;
/** Requests are validated against codes up to this age; without traffic the first request waits for a renewal. */
const maxCodesAgeMs = 10_000;

interface SettingsCache {
  loaded: LoadedSettings | undefined;
  /** When the last check that succeeded began. */
  checkedAtMs: number;
  checking: Promise<LoadedSettings> | undefined;
}

const caches = new WeakMap<Reader, SettingsCache>();

/**
 * The operator's settings, at most `maxSettingsAgeMs` old. A transaction that finds an older cache reads on its own connection,
 * because waiting for a second one can deadlock the pool, and caches nothing, because it may see its own uncommitted edits.
 */
export async function readOperatorSettings(reader: Reader): Promise<OperatorSettings> {
  const cache = renewedCache(reader);
  if (cache.loaded !== undefined && ageMs(cache) < maxSettingsAgeMs) return cache.loaded.settings;
  const checking = reader.holdsConnection ? loadSettings(reader, cache.loaded) : check(reader.database, cache);
  return (await checking).settings;
}

/** The settings without waiting, however old; undefined until they have been read once. Starts a renewal where it is due. */
export function cachedOperatorSettings(reader: Reader): OperatorSettings | undefined {
  return renewedCache(reader).loaded?.settings;
}

/** Resolves when `cachedOperatorSettings` is recent enough to validate requests; undefined when it is now. Never rejects. */
export function ensureFreshSettings(reader: Reader): Promise<void> | undefined {
  const cache = renewedCache(reader);
  if (cache.loaded !== undefined && ageMs(cache) < maxCodesAgeMs) return undefined;
  // A failure is reported by the operation, which needs the database as well.
  return check(reader.database, cache).then(
    () => undefined,
    () => undefined,
  );
}

/**
 * Reads the version and resolves when the cache holds everything that any process committed before the call. So
 * operators see at once what they edited through another process. Never rejects; after an error the cache stays as it was.
 */
export async function refreshSettingsCache(reader: Reader): Promise<void> {
  const cache = renewedCache(reader);
  // A check under way may have begun before the edit.
  await cache.checking?.catch(() => undefined);
  await check(reader.database, cache).catch(() => undefined);
}

/** Makes the next reader of this process check the version. Call it after the transaction that edited a setting. */
export function invalidateOperatorSettings({ database }: Reader): void {
  // A new entry, so that a check that began before the edit does not mark it as current.
  caches.set(database, {
    loaded: caches.get(database)?.loaded,
    checkedAtMs: Number.NEGATIVE_INFINITY,
    checking: undefined,
  });
}

const ageMs = ({ checkedAtMs }: SettingsCache): number => performance.now() - checkedAtMs;

function renewedCache({ database }: Reader): SettingsCache {
  let cache = caches.get(database);
  if (cache === undefined) {
    cache = { loaded: undefined, checkedAtMs: Number.NEGATIVE_INFINITY, checking: undefined };
    caches.set(database, cache);
  }
  // Callers that wait for the check handle its errors; others have settings that are recent enough.
  if (ageMs(cache) >= renewAfterMs) check(database, cache).catch(() => undefined);
  return cache;
}

/** One check at a time. */
function check(database: Reader, cache: SettingsCache): Promise<LoadedSettings> {
  if (cache.checking !== undefined) return cache.checking;
  const startedAtMs = performance.now();
  const checking = loadSettings(database, cache.loaded)
    .then((loaded) => {
      cache.loaded = loaded;
      cache.checkedAtMs = startedAtMs;
      return loaded;
    })
    .finally(() => {
      cache.checking = undefined;
    });
  cache.checking = checking;
  return checking;
}

/** Loads the default settings where there are none. Idempotent. */
export async function seedOperatorSettings(db: Db): Promise<void> {
  await db.write(insertDefaultSettings);
  invalidateOperatorSettings(db);
}
