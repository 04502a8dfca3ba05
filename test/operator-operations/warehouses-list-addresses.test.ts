/** Warehouses/ListAddresses: where packages ship from. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 lists the addresses with their versions, for leads too', async () => {
  const address = {
    Warehouse: 'APC01',
    Company: 'Hilltop',
    Street: '1 Dock Rd',
    Street2: '',
    PhoneNumber: '9165550100',
  };
  await (await signedIn(server, 'admin')).call('Warehouses/SetAddress', address);
  const { status, body } = await (await signedIn(server, 'lead')).call('Warehouses/ListAddresses');
  expect(status).toBe(200);
  expect(body.Records).toContainEqual({ ...address, Version: expect.stringMatching(/^[0-9a-f]{16}$/) });
});
