/**
 * Copies a customer's rows to other customers: every row of a customer is consistent with the others of the same customer only, so
 * `dray verify` finds the copies as clean as the original. The keys of all tables begin with `customer_no`, so ids may repeat.
 */
import pg from 'pg';
import { streamRows } from '../../src/platform/db/copy-stream.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { logProgress } from '../support/progress.ts';

/** Of accounts, of what is kept for hours, and the log: as if it had been archived. */
const notCopied = new Set(
  'memberships tokens rate_budgets commit_markers idempotency_keys retry_keys key_claims log due_work webhook_customers'.split(
    ' ',
  ),
);

interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isPartition: boolean;
}

/** Copies all rows of `source` to each of the customers, whose own rows must be none but their account. */
export async function copyCustomer(db: Db, source: string, customers: readonly string[]): Promise<void> {
  const tables = await copiedTables(db);
  const clients = await Promise.all([openClient(db), openClient(db)]);
  const [from, to] = clients;
  try {
    await to.query('set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0');
    await from.query('set statement_timeout = 0');
    const indexes = await dropIndexes(to, tables);
    for (const { name, columns } of tables) {
      await to.query(`delete from ${name} where customer_no = any ($1) and customer_no <> $2`, [customers, source]);
      await from.query(
        `create temporary table copied as select ${columns.join(', ')} from ${name} where customer_no = '${source}'`,
      );
      await from.query('create temporary table copies (customer_no text)');
      await from.query('insert into copies select unnest($1::text[])', [customers]);
      const others = columns.filter((column) => column !== 'customer_no');
      const rows = `(select n.customer_no, ${others.map((column) => `c.${column}`).join(', ')} from copies n cross join copied c) as all_copies`;
      await copyRows(from, to, name, ['customer_no', ...others].join(', '), rows);
      await from.query('drop table copied; drop table copies');
    }
    for (const { definition } of indexes) {
      await to.query(definition);
    }
    await to.query('analyze');
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function openClient(db: Db): Promise<pg.Client> {
  const { host, port, user, database } = db.pool.options;
  const client = new pg.Client({ host, port, user, database } as pg.ClientConfig);
  await client.connect();
  return client;
}

/** Streams the rows by binary COPY, as `dray copy-database` does. */
async function copyRows(from: pg.Client, to: pg.Client, table: string, columns: string, rows: string): Promise<void> {
  await from.query(`create temporary view source_rows as select * from ${rows}`);
  const startedAt = performance.now();
  const copied = await streamRows(from, to, 'source_rows', columns, table);
  await from.query('drop view source_rows');
  if (copied > 100_000)
    logProgress(`${table}: ${copied} rows in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

async function copiedTables(db: Db): Promise<CopiedTable[]> {
  const tables = await db.rows<CopiedTable>(
    `select c.relname as name, c.relkind = 'p' as "isPartition",
            array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.oid, c.relname having bool_or(a.attname = 'customer_no') order by c.relname`,
  );
  // A reader of the log that finds a customer without a cursor begins one of its own.
  const place = (name: string) => ['log_cursors', 'commit_counters', 'customers'].indexOf(name);
  const first = tables.filter(({ name }) => name === 'log_cursors');
  const others = tables.filter(({ name }) => !notCopied.has(name) && place(name) === -1);
  const last = tables.filter(({ name }) => place(name) > 0).toSorted((a, b) => place(a.name) - place(b.name));
  return [...first, ...others, ...last];
}

/** Secondary indexes are made again afterwards, which takes less time. */
async function dropIndexes(
  to: pg.Client,
  tables: readonly CopiedTable[],
): Promise<{ name: string; definition: string }[]> {
  const { rows } = await to.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relname = any ($1) and not i.indisunique`,
    [tables.map(({ name }) => name)],
  );
  for (const { name } of rows) await to.query(`drop index ${name}`);
  return rows;
}
