/** The databases of a whole server: two of the cluster with CITUS_DATABASE_URL, otherwise the server runs its own PostgreSQL. */
import { inject } from 'vitest';
import { openTestDatabase, type TestDatabase, urlOf } from './database.ts';

export interface ServerDatabases {
  /** For the environment of the server, and of commands that run beside it. Empty when the server runs its own PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of the test environment; undefined when the server runs its own PostgreSQL. */
  readonly test: TestDatabase | undefined;
  /** Call it when the server has ended. */
  drop(): Promise<void>;
}

export async function openServerDatabases(): Promise<ServerDatabases> {
  if (inject('testServer').citus === undefined) return { settings: {}, test: undefined, drop: async () => undefined };
  const [production, test] = [await openTestDatabase(), await openTestDatabase()];
  return {
    settings: {
      DATABASE_URL: urlOf(production),
      TEST_DATABASE_URL: urlOf(test),
      SECRET_KEY: 'a test key of at least 32 characters',
    },
    test,
    drop: async () => {
      await production.drop();
      await test.drop();
    },
  };
}
