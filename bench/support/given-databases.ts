/**
 * Databases for a bench on a PostgreSQL server that already runs: two new ones, one for each environment. On the coordinator of a
 * Citus cluster, they are created on every node, migrated and distributed.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distributeMigratedTables, migrate, migrationsFolder } from '../../src/platform/db/migrate.ts';
import { type CitusNodes, citusNodes, createOnCluster, dropOnCluster } from '../../test/support/citus.ts';

export interface GivenDatabases {
  /** Settings of a server that uses them. */
  readonly settings: NodeJS.ProcessEnv;
  drop(): Promise<void>;
}

/** Creates the databases; `drop` drops them. @param url of a superuser, for any database of the server or the coordinator */
export async function openGivenDatabases(url: string): Promise<GivenDatabases> {
  const { hostname, port, username, password } = new URL(url);
  const options: pg.ClientConfig = {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  const nodes = await nodesOf(url);
  const names = [`dray_bench_${process.pid}`, `dray_bench_${process.pid}_test`] as const;
  for (const name of names) {
    if (nodes === undefined) await administer(url, `create database ${name}`);
    else await createDistributed(nodes, options, name);
  }
  const [DATABASE_URL, TEST_DATABASE_URL] = names.map((name) => Object.assign(new URL(url), { pathname: name }).href);
  return {
    settings: { DATABASE_URL, TEST_DATABASE_URL, SECRET_KEY: randomBytes(32).toString('hex') },
    drop: async () => {
      for (const name of names) {
        if (nodes === undefined) await administer(url, `drop database if exists ${name} with (force)`);
        else await dropOnCluster(nodes, options, name);
      }
    },
  };
}

/** The nodes of the Citus cluster; undefined on plain PostgreSQL. */
async function nodesOf(url: string): Promise<CitusNodes | undefined> {
  const [row] = await administer(url, `select to_regclass('pg_catalog.pg_dist_node') is not null as has`);
  return row?.has === true ? await citusNodes(url) : undefined;
}

async function createDistributed(nodes: CitusNodes, options: pg.ClientConfig, name: string): Promise<void> {
  await createOnCluster(nodes, options, name);
  const pool = new pg.Pool({ ...options, database: name, max: 1 });
  try {
    await migrate(pool, migrationsFolder);
    await distributeMigratedTables(pool);
  } finally {
    await pool.end();
  }
}

async function administer(url: string, statement: string): Promise<{ readonly has?: boolean }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ has?: boolean }>(statement)).rows;
  } finally {
    await client.end();
  }
}
