/**
 * With CITUS_DATABASE_URL the test databases are distributed: a template is created on every node once, and each test file clones it
 * there. The URL is that of a superuser and of a database of the coordinator in which all nodes of the cluster are registered.
 */
import pg from 'pg';
import { inject } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { distributeDatabaseTables } from '../../src/platform/db/distribution.ts';

interface Node {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
  readonly hasShards: boolean;
}

export type CitusNodes = readonly Node[];

async function withClient<T>(options: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The active nodes of the cluster, the coordinator first. */
export async function citusNodes(url: string): Promise<CitusNodes> {
  return await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query(
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator", shouldhaveshards as "hasShards"
         from pg_dist_node where isactive and noderole = 'primary' order by groupid`,
    );
    return rows;
  });
}

/** Runs a statement in the database `postgres` of every node. */
export async function onEveryNode(nodes: CitusNodes, options: pg.ClientConfig, statement: string): Promise<void> {
  await Promise.all(
    nodes.map(({ host, port }) =>
      withClient({ ...options, host, port, database: 'postgres' }, (client) => client.query(statement)),
    ),
  );
}

/** Creates a database with Citus on every node, and registers the nodes in that of the coordinator. */
export async function createOnCluster(nodes: CitusNodes, options: pg.ClientConfig, name: string): Promise<void> {
  await onEveryNode(nodes, options, `create database ${name}`);
  for (const { host, port } of nodes) {
    await withClient({ ...options, host, port, database: name }, (client) => client.query('create extension citus'));
  }
  const [coordinator, ...workers] = nodes;
  await withClient({ ...options, database: name }, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator?.host, coordinator?.port]);
    if (coordinator?.hasShards) {
      await client.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [
        coordinator.host,
        coordinator.port,
      ]);
    }
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port]);
  });
}

export async function distributeDatabase(options: pg.ClientConfig): Promise<void> {
  await withClient(options, (client) => distributeDatabaseTables(client));
}

/** Forbids and ends all connections to a database, so that it can be cloned: the daemon of Citus would stay connected. */
export async function closeTemplate(nodes: CitusNodes, options: pg.ClientConfig, name: string): Promise<void> {
  await onEveryNode(nodes, options, `alter database ${name} with allow_connections false`);
  await endConnections(nodes, options, name);
}

const endConnections = (nodes: CitusNodes, options: pg.ClientConfig, name: string): Promise<void> =>
  onEveryNode(nodes, options, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);

/** Clones a template on every node, and copies the settings of the database, which a clone does not inherit. */
export async function cloneOnCluster(
  nodes: CitusNodes,
  options: pg.ClientConfig,
  name: string,
  template: string,
): Promise<void> {
  await onEveryNode(nodes, options, `create database ${name} template ${template} strategy file_copy`);
  await onEveryNode(
    nodes,
    options,
    `do $do$ declare setting text; begin
       set local citus.enable_ddl_propagation = off;
       for setting in select unnest(setconfig) from pg_db_role_setting
                       where setdatabase = (select oid from pg_database where datname = '${template}') loop
         execute format('alter database ${name} set %s = %L', split_part(setting, '=', 1), split_part(setting, '=', 2));
       end loop;
     end $do$`,
  );
}

/** Drops a database on every node. The daemon of Citus connects by itself, perhaps again after its connection was ended. */
export async function dropOnCluster(nodes: CitusNodes, options: pg.ClientConfig, name: string): Promise<void> {
  await onEveryNode(
    nodes,
    options,
    `do $do$ begin
       if exists (select from pg_database where datname = '${name}') then
         alter database ${name} with allow_connections false;
       end if;
     end $do$`,
  );
  // The daemon may take longer to end than the statement waits for it.
  await endConnections(nodes, options, name);
  await onEveryNode(nodes, options, `drop database if exists ${name} with (force)`);
}

/** Distributes tables of a test by `customer_no`, as the program distributes the tables of customers. Does nothing on plain PostgreSQL. */
export async function distributeTables(db: Pick<Db, 'rows'>, ...tables: readonly string[]): Promise<void> {
  if (inject('testServer').citus === undefined) return;
  for (const table of tables) {
    await db.rows(`select create_distributed_table($1, 'customer_no', colocate_with := 'commit_counters')`, [table]);
  }
}

/** Copies a table of a test to every node, where triggers read it. Does nothing on plain PostgreSQL. */
export async function copyTable(db: Pick<Db, 'rows'>, table: string): Promise<void> {
  if (inject('testServer').citus !== undefined) await db.rows('select create_reference_table($1)', [table]);
}

/** The first `count` customers of those made by `make` that are on one shard. On plain PostgreSQL all are. */
export async function customersOfOneShard(
  db: Pick<Db, 'shards'>,
  count: number,
  make: (nth: number) => string | Promise<string>,
): Promise<string[]> {
  const made: string[] = [];
  for (;;) {
    made.push(await make(made.length));
    const groups = await db.shards.group(made, (customerNo) => customerNo);
    const found = groups.find((group) => group.length === count);
    if (found !== undefined) return found;
  }
}

/** Opens a connection to a database on each node, or on the only server: each node has its own advisory locks. */
export async function openOnEachNode(options: pg.ClientConfig): Promise<pg.Client[]> {
  const nodes = inject('testServer').citus ?? [{}];
  const clients = nodes.map((node) => new pg.Client({ ...options, ...(node as { host?: string; port?: number }) }));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}
