/**
 * The operator's settings as this process caches them (decision 8).
 *
 * Triggers raise a version whenever a settings table changes, so edits by SQL count too. A cache older than `renewAfterMs`
 * reads the version, and the tables only when it has changed. An edit therefore takes effect in every process within
 * `maxSettingsAgeMs`, and until then every reader gets the same object. What `getCachedOperatorSettings` returns may be older: requests
 * are validated against codes of up to `maxCodesAgeMs`, where no request came before to renew them.
 */
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { RevalidatedCache } from '../platform/revalidated-cache.ts';
import type { OperatorSettings } from './settings.ts';
import { insertDefaultSettings, loadSettings } from './settings-store.ts';

/** `readOperatorSettings` returns nothing older. */
export const maxSettingsAgeMs = 3_000;
/** From this age on the version is read in the background, so that under load no transaction waits for it. */
const renewAfterMs = 2_000;
/** Requests are validated against codes up to this age; without traffic the first request waits for a renewal. */
const maxCodesAgeMs = 10_000;

const cache = new RevalidatedCache({ load: loadSettings, renewAfterMs, maxAgeMs: maxSettingsAgeMs });

/** The operator's settings, at most `maxSettingsAgeMs` old. A transaction that finds older ones reads them on its own connection. */
export async function readOperatorSettings(reader: DbReader): Promise<OperatorSettings> {
  return (await cache.read(reader)).settings;
}

/** The settings without waiting, however old; undefined until they have been read once. Starts a renewal where it is due. */
export function getCachedOperatorSettings(reader: DbReader): OperatorSettings | undefined {
  return cache.cached(reader)?.settings;
}

/**
 * Resolves when `getCachedOperatorSettings` is recent enough to validate requests, or when the attempt to renew it has failed; undefined
 * when it is recent enough now. Never rejects.
 */
export function ensureFreshSettings(reader: DbReader): Promise<void> | undefined {
  // A failure is reported by the operation, which needs the database as well.
  return cache.ensureFresh(reader, maxCodesAgeMs);
}

/**
 * Reads the version and resolves when the cache holds everything that any process committed before the call. So
 * operators see at once what they edited through another process. Never rejects; after an error the cache stays as it was.
 */
export async function refreshSettingsCache(reader: DbReader): Promise<void> {
  await cache.refresh(reader);
}

/** Makes the next reader of this process check the version. Call it after the transaction that edited a setting. */
export function invalidateOperatorSettings(reader: DbReader): void {
  cache.invalidate(reader);
}

/**
 * Runs an edit in a transaction and invalidates this process's cached settings. Edits run one at a time: what `edit` reads is what
 * it replaces.
 */
export async function editSettings<Result>(db: Db, edit: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await db.write(async (tx) => {
    await tx.rows("select pg_advisory_xact_lock(hashtext('dray operator data'))");
    return await edit(tx);
  });
  invalidateOperatorSettings(db);
  return result;
}

/** Inserts the default settings into a new database. Idempotent. */
export async function seedOperatorSettings(db: Db): Promise<void> {
  await editSettings(db, insertDefaultSettings);
}
