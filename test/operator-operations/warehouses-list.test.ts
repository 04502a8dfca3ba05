/** Warehouses/List: every role reads where the warehouses are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 lists the warehouses', async () => {
  await admin.call('Warehouses/Set', { Warehouse: 'LST01', ZipCode: '95814' });
  const floor = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  const { status, body } = await floor.call('Warehouses/List');
  expect(status).toBe(200);
  expect(body.Records).toContainEqual({
    Version: expect.stringMatching(/^[0-9a-f]{16}$/),
    Warehouse: 'LST01',
    City: 'Sacramento',
    State: 'CA',
    ZipCode: '95814',
    TimeZone: 'America/Los_Angeles',
    WorkingDays: [1, 2, 3, 4, 5],
    AcceptsReturns: true,
    Floor: 'automatic',
  });
  await admin.call('Warehouses/Remove', { Warehouse: 'LST01' });
});
