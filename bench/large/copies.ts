/**
 * Copies a customer's rows to other customers, with earlier times. Rows refer only to rows of the same customer, so `dray verify`
 * passes for the copies as for the original. The keys of the copied tables begin with `customer_no`, so ids may repeat.
 */
import pg from 'pg';
import { copyTableBetweenConnections } from '../../src/platform/db/copy-stream.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { logProgress } from '../support/progress.ts';
import { dropSecondaryIndexes } from '../support/secondary-indexes.ts';

/** Tables of accounts, due work, rows kept for hours only and rollups, and the log: the copies look as if it had been archived. */
const notCopied = new Set(
  [
    'memberships access_tokens rate_budgets commit_markers idempotency_keys retry_keys key_claims log due_work webhook_customers',
    'movement_counts movement_item_counts movement_days movement_totals movement_rollup_progress',
  ].flatMap((names) => names.split(' ')),
);

export interface CustomerCopy {
  readonly customerNo: string;
  /** How many days the times of the copy are before those of the original. */
  readonly daysEarlier: number;
}

interface CopiedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Copies all rows of `source` to each of the customers, and deletes the rows that they had in the copied tables. */
export async function copyCustomer(db: Db, source: string, copies: readonly CustomerCopy[]): Promise<void> {
  const clients = await Promise.all([openClient(db), openClient(db)]);
  const [from, to] = clients;
  try {
    await to.query(
      "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'",
    );
    await from.query('create temporary table copies (customer_no text, earlier interval)');
    await from.query(
      'insert into copies select c, make_interval(days => d) from unnest($1::text[], $2::int[]) as u (c, d)',
      [copies.map(({ customerNo }) => customerNo), copies.map(({ daysEarlier }) => daysEarlier)],
    );
    await createMonths(db, copies);
    const tables = await copiedTables(db);
    const indexes = await dropSecondaryIndexes(
      to,
      tables.map(({ name }) => name),
    );
    for (const table of tables) {
      // Background work of the server, such as log readers, writes rows of these customers again.
      await to.query(`begin; lock table ${table.name} in share row exclusive mode`);
      await to.query(`delete from ${table.name} where customer_no = any ($1)`, [
        copies.map(({ customerNo }) => customerNo),
      ]);
      await copyRows(from, to, source, table);
      await to.query('commit');
    }
    // On both connections, because building takes as long as copying.
    const startedAt = performance.now();
    await from.query("set maintenance_work_mem = '1GB'");
    const left = indexes.values();
    await Promise.all(
      clients.map(async (client) => {
        for (const definition of left) await client.query(definition);
      }),
    );
    logProgress(`${indexes.length} indexes in ${secondsSince(startedAt)} s`);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function openClient(db: Db): Promise<pg.Client> {
  const { host, port, user, database } = db.pool.options;
  const client = new pg.Client({ host, port, user, database } as pg.ClientConfig);
  await client.connect();
  await client.query('set statement_timeout = 0');
  return client;
}

async function createMonths(db: Db, copies: readonly CustomerCopy[]): Promise<void> {
  const today = Temporal.Now.plainDateISO('UTC');
  const months = copies.map(({ daysEarlier }) => today.subtract({ days: daysEarlier }).with({ day: 1 }).toString());
  await db.rows(`select ensure_month('movements', m) from unnest($1::date[]) as m`, [[...new Set(months)]]);
}

/** Streams the rows by binary COPY, as `dray copy-database` does, customer by customer, so that keys are inserted in their order. */
async function copyRows(from: pg.Client, to: pg.Client, source: string, { name, columns }: CopiedTable): Promise<void> {
  const names = columns.map((column) => column.name);
  const others = columns.filter((column) => column.name !== 'customer_no');
  const startedAt = performance.now();
  await from.query(
    `create temporary table copied as select ${names.join(', ')} from ${name} where customer_no = '${source}'`,
  );
  await from.query('analyze copied');
  await from.query(
    `create temporary view source_rows as
     select n.customer_no, c.* from copies n cross join lateral (select ${others.map(earlier).join(', ')} from copied offset 0) c`,
  );
  const copied = await copyTableBetweenConnections(
    from,
    to,
    'source_rows',
    ['customer_no', ...others.map((column) => column.name)].join(', '),
    name,
  );
  await from.query('drop view source_rows; drop table copied');
  if (copied > 100_000) logProgress(`${name}: ${copied} rows in ${secondsSince(startedAt)} s`);
}

/** The expression of a column of the copy. Times of other types, and times in documents, stay those of the original. */
function earlier({ name, type }: { readonly name: string; readonly type: string }): string {
  if (type === 'timestamp with time zone') return `${name} - n.earlier as ${name}`;
  if (type === 'date') return `(${name} - n.earlier)::date as ${name}`;
  if (type === 'timestamp with time zone[]')
    return `array(select t - n.earlier from unnest(${name}) with ordinality as u (t, nth) order by nth) as ${name}`;
  return name;
}

async function copiedTables(db: Db): Promise<CopiedTable[]> {
  const tables = await db.rows<CopiedTable>(
    `select c.relname as name,
            jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, null)) order by a.attnum)
              filter (where a.attgenerated = '') as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.oid, c.relname having bool_or(a.attname = 'customer_no') order by c.relname`,
  );
  // Cursors first and customers last: a reader of the log creates a cursor for each customer that has none.
  const place = (name: string) => ['log_cursors', 'commit_counters', 'customers'].indexOf(name);
  const first = tables.filter(({ name }) => name === 'log_cursors');
  const others = tables.filter(({ name }) => !notCopied.has(name) && place(name) === -1);
  const last = tables.filter(({ name }) => place(name) > 0).toSorted((a, b) => place(a.name) - place(b.name));
  return [...first, ...others, ...last];
}

const secondsSince = (startedAt: number) => Math.round((performance.now() - startedAt) / 1000);
