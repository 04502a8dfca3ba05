/** Receiving/ListParked: deliveries that wait for customer service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../support/operator.ts';
import { type Dock, dock, openDock } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(() => server.close());

test('200 for whom, what and where, in the warehouses of the operator', async () => {
  const CustomerNo = at.winery.customerNo;
  const { Session } = await at.receive('Park', { Warehouse: dock, CustomerNo, Place: 'Dock 2' });
  const listed = async () => (await at.service.call('Receiving/ListParked', { Customers: [CustomerNo] })).body;
  await at.scan(Session, ['PIN', 'PIN']);
  expect(await listed()).toMatchObject({ Records: [], Count: 0 });
  await at.receive('Finish', { Session });
  expect(await listed()).toMatchObject({
    Records: [{ CustomerNo, Place: 'Dock 2', Units: 2, State: 'parked', Items: [{ ItemNo: 'PIN', Units: 2 }] }],
    Count: 1,
  });
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['TWL01'] });
  expect((await elsewhere.call('Receiving/ListParked', {})).body).toMatchObject({ Records: [], Count: 0 });
});

test('400 an After that no page returned', async () => {
  expect((await at.service.call('Receiving/ListParked', { After: 'x' })).status).toBe(400);
});
