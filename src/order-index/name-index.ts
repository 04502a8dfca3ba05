/**
 * Whether names are found by any part of them: that needs the extension pg_trgm, which an external database may lack or not
 * let the server's role create. Without it names are found by their beginning.
 */
import type { Db, DbReader } from '../platform/db/db.ts';

const indexName = 'order_index_by_name_part';

/** Databases in which the index was found; it is never dropped. */
const found = new WeakSet<DbReader>();

/** Whether the index of parts of names exists. */
export async function hasRecipientNameTrigramIndex(reader: DbReader): Promise<boolean> {
  if (found.has(reader.database)) return true;
  const [row] = await reader.rows<{ exists: boolean }>('select to_regclass($1) is not null as exists', [indexName]);
  if (row?.exists) found.add(reader.database);
  return row?.exists === true;
}

/**
 * Creates the index of parts of names when pg_trgm was installed after the migration. Returns a warning with instructions when pg_trgm
 * is missing; undefined when names are found by any part.
 */
export async function ensureRecipientNameTrigramIndex(db: Db): Promise<string | undefined> {
  if (await hasRecipientNameTrigramIndex(db)) return undefined;
  const [row] = await db.rows<{ exists: boolean }>(
    "select exists (select from pg_extension e where e.extname = 'pg_trgm') as exists",
  );
  if (row?.exists) {
    await db.rows(
      `create index if not exists ${indexName} on order_index using gin (lower(recipient_name) gin_trgm_ops)`,
    );
    return undefined;
  }
  return 'The database lacks the extension pg_trgm: orders are found by the beginning of a name only. To find them by any part of it, run "create extension pg_trgm" in the database as a superuser and restart the server.';
}
