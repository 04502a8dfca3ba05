/** Statuses/Set: a customer's own statuses and descriptions of the interface's, both recorded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { givenStock } from '../support/catalog.ts';
import { installCut } from '../support/cut-transactions.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test("200 sets a customer's own status, and changes it", async () => {
  const { customerNo } = await server.customer();
  const key = { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX' };
  const { status, body: first } = await admin.call('Statuses/Set', {
    ...key,
    Description: 'For events',
    DrawnByConsumerOrders: true,
  });
  const flags = { DrawnByConsumerOrders: true, Bonded: false, Returned: false, Damaged: false };
  expect([status, first]).toEqual([200, { ...key, Description: 'For events', ...flags }]);
  const { body: second } = await admin.call('Statuses/Set', { ...key, Description: 'Events', Damaged: true });
  expect(second).toEqual({ ...key, Description: 'Events', ...flags, DrawnByConsumerOrders: false, Damaged: true });
  const entry = { action: 'inventory_status.set', subject: 'GOOD-EV-TX', for_customer: customerNo };
  expect(await auditOf(server, 'Statuses/Set')).toMatchObject([
    { ...entry, before: null, after: first },
    { ...entry, before: first, after: second },
  ]);
});

test('200 fills waiting orders also when the process is killed after the change', async () => {
  const { customerNo, order, statusOf, advance } = await openWinery(server);
  const request = { CustomerNo: customerNo, InventoryStatus: 'GOOD-EV-TX', Description: 'For events' };
  await admin.call('Statuses/Set', request);
  const stock = { itemNo: 'WINE-3', quantity: 5, status: 'GOOD-EV-TX' };
  await givenStock(server.environment.db, customerNo, [stock]);
  const { reference } = await order({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 2 }] });
  expect(await statusOf(reference)).toBe('ON INV HOLD');
  const cut = await installCut(server.database);
  await cut.after(1);
  const { status } = await admin.call('Statuses/Set', { ...request, DrawnByConsumerOrders: true });
  await cut.lift();
  expect([status, await statusOf(reference)]).toEqual([500, 'ON INV HOLD']);
  await advance(60);
  // Where the minute passes the time at which the warehouse begins, the order is processed already.
  expect(['RECEIVED', 'PROCESSING ORDER']).toContain(await statusOf(reference));
});

test('200 describes a status of the interface, and changes nothing else of it', async () => {
  const request = { InventoryStatus: 'GOOD-ST-EX', Description: 'For export', Damaged: true };
  const { body } = await admin.call('Statuses/Set', request);
  expect(body).toMatchObject({ CustomerNo: '*', Description: 'For export', Bonded: true, Damaged: false });
  expect((await auditOf(server, 'Statuses/Set')).at(-1)).toMatchObject({ for_customer: null, after: body });
});

test('400 names a field that is not valid, and rejects a code of the wrong kind', async () => {
  const { status, body } = await admin.call('Statuses/Set', { InventoryStatus: 'GOOD-ST-EX', Description: '' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Description']);
  const { customerNo } = await server.customer();
  const set = (fields: object) => admin.call('Statuses/Set', { Description: 'Mine', ...fields });
  expect((await set({ InventoryStatus: 'MINE' })).status).toBe(400);
  expect((await set({ InventoryStatus: 'GOOD-NO-TX', CustomerNo: customerNo })).status).toBe(400);
});

test('404 for an unknown customer', async () => {
  const request = { CustomerNo: 'UNKNOWN', InventoryStatus: 'MINE', Description: 'Mine' };
  expect((await admin.call('Statuses/Set', request)).status).toBe(404);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  const { customerNo: CustomerNo } = await server.customer();
  await expectVersionGuard(server, {
    set: 'Statuses/Set',
    list: 'Statuses/List',
    remove: 'Statuses/Remove',
    key: { CustomerNo, InventoryStatus: 'GOOD-VE-TX' },
    filter: { CustomerNo },
    contents: [{ Description: 'One' }, { Description: 'Two', Bonded: true }, { Description: 'Three' }],
  });
});
