/** Gives a test file its own PostgreSQL database, and drops it afterwards. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { cloneOnCluster, dropOnCluster } from './citus.ts';

export interface TestDatabase {
  readonly pool: pg.Pool;
  /** For code under test that opens its own pool. */
  readonly options: pg.PoolConfig;
  readonly name: string;
  /**
   * Closes the pool and drops the database. Throws with the last statement of each connection that is still open: the code under
   * test, or the test, has not closed or released it.
   */
  drop(): Promise<void>;
}

/** `seeded`: as the program leaves it when it has started. `migrated`: with the migrations' rows alone. `empty`: without any table. */
export type TestDatabaseKind = 'seeded' | 'migrated' | 'empty';

/** Clones a template. Call it in `beforeAll` and `drop` in `afterAll`. */
export async function openTestDatabase(kind: TestDatabaseKind = 'seeded'): Promise<TestDatabase> {
  const { options: server, citus, seeded, migrated } = inject('testServer');
  const template = { seeded, migrated, empty: 'template0' }[kind];
  const name = `dray_file_${randomBytes(6).toString('hex')}`;
  const nodes = kind === 'empty' ? undefined : citus;
  if (nodes !== undefined) await cloneOnCluster(nodes, server, name, template);
  else {
    // Copies files; the default writes every page to the WAL too, which takes several times as long.
    const create = `create database ${name} template ${template} strategy file_copy`;
    await administer(server, (client) => client.query(create));
  }
  const options: pg.PoolConfig = { ...server, database: name };
  const pool = new pg.Pool({ ...options, max: 10 });
  pool.on('error', () => undefined);
  return {
    pool,
    options,
    name,
    drop: async () => {
      const held = pool.totalCount - pool.idleCount;
      // A client that was never released would keep `end` waiting for good.
      if (held === 0) await pool.end();
      const leaks = await administer(server, async (client) => {
        const open = await connectionsOf(client, name);
        if (nodes === undefined) await client.query(`drop database ${name} with (force)`);
        return open;
      });
      if (nodes !== undefined) await dropOnCluster(nodes, server, name);
      if (leaks.length > 0) {
        throw new Error(
          `${leaks.length} connections were still open at the end of the file; they did last: ${leaks.join(' | ')}`,
        );
      }
    },
  };
}

/** The address of the database for `DATABASE_URL` and options. */
export function urlOf({ options, name }: TestDatabase): string {
  const { user = '', password, host = '', port = 5432 } = options;
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

/** The last statement of each open connection. Waits up to half a second for connections that are being closed. */
async function connectionsOf(client: pg.Client, name: string): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ query: string }>(
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 200) as query from pg_stat_activity
        where datname = $1 and backend_type = 'client backend' and application_name not like 'citus%'`,
      [name],
    );
    if (rows.length === 0 || attempt === 20) return rows.map(({ query }) => query);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function administer<T>(options: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
