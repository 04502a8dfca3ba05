/**
 * A test server on plain PostgreSQL, also with CITUS_DATABASE_URL: for tests that count the buffers of PostgreSQL's own plans, which
 * are in its nodes on a cluster.
 */
import { inject } from 'vitest';
import { openOwnPostgres } from './own-postgres.ts';
import { openTestServer, type TestServer } from './server.ts';

/** Call it in `beforeAll`, and `close` in `afterAll`. */
export async function openPlainServer(): Promise<TestServer> {
  if (inject('testServer').citus === undefined) return await openTestServer();
  const { database, stop } = await openOwnPostgres();
  const drop = async () => {
    await database.drop();
    await stop();
  };
  return await openTestServer({ database: { ...database, drop } });
}
