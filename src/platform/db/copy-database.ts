/**
 * Copies all rows of a database into another one that has the same schema and no customer's data: one snapshot, by COPY, in
 * one transaction of the target, which has either everything or what it had before.
 *
 * Only the tables of the schema are copied. The job queue is not (schema `pgboss`): a server creates its jobs again from
 * what is due.
 */
import type pg from 'pg';
import { CliError } from '../cli-error.ts';
import { withNewConnection } from './connections.ts';
import { copyTableBetweenConnections } from './copy-stream.ts';
import { isStatementError } from './database-errors.ts';

/** The tables and rows that `copyDatabase` copied. */
interface DatabaseCopyResult {
  readonly tables: number;
  readonly rows: number;
  /** Tables of the source that the schema does not have, such as detached partitions. */
  readonly notCopied: readonly string[];
}

interface SchemaTable {
  readonly name: string;
  /** Quoted and separated by commas; without generated columns. */
  readonly columns: string;
  readonly isCustomers: boolean;
  /** Tables that its foreign keys reference. */
  readonly references: readonly string[];
}

const statementTimeoutMs = 12 * 3_600_000;
/** An arbitrary key. A session of each database locks it, which fails when both are the same database. */
const copyLock = 7_310_482_003;
/** Triggers on other tables change it, so it is copied when they have run. */
const lastTable = 'operator_settings_version';
/** Written by every transaction, also those of a first start, so its rows are not data of customers. */
const markersTable = 'commit_markers';

/**
 * Replaces all rows of `target` by those of `source`, both migrated. Throws `CliError`, and leaves the target as it was, when
 * both are the same database, when their migrations differ, when the target has data of customers, when the numbers of rows
 * differ afterwards, and when a statement fails. When the connection is lost during COMMIT, the error says that the outcome
 * is not known.
 */
export async function copyDatabase(source: pg.PoolConfig, target: pg.PoolConfig): Promise<DatabaseCopyResult> {
  // No limit on the side of the client: the driver would measure the whole copy of a table.
  const connected = <T>(options: pg.PoolConfig, work: (client: pg.Client) => Promise<T>) =>
    withNewConnection({ ...options, query_timeout: 0 }, statementTimeoutMs, work);
  try {
    return await connected(source, (from) => connected(target, (to) => copyAll(from, to)));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(`the copy failed and was undone: ${(cause as Error).message}`, 1, { cause });
  }
}

/**
 * Throws `CliError` when both are the same database or one is being copied, or when the target, which is migrated, has data of customers.
 */
export async function assertDatabaseCanReceiveCopy(source: pg.PoolConfig, target: pg.PoolConfig): Promise<void> {
  const check = async (from: pg.Client, to: pg.Client): Promise<void> => {
    await lockBoth(from, to);
    await assertNoCustomerData(to, await schemaTables(to));
  };
  await withNewConnection(source, statementTimeoutMs, (from) =>
    withNewConnection(target, statementTimeoutMs, (to) => check(from, to)),
  );
}

async function copyAll(from: pg.Client, to: pg.Client): Promise<DatabaseCopyResult> {
  await lockBoth(from, to);
  await from.query(
    'begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0',
  );
  await to.query('begin; set local idle_in_transaction_session_timeout = 0');
  await assertSameMigrations(from, to);
  const tables = inDependencyOrder(await schemaTables(to));
  await assertNoCustomerData(to, tables);
  await createPartitions(from, to);
  const checks = await checkingTriggers(to);
  for (const { table, name } of checks) await to.query(`alter table ${table} disable trigger ${name}`);
  await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  const looseKeys = await looseForeignKeys(from);
  for (const { table, name } of looseKeys) await to.query(`alter table ${table} drop constraint ${name}`);
  let rows = 0;
  for (const { name, columns } of tables) rows += await copyTableBetweenConnections(from, to, name, columns);
  const [before, after] = [await countRows(from, tables), await countRows(to, tables)];
  for (const { table, name, definition } of looseKeys) {
    await to.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const { table, name } of checks) await to.query(`alter table ${table} enable trigger ${name}`);
  const different = tables.filter((_, at) => before[at] !== after[at]).map(({ name }) => name);
  if (different.length > 0) throw new CliError(`the numbers of rows differ: ${different.join(', ')}`);
  const known = new Set(tables.map(({ name }) => name));
  const notCopied = (await schemaTables(from)).map(({ name }) => name).filter((name) => !known.has(name));
  await commit(to);
  // The copy is made, and autovacuum analyzes later what this does not.
  await to.query('analyze').catch(() => undefined);
  return { tables: tables.length, rows, notCopied };
}

/** Locks both databases until the connections close. Throws `CliError` when they are the same, or are being copied. */
async function lockBoth(from: pg.Client, to: pg.Client): Promise<void> {
  for (const client of [from, to]) {
    const [row] = await rowsOf<{ locked: boolean }>(client, 'select pg_try_advisory_lock($1) as locked', [copyLock]);
    if (!row?.locked) throw new CliError('source and target are the same database, or are being copied already');
  }
}

async function commit(to: pg.Client): Promise<void> {
  try {
    await to.query('commit');
  } catch (cause) {
    if (isStatementError(cause)) throw cause;
    throw new CliError(
      `the connection to the target was lost while the copy was committed: ${(cause as Error).message}; the target may have all the data or none: run the command again with empty databases`,
      1,
      { cause },
    );
  }
}

async function rowsOf<Row>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query(text, values)).rows as Row[];
}

async function assertSameMigrations(from: pg.Client, to: pg.Client): Promise<void> {
  const text = `select coalesce(string_agg(name || ' ' || checksum, ', ' order by name), '') as applied from schema_migrations`;
  const [source] = await rowsOf<{ applied: string }>(from, text);
  const [target] = await rowsOf<{ applied: string }>(to, text);
  if (source?.applied !== target?.applied) {
    throw new CliError('source and target have different migrations: run "dray migrate" on the source first');
  }
}

/** The tables of the schema, partitioned ones as one; `schema_migrations` is the target's own. */
async function schemaTables(client: pg.Client): Promise<SchemaTable[]> {
  return await rowsOf<SchemaTable>(
    client,
    `select quote_ident(c.relname) as name,
            (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_no') as "isCustomers",
            array(select distinct quote_ident(r.relname) from pg_constraint f join pg_class r on r.oid = f.confrelid
                   where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as references
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'schema_migrations'
      order by c.relname`,
  );
}

/**
 * The foreign keys that are `not valid`: rows older than the key may violate it. Their definitions include `not valid`.
 */
async function looseForeignKeys(
  client: pg.Client,
): Promise<{ readonly table: string; readonly name: string; readonly definition: string }[]> {
  return await rowsOf(
    client,
    `select quote_ident(r.relname) as table, quote_ident(f.conname) as name, pg_get_constraintdef(f.oid) as definition
       from pg_constraint f join pg_class r on r.oid = f.conrelid
      where f.contype = 'f' and not f.convalidated and r.relnamespace = current_schema()::regnamespace`,
  );
}

/** `tgtype` of a trigger before TRUNCATE, in bits. */
const beforeTruncate = 2 | 32;

/**
 * The triggers that check new rows as foreign keys do, which rows older than a trigger may violate; and those that refuse TRUNCATE,
 * by which the rows that a first start wrote are removed.
 */
async function checkingTriggers(client: pg.Client): Promise<{ readonly table: string; readonly name: string }[]> {
  return await rowsOf(
    client,
    `select quote_ident(r.relname) as table, quote_ident(t.tgname) as name
       from pg_trigger t join pg_class r on r.oid = t.tgrelid
      where (t.tgconstraint <> 0 or t.tgtype & ${beforeTruncate} = ${beforeTruncate}) and not t.tgisinternal
        and r.relnamespace = current_schema()::regnamespace`,
  );
}

/** A table comes after those that it references. */
function inDependencyOrder(tables: readonly SchemaTable[]): SchemaTable[] {
  const ordered: SchemaTable[] = [];
  const waiting = tables.filter(({ name }) => name !== lastTable);
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ references }) => !waiting.some(({ name }) => references.includes(name)));
    if (next === -1) throw new Error('foreign keys form a cycle');
    ordered.push(...waiting.splice(next, 1));
  }
  return [...ordered, ...tables.filter(({ name }) => name === lastTable)];
}

async function assertNoCustomerData(to: pg.Client, tables: readonly SchemaTable[]): Promise<void> {
  const ofCustomers = tables.filter(({ name, isCustomers }) => isCustomers && name !== markersTable);
  const used: string[] = [];
  for (const { name } of ofCustomers) {
    // Not `exists`: Citus rejects one without a column, and would collect all rows for one with a column.
    const rows = await rowsOf(to, `select 1 from ${name} limit 1`);
    if (rows.length > 0) used.push(name);
  }
  if (used.length === 0) return;
  throw new CliError(`the target has data of customers (in ${used.join(', ')}): use an empty database`);
}

/** Creates the partitions of the source in the target. The name of a partition ends with its month, `YYYYMM`. */
async function createPartitions(from: pg.Client, to: pg.Client): Promise<void> {
  const partitions = await rowsOf<{ parent: string; month: string }>(
    from,
    `select p.relname as parent, to_char(to_date(right(c.relname, 6), 'YYYYMM'), 'YYYY-MM-DD') as month
       from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      where p.relkind = 'p' and c.relkind in ('r', 'p') and p.relnamespace = current_schema()::regnamespace`,
  );
  for (const { parent, month } of partitions) {
    await to.query('select ensure_month($1::regclass, $2::date)', [parent, month]);
  }
}

async function countRows(client: pg.Client, tables: readonly SchemaTable[]): Promise<number[]> {
  const counts: number[] = [];
  for (const { name } of tables) {
    const [row] = await rowsOf<{ n: string }>(client, `select count(*)::text as n from ${name}`);
    counts.push(Number(row?.n));
  }
  return counts;
}
