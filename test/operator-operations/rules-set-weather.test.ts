/** Rules/SetWeather: holds open orders of one customer or of all, and records who did. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf, lastAudit } from '../support/audit.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { weatherOf } from '../support/rules.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let lead: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  lead = await signedIn(server, 'lead');
});
afterAll(() => server.close());

test('200 holds the open orders of a customer, as the operator', async () => {
  const winery = await openWinery(server);
  const other = await openWinery(server);
  const { reference } = await winery.order();
  await other.order();
  const request = { CustomerNo: winery.customerNo, ...weatherOf('CO'), Description: 'Blizzard' };
  const { status, body } = await lead.call('Rules/SetWeather', request);
  expect([status, body]).toEqual([
    200,
    {
      TransactionReferenceNumber: expect.any(String),
      OrdersHeld: 1,
      OrdersReleased: 0,
      Customers: 1,
      OrdersInWork: 0,
      InWork: [],
    },
  ]);
  expect((await winery.onHold()).map((row) => row.HoldReason)).toEqual(['Weather']);
  expect(await other.onHold()).toEqual([]);
  const windowId = body.TransactionReferenceNumber;
  const actor = `operator:${lead.operator.email}`;
  expect(await lastAudit(server, 'Rules/SetWeather')).toMatchObject({
    action: 'weather_window.added',
    subject: windowId,
    for_customer: winery.customerNo,
    actor,
    before: null,
    after: { States: ['CO'], Description: 'Blizzard' },
  });
  const { rows } = await server.database.pool.query(
    'select distinct actor from log where customer_no = $1 and (subject = $2 or subject = $3 and kind like $4)',
    [winery.customerNo, windowId, reference, '%hold%'],
  );
  expect(rows).toEqual([{ actor }]);
});

test('200 without a customer holds the orders of all', async () => {
  const wineries = [await openWinery(server), await openWinery(server)];
  for (const winery of wineries) await winery.order();
  const { body } = await lead.call('Rules/SetWeather', weatherOf('CO'));
  expect(body.OrdersHeld).toBeGreaterThanOrEqual(2);
  for (const winery of wineries) expect((await winery.onHold()).map((row) => row.HoldReason)).toEqual(['Weather']);
  expect(await lastAudit(server, 'Rules/SetWeather')).toMatchObject({ for_customer: null });
  const cleared = await lead.call('Rules/ClearWeather', { WindowId: body.TransactionReferenceNumber });
  expect(cleared.body.OrdersReleased).toBeGreaterThanOrEqual(2);
  for (const winery of wineries) expect(await winery.onHold()).toEqual([]);
});

test('200 with Preview counts what the window would hold, and changes nothing', async () => {
  const winery = await openWinery(server);
  await winery.order();
  await winery.order({ OrderInfo: { HoldOrder: true } });
  const request = { CustomerNo: winery.customerNo, ...weatherOf('CO') };
  const audited = (await auditOf(server, 'Rules/SetWeather')).length;
  const { status, body: preview } = await lead.call('Rules/SetWeather', { ...request, Preview: true });
  expect([status, preview]).toMatchObject([200, { OrdersHeld: 2, OrdersReleased: 0, Customers: 1 }]);
  expect((await winery.onHold()).map((row) => row.HoldReason)).toEqual(['Winery']);
  expect(await auditOf(server, 'Rules/SetWeather')).toHaveLength(audited);
  const { body: elsewhere } = await lead.call('Rules/SetWeather', { ...request, States: ['TX'], Preview: true });
  expect(elsewhere).toMatchObject({ OrdersHeld: 0, OrdersReleased: 0, Customers: 0 });
  const { body } = await lead.call('Rules/SetWeather', request);
  expect({ ...preview, TransactionReferenceNumber: '' }).toEqual({ ...body, TransactionReferenceNumber: '' });
});

test('400 names what is not possible', async () => {
  const faultOf = async (request: object) => {
    const { status, body } = await lead.call('Rules/SetWeather', request);
    return [status, body.Errors[0].Field];
  };
  const weather = weatherOf('CO');
  expect(await faultOf({ ...weather, States: undefined })).toEqual([400, 'States']);
  expect(await faultOf({ ...weather, EndDate: '01/01/2020' })).toEqual([400, 'EndDate']);
  expect(await faultOf({ ...weather, StartDate: '01/01/2020', EndDate: '01/02/2020' })).toEqual([400, 'EndDate']);
});

test('404 for a customer that does not exist', async () => {
  const { status } = await lead.call('Rules/SetWeather', { CustomerNo: 'UNKNOWN', ...weatherOf('CO') });
  expect(status).toBe(404);
});
