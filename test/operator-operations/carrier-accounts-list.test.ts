/** CarrierAccounts/List: through which accounts labels are bought. */
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

test('200 lists the accounts with the ends of their keys', async () => {
  expect((await admin.call('CarrierAccounts/List')).body).toEqual({ Records: [], HasDefault: false });
  const account = {
    Account: 'MAIN',
    Name: 'Main',
    Provider: 'easypost',
    Warehouse: '',
    CustomerNo: '',
    Carriers: [],
    Enabled: true,
  };
  await admin.call('CarrierAccounts/Set', { ...account, ApiKey: 'EZTK-never-shown-x7Qa' });
  const service = await signedIn(server, 'service');
  const { status, body } = await service.call('CarrierAccounts/List');
  const shown = {
    ...account,
    KeyEnding: 'x7Qa',
    WebhookSecretEnding: '',
    CustomerName: '',
    Version: expect.any(String),
  };
  expect([status, body.Records]).toEqual([200, [shown]]);
  const { customerNo } = await server.customer();
  await admin.call('CarrierAccounts/Set', {
    ...account,
    Account: 'OWN',
    CustomerNo: customerNo,
    ApiKey: 'EZTK-never-shown-x7Qb',
  });
  expect((await service.call('CarrierAccounts/List')).body.Records[1].CustomerName).toBe(`Winery ${customerNo}`);
});
