/**
 * The HTTP side in this process, over a test file's database: real write queues, credentials and operator data, on a
 * free port of the loopback interface. No background jobs run.
 */

import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { preloadZipPlaces } from '../../src/addresses/index.ts';
import { type Api, createApi } from '../../src/api/server.ts';
import {
  createAuthenticator,
  createCustomer,
  credentialSecretsOf,
  grantMembership,
  type NewCustomerCredentials,
} from '../../src/auth/index.ts';
import { openEnvironment } from '../../src/compose.ts';
import { createOperatorSettingsCodeLists, readOperatorSettings } from '../../src/operator-settings/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Environment, EnvironmentName } from '../../src/platform/environment.ts';
import type { HealthCheck } from '../../src/platform/health.ts';
import type { Operation } from '../../src/platform/http/operation.ts';
import type { OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { type Client, openClient } from './client.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

export interface TestServer {
  readonly api: Api;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The base URL of the operations of this server's environment: `url` and `/v3` or `/test/v3`. */
  readonly base: string;
  readonly environment: Environment;
  readonly database: TestDatabase;
  /** Every line that was logged, as it was written. */
  readonly logged: string[];
  /** A customer of its own for a test, and a client that calls as this customer. */
  customer(rights?: 'read' | 'write'): Promise<NewCustomerCredentials & { readonly client: Client }>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Default: all of the program's. */
  readonly operations?: readonly Operation[];
  readonly operatorOperations?: readonly OperatorOperation[];
  readonly environment?: EnvironmentName;
  readonly settings?: NodeJS.ProcessEnv;
  /** A seeded database; by default one of its own. */
  readonly database?: TestDatabase;
  /** The server's connection to the database, where it is not a direct one. */
  readonly connection?: pg.PoolConfig;
  readonly routes?: readonly ((app: FastifyInstance) => void)[];
  /** Throws to make the server refuse changes. */
  readonly assertWritable?: () => void;
  readonly checks?: readonly HealthCheck[];
}

let customers = 0;

/** Call it in `beforeAll`, and `close` in `afterAll`. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  const config = await loadConfig(
    {
      SECRET_KEY: 'a test key of at least 32 characters',
      RATE_LIMIT: 'off',
      MAX_QUEUE_MS: '30000',
      ...options.settings,
    },
    os.tmpdir(),
  );
  preloadZipPlaces();
  const logged: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  const environment = openEnvironment(
    options.environment ?? 'test',
    config,
    logger,
    options.connection ?? database.options,
    { ...options, canSetLogLevel: true },
  );
  const { db } = environment;
  await readOperatorSettings(db);
  const authenticator = createAuthenticator(config);
  const api = await createApi({
    config,
    logger,
    environments: [{ environment, codeLists: createOperatorSettingsCodeLists(db) }],
    authenticator,
    checks: options.checks ?? [],
    ...(options.operations === undefined ? {} : { operations: options.operations }),
    ...(options.operatorOperations === undefined ? {} : { operatorOperations: options.operatorOperations }),
    ...(options.routes === undefined ? {} : { routes: options.routes }),
  });
  const url = await api.listen({ host: '127.0.0.1', port: 0 });
  const base = `${url}${environment.name === 'production' ? '' : '/test'}/v3`;
  return {
    api,
    url,
    base,
    environment,
    database,
    logged,
    customer: async (rights = 'write') => {
      customers += 1;
      const customerNo = `W${1000 + customers}`;
      const name = `Winery ${customerNo}`;
      const credentials = await createCustomer(db, credentialSecretsOf(config), {
        environment: environment.name,
        customerNo,
        name,
        actor: 'system',
      });
      if (rights === 'read') {
        await grantMembership(db, { customerNo, userKey: credentials.userKey, rights, actor: 'system' });
      }
      return { ...credentials, client: openClient(base, credentials) };
    },
    close: async () => {
      // The tests have ended: `stop` need not wait for requests on the connections that `fetch` keeps open.
      api.app.server.closeIdleConnections();
      await api.stop(1_000);
      await authenticator.close();
      await db.close();
      await database.drop();
    },
  };
}
