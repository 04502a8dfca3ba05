/** The server in production, where carriers know every warehouse's address; that it has an account is the test's to say. */
import { wireSlices } from '../../src/compose.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import { openTestServer, type TestServer, type TestServerOptions } from '../support/server.ts';
import { givenWarehouseAddresses } from './production.ts';

/** Call it in `beforeAll`, and `close` in `afterAll`. */
export async function openProductionServer(options: Omit<TestServerOptions, 'environment'> = {}): Promise<TestServer> {
  wireSlices();
  const server = await openTestServer({ ...options, environment: 'production' });
  const { db } = server.environment;
  await ensurePartitions(db);
  await givenWarehouseAddresses(db);
  return server;
}
