/** Statuses/List: the interface's statuses and customers' own. */
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

test('200 lists statuses, and those of one customer', async () => {
  const { customerNo } = await server.customer();
  const own = { CustomerNo: customerNo, InventoryStatus: 'LISTED-1', Description: 'For events' };
  await admin.call('Statuses/Set', { ...own, Bonded: true });
  const flags = { DrawnByConsumerOrders: false, Bonded: true, Returned: false, Damaged: false };
  const listed = {
    ...own,
    CustomerName: `Winery ${customerNo}`,
    ...flags,
    IsRequired: false,
    Version: expect.stringMatching(/^[0-9a-f]{16}$/),
  };
  const floor = await signedIn(server, 'floor', { warehouses: ['COB01'] });
  const { status, body } = await floor.call('Statuses/List', { CustomerNo: customerNo });
  expect([status, body]).toEqual([200, { Records: [listed] }]);
  const { body: all } = await floor.call('Statuses/List');
  const primary = {
    CustomerNo: '*',
    InventoryStatus: 'GOOD-NO-TX',
    DrawnByConsumerOrders: true,
    IsRequired: true,
    CustomerName: '',
  };
  expect(all.Records).toEqual(expect.arrayContaining([listed, expect.objectContaining(primary)]));
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Statuses/List', { CustomerNo: '' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'CustomerNo']);
});

test('404 for an unknown customer', async () => {
  expect((await admin.call('Statuses/List', { CustomerNo: 'UNKNOWN' })).status).toBe(404);
});
