/**
 * Spreads the tables of a database over the machines of a Citus cluster, and checks that they are where they belong
 * (decision 45).
 *
 * A customer's tables are distributed by `customer_no` and co-located, so all rows of a customer are on one node.
 * Tables that statements read next to them, or write in the same transaction, are reference tables: a copy on every
 * node. The rest stays on the coordinator. On plain PostgreSQL only `hasDistributedTables` and `areTablesHalfDistributed` have a use.
 */
import type pg from 'pg';
import { CliError } from '../cli-error.ts';
import { queryConfigWithTimeout } from './connections.ts';
import { heartbeatApplicationName } from './heartbeat.ts';
import { type TablePlacement, tablePlacementOf } from './table-placement.ts';

/** The table that all distributed tables are co-located with. It has one row for each customer. */
const anchor = 'commit_counters';
/** The table of the foreign keys that are dropped while tables are placed. It exists only meanwhile, so that an interrupted run resumes. */
const pendingKeys = 'undistributed_foreign_keys';
const shardsPerNode = 2;
const copyTimeoutMs = 12 * 3_600_000;

/**
 * The check of new balances without a lock on the status: a row lock in a reference table of Citus locks the whole
 * table until the transaction ends, which would block every other insert of a balance. Removing a status locks `balances` against
 * writers instead (`lockTablesAgainstWriters`).
 */
const statusCheckWithoutLock = `create or replace function refuse_unknown_status() returns trigger language plpgsql as $$
begin
  if exists (select from inventory_statuses where code = new.status)
     or exists (select from customer_inventory_statuses where customer_no = new.customer_no and code = new.status) then
    return null;
  end if;
  -- Another node passes on the text alone.
  raise exception 'there is no inventory status % (constraint "balances_existing_status")', new.status
    using errcode = 'foreign_key_violation', constraint = 'balances_existing_status';
end
$$`;

const findCitus = `select to_regclass('pg_catalog.pg_dist_partition') is not null as has`;

type Client = Pick<pg.ClientBase, 'query'>;

/** Settings of the database, on every node. */
const databaseSettings: Readonly<Record<string, string>> = {
  // Triggers of copied and distributed tables run where the rows are.
  'citus.enable_unsafe_triggers': 'on',
  // One connection for each node and transaction: a copied table may be written after a distributed one.
  'citus.multi_shard_modify_mode': 'sequential',
  // The planner needs the customers of a statement's parameters to find their node.
  plan_cache_mode: 'force_custom_plan',
  // The sessions of the coordinator on the other nodes do not inherit its limit.
  lock_timeout: '15s',
};

/** The nodes and shards of a cluster, and what this run has placed or put back. */
export interface TableDistributionReport {
  readonly nodes: number;
  readonly shards: number;
  /** Tables that were placed now. */
  readonly placed: readonly { readonly table: string; readonly placement: TablePlacement }[];
  /** Foreign keys that were put back now. */
  readonly foreignKeys: number;
}

interface FoundTable {
  readonly name: string;
  readonly expected: TablePlacement | undefined;
  readonly actual: TablePlacement;
  readonly colocation: number | null;
  readonly shards: number | null;
}

/** Whether the database is on Citus and its customers' tables are distributed. Runs at most two short statements. */
export async function hasDistributedTables(
  run: <R>(text: string, values?: readonly unknown[]) => Promise<R[]>,
): Promise<boolean> {
  const [found] = await run<{ has: boolean }>(findCitus);
  if (found?.has !== true) return false;
  const rows = await run(
    `select 1 from pg_dist_partition where logicalrelid = to_regclass('${anchor}') and partmethod = 'h'`,
  );
  return rows.length > 0;
}

/** Whether distributing was interrupted before customers' tables were distributed: foreign keys are missing. */
export async function areTablesHalfDistributed(client: Client): Promise<boolean> {
  if (!(await hasPendingKeys(client))) return false;
  return !(await hasDistributedTables(async (text) => (await client.query(text)).rows));
}

/**
 * Places every table that is not where it belongs, and puts the foreign keys back. Idempotent: the next run resumes an
 * interrupted one. The caller holds the lock of migrations.
 * @param shards of a table, when none is distributed yet; by default two for each node
 * @throws CliError without a change when the database has no Citus, coordinator or nodes, a table is placed otherwise already, the
 * tables have another number of shards than `shards`, or they are not distributed yet and a server runs; after placing them when a
 * foreign key cannot be put back
 */
export async function distributeDatabaseTables(client: Client, shards?: number): Promise<TableDistributionReport> {
  const nodes = await readNodes(client);
  const found = await readTables(client);
  const refusals = found.flatMap((table) => (table.actual === 'coordinator' ? [] : faultsOf(table, found)));
  if (refusals.length > 0) throw new CliError(`the tables cannot be distributed: ${refusals.join('; ')}`);
  const existing = found.find(({ name }) => name === anchor)?.shards ?? undefined;
  if (existing === undefined) await refuseWhileServersRun(client);
  if (existing !== undefined && shards !== undefined && shards !== existing) {
    throw new CliError(
      `the tables have ${existing} shards already: call alter_distributed_table of Citus to change that, or leave out --shards`,
    );
  }
  const shardCount = existing ?? shards ?? shardsPerNode * nodes;
  // The caller's limit of locks stays.
  const settings = Object.entries(databaseSettings).filter(([name]) => name !== 'lock_timeout');
  for (const [name, value] of settings) await client.query('select set_config($1, $2, false)', [name, value]);
  try {
    await setOnEveryNode(client);
    const open = found.filter(({ expected, actual }) => expected !== undefined && expected !== actual);
    await dropForeignKeys(client, open);
    const order = ({ name, expected }: FoundTable) => (expected === 'reference' ? 0 : name === anchor ? 1 : 2);
    for (const { name, expected } of open.toSorted((a, b) => order(a) - order(b))) {
      if (expected === 'reference') await runLong(client, 'select create_reference_table($1)', [name]);
      else if (name === anchor) {
        await runLong(client, `select create_distributed_table($1, 'customer_no', shard_count := $2)`, [
          name,
          shardCount,
        ]);
      } else {
        await runLong(client, `select create_distributed_table($1, 'customer_no', colocate_with := '${anchor}')`, [
          name,
        ]);
      }
    }
    await client.query(statusCheckWithoutLock);
    return {
      nodes,
      shards: shardCount,
      placed: open.map(({ name, expected }) => ({ table: name, placement: expected as TablePlacement })),
      foreignKeys: await putForeignKeysBack(client),
    };
  } finally {
    for (const [name] of settings) await client.query(`reset ${name}`);
  }
}

/**
 * Throws `CliError` while servers use the database. A server reads only once whether tables are distributed, and would continue to
 * send statements that Citus rejects.
 */
async function refuseWhileServersRun(client: Client): Promise<void> {
  const { rows } = await client.query<{ sessions: number }>(
    `select count(*)::int as sessions from pg_stat_activity where datname = current_database() and application_name = $1`,
    [heartbeatApplicationName],
  );
  const sessions = rows[0]?.sessions ?? 0;
  if (sessions === 0) return;
  throw new CliError(
    `${sessions} ${sessions === 1 ? 'process of a server uses' : 'processes of servers use'} this database: stop all servers, distribute it, and start them again. A running server would not know that its tables are distributed.`,
  );
}

/**
 * Whether tables of a distributed database are not where they belong, foreign keys have not been put back, or nodes lack settings.
 * While a node is away settings cannot be changed, so they wait: a server must start without that node.
 */
export async function needsTableDistribution(client: Client): Promise<boolean> {
  const found = await readTables(client);
  if (found.some((table) => faultsOf(table, found).length > 0) || (await hasPendingKeys(client))) return true;
  const settings = await readSettings(client);
  return settings.every(({ isReachable }) => isReachable) && settings.some(({ missing }) => missing.length > 0);
}

/** Runs a statement that copies or checks all rows of a table, with a limit of 12 hours. */
const runLong = (client: Client, text: string, values: readonly unknown[] = []) =>
  client.query(queryConfigWithTimeout(copyTimeoutMs, text, [...values]));

/** The faults of the distribution, one sentence each. Throws `CliError` without Citus, a coordinator or nodes. */
export async function checkTableDistribution(client: Client): Promise<string[]> {
  await readNodes(client);
  const found = await readTables(client);
  const faults = found.flatMap((table) => faultsOf(table, found));
  if (await hasPendingKeys(client)) {
    const { rows } = await client.query<{ name: string; source: string }>(
      `select name, source from ${pendingKeys} order by source, name`,
    );
    faults.push(...rows.map(({ name, source }) => `the foreign key ${name} of ${source} has not been put back`));
  }
  for (const { node, isReachable, missing } of await readSettings(client)) {
    if (!isReachable) faults.push(`node ${node} cannot be reached`);
    else if (missing.length > 0) faults.push(`node ${node} lacks settings of the database: ${missing.join(', ')}`);
  }
  const { rows: shards } = await client.query<{ shard: string }>(
    `select p.shardid::text as shard from pg_dist_shard_placement p
       join pg_dist_shard s on s.shardid = p.shardid where p.shardstate <> 1`,
  );
  faults.push(...shards.map(({ shard }) => `shard ${shard} is not active`));
  return faults;
}

/** The settings of the database that each node lacks. */
async function readSettings(
  client: Client,
): Promise<{ readonly node: string; readonly isReachable: boolean; readonly missing: string[] }[]> {
  const { rows } = await client.query<{ node: string; isReachable: boolean; missing: string[] }>(
    `select r.nodeid::text as node, r.success as "isReachable",
            array(select s from unnest($1::text[]) s where position(s in r.result) = 0) as missing
       from run_command_on_all_nodes($$select coalesce(string_agg(array_to_string(setconfig, ' '), ' '), '') from pg_db_role_setting
              where setdatabase = (select oid from pg_database where datname = current_database())$$) r`,
    [Object.entries(databaseSettings).map(([name, value]) => `${name}=${value}`)],
  );
  return rows;
}

function faultsOf({ name, expected, actual, colocation }: FoundTable, found: readonly FoundTable[]): string[] {
  if (expected === undefined) return [];
  if (actual !== expected) return [`${name} is a ${actual} table and should be a ${expected} one`];
  if (expected !== 'distributed') return [];
  const common = found.find((table) => table.name === anchor)?.colocation;
  return colocation === common ? [] : [`${name} is not co-located with ${anchor}`];
}

async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(findCitus);
  return rows[0]?.has === true;
}

/** The number of nodes that hold shards. Throws `CliError` without Citus, a coordinator or such a node. */
async function readNodes(client: Client): Promise<number> {
  if (!(await hasCitus(client))) {
    throw new CliError(
      'the database has no Citus: run "create extension citus" in it on every node, and add the nodes',
    );
  }
  const { rows } = await client.query<{ groupid: number; shouldhaveshards: boolean }>(
    `select groupid, shouldhaveshards from pg_dist_node where isactive and noderole = 'primary'`,
  );
  if (!rows.some(({ groupid }) => groupid === 0)) {
    throw new CliError(
      `the cluster does not know its coordinator: run "select citus_set_coordinator_host('HOST', PORT)"`,
    );
  }
  const nodes = rows.filter(({ shouldhaveshards }) => shouldhaveshards).length;
  if (nodes === 0) {
    throw new CliError(`no node may hold data: run "select citus_add_node('HOST', PORT)" for each worker`);
  }
  return nodes;
}

/** The tables of the program; those of pg-boss are in a schema of their own and stay on the coordinator. */
async function readTables(client: Client): Promise<FoundTable[]> {
  const { rows } = await client.query<{
    name: string;
    has_customer: boolean;
    method: string | null;
    model: string | null;
    colocation: number | null;
    shards: number | null;
  }>(
    `select c.relname::text as name, p.partmethod as method, p.repmodel as model, p.colocationid as colocation,
            exists (select from pg_attribute a
                     where a.attrelid = c.oid and a.attname = 'customer_no' and not a.attisdropped) as has_customer,
            (select count(*)::int from pg_dist_shard s where s.logicalrelid = c.oid) as shards
       from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> '${pendingKeys}'
      order by c.relname`,
  );
  return rows.map(({ name, has_customer, method, model, colocation, shards }) => {
    const isReference = method === 'n' && model === 't';
    const actual = method === 'h' ? 'distributed' : isReference ? 'reference' : 'coordinator';
    return {
      name,
      expected: tablePlacementOf(name, has_customer),
      actual,
      colocation,
      shards: actual === 'distributed' ? shards : null,
    };
  });
}

/** Sets the settings of the database. Citus propagates them to the other nodes. */
async function setOnEveryNode(client: Client): Promise<void> {
  for (const [name, value] of Object.entries(databaseSettings)) {
    const { rows } = await client.query<{ statement: string }>(
      `select format('alter database %I set %s = %L', current_database(), $1::text, $2::text) as statement`,
      [name, value],
    );
    await client.query(rows[0]?.statement ?? '');
  }
}

/** Drops the foreign keys from and to these tables, and saves their definitions. */
async function dropForeignKeys(client: Client, tables: readonly FoundTable[]): Promise<void> {
  if (tables.length === 0) return;
  await client.query('begin');
  try {
    await client.query(
      `create table if not exists ${pendingKeys} (source text, name text, definition text not null, primary key (source, name))`,
    );
    const { rows } = await client.query<{ source: string; name: string }>(
      `insert into ${pendingKeys} (source, name, definition)
       select k.conrelid::regclass::text, k.conname, pg_get_constraintdef(k.oid)
         from pg_constraint k
        where k.contype = 'f' and k.conparentid = 0
          and (k.conrelid = any ($1::regclass[]) or k.confrelid = any ($1::regclass[]))
       returning source, name`,
      [tables.map(({ name }) => name)],
    );
    for (const { source, name } of rows) await client.query(`alter table ${source} drop constraint "${name}"`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Adds the dropped foreign keys again, and returns their number. */
async function putForeignKeysBack(client: Client): Promise<number> {
  if (!(await hasPendingKeys(client))) return 0;
  const { rows } = await client.query<{ source: string; name: string; definition: string }>(
    `select source, name, definition from ${pendingKeys} order by source, name`,
  );
  for (const { source, name, definition } of rows) {
    await client.query('begin');
    try {
      await runLong(client, `alter table ${source} add constraint "${name}" ${definition}`);
      await client.query(`delete from ${pendingKeys} where source = $1 and name = $2`, [source, name]);
      await client.query('commit');
    } catch (cause) {
      await client.query('rollback').catch(() => undefined);
      throw new CliError(
        `the foreign key ${name} of ${source} could not be put back: ${(cause as Error).message}; correct that and run the command again`,
        1,
        { cause },
      );
    }
  }
  await client.query(`drop table ${pendingKeys}`);
  return rows.length;
}

async function hasPendingKeys(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select to_regclass('${pendingKeys}') is not null as has`);
  return rows[0]?.has === true;
}
