/** Rules/ClearWeather: releases the orders that the window held. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { installCut } from '../support/cut-transactions.ts';
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

test('200 closes the window and releases its orders, and records what it was', async () => {
  const winery = await openWinery(server);
  await winery.order();
  const weather = { CustomerNo: winery.customerNo, ...weatherOf('CO') };
  const { body: set } = await lead.call('Rules/SetWeather', weather);
  const WindowId = set.TransactionReferenceNumber;
  const { status, body } = await lead.call('Rules/ClearWeather', { WindowId });
  expect([status, body]).toEqual([
    200,
    {
      TransactionReferenceNumber: expect.any(String),
      OrdersHeld: 0,
      OrdersReleased: 1,
      Customers: 1,
      OrdersInWork: 0,
      InWork: [],
    },
  ]);
  expect(await winery.onHold()).toEqual([]);
  expect(await lastAudit(server, 'Rules/ClearWeather')).toMatchObject({
    action: 'weather_window.ended',
    subject: WindowId,
    for_customer: winery.customerNo,
    before: { States: ['CO'], StartDate: weather.StartDate },
    after: null,
  });
});

test('200 with Preview counts the orders that nothing else holds, and changes nothing', async () => {
  const winery = await openWinery(server);
  await winery.order();
  await winery.order({ OrderInfo: { HoldOrder: true } });
  const { body: set } = await lead.call('Rules/SetWeather', { CustomerNo: winery.customerNo, ...weatherOf('CO') });
  const request = { WindowId: set.TransactionReferenceNumber };
  const { body: preview } = await lead.call('Rules/ClearWeather', { ...request, Preview: true });
  expect(preview).toMatchObject({ OrdersHeld: 0, OrdersReleased: 1, Customers: 1 });
  expect(await winery.onHold()).toHaveLength(2);
  expect((await lead.call('Rules/ClearWeather', request)).body).toMatchObject({ OrdersReleased: 1 });
});

test('200 for a retry after a failure that followed the closing', async () => {
  const cut = await installCut(server.database);
  const winery = await openWinery(server);
  await winery.order();
  const { body: set } = await lead.call('Rules/SetWeather', { CustomerNo: winery.customerNo, ...weatherOf('CO') });
  const close = () =>
    lead.call(
      'Rules/ClearWeather',
      { WindowId: set.TransactionReferenceNumber },
      { 'idempotency-key': 'the storm is over' },
    );
  await cut.after(1);
  const { status } = await close();
  await cut.lift();
  expect([status, (await winery.onHold()).length]).toEqual([500, 1]);
  expect(await close()).toMatchObject({ status: 200, body: { OrdersReleased: 1, Customers: 1 } });
  expect(await winery.onHold()).toEqual([]);
});

test('200 a winery that ends all of its own windows leaves one of all customers, which holds what it held', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const { body: set } = await lead.call('Rules/SetWeather', weatherOf('CO'));
  await winery.simulate('SetWeather', weatherOf('CO'));
  const cleared = await winery.simulate('ClearWeather', {});
  expect(cleared).toMatchObject({ status: 200, body: { WindowsClosed: 1, OrdersReleased: 0 } });
  expect(await winery.statusOf(reference)).toBe('ON WEATHER HOLD');
  const { status } = await lead.call('Rules/ClearWeather', { WindowId: set.TransactionReferenceNumber });
  expect([status, await winery.statusOf(reference)]).toEqual([200, 'RECEIVED']);
});

test('400 when the id is not a UUID', async () => {
  const { status, body } = await lead.call('Rules/ClearWeather', { WindowId: 'x' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'WindowId']);
});

test('404 for a window whose last day has passed, which Rules/List omits', async () => {
  const winery = await openWinery(server);
  const { customerNo: CustomerNo } = winery;
  const weather = { CustomerNo, ...weatherOf('CO') };
  const { body: set } = await lead.call('Rules/SetWeather', weather);
  await winery.advance(12 * 24 * 60 * 60);
  expect((await lead.call('Rules/List', { CustomerNo })).body.WeatherWindows).toEqual([]);
  expect(await lead.call('Rules/ClearWeather', { WindowId: set.TransactionReferenceNumber })).toMatchObject({
    status: 404,
    body: { Reason: `There is no open weather window ${set.TransactionReferenceNumber}.` },
  });
});

test('404 for a window that does not exist', async () => {
  const { status } = await lead.call('Rules/ClearWeather', { WindowId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001' });
  expect(status).toBe(404);
});
