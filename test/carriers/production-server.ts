import { openTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { givenWarehouseAddresses } from './production.ts';

/** Call it in `beforeAll`, and `close` in `afterAll`. */
export async function openProductionServer(options: Omit<TestServerOptions, 'environment'> = {}): Promise<TestServer> {
  const server = await openTestServer({ ...options, environment: 'production' });
  const { db } = server.environment;
  await givenWarehouseAddresses(db);
  return server;
}
