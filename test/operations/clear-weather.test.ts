/** Simulation/ClearWeather: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdOperations, inDays, openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const blizzard = { States: ['CO'], StartDate: inDays(-1), EndDate: inDays(10) };

test('200: all windows are closed, and what they held goes on', async () => {
  const { order, simulate, onHold, statusOf, timeline } = await openWinery(server);
  const { reference } = await order();
  await simulate('SetWeather', blizzard);
  await simulate('SetWeather', { ...blizzard, EndDate: inDays(12) });
  expect(await onHold()).toHaveLength(1);
  expect(await simulate('ClearWeather', {})).toMatchObject({
    status: 200,
    body: { WindowsClosed: 2, OrdersHeld: 0, OrdersReleased: 1 },
  });
  expect(await onHold()).toEqual([]);
  expect(await statusOf(reference)).toBe('RECEIVED');
  expect(await timeline(reference)).toEqual(['sales_order.held', 'sales_order.held', 'sales_order.released']);
});

test('200: one window of two: the order stays held by the other', async () => {
  const { order, simulate, statusOf, timeline } = await openWinery(server);
  const { reference } = await order();
  const { body } = await simulate('SetWeather', blizzard);
  await simulate('SetWeather', { ...blizzard, EndDate: inDays(12) });
  const WeatherReference = body.TransactionReferenceNumber;
  expect(await simulate('ClearWeather', { WeatherReference })).toMatchObject({
    body: { WindowsClosed: 1, OrdersReleased: 0 },
  });
  expect(await statusOf(reference)).toBe('ON WEATHER HOLD');
  expect((await timeline(reference)).at(-1)).toBe('sales_order.hold_ended');
});

test('200 and 404: a window whose last day has passed on the clock of the customer is not open', async () => {
  const { simulate, advance, customerNo } = await openWinery(server);
  const july = { States: ['CO'], StartDate: '07/13/2026', EndDate: '07/17/2026' };
  const { body: passed } = await simulate('SetWeather', july);
  const { body: passing } = await simulate('SetWeather', { ...blizzard, EndDate: inDays(2) });
  await advance(4 * 24 * 60 * 60);
  const { body: open } = await simulate('SetWeather', blizzard);
  expect(await simulate('ClearWeather', {})).toMatchObject({ status: 200, body: { WindowsClosed: 1 } });
  for (const { TransactionReferenceNumber: WeatherReference } of [passed, passing, open]) {
    expect(await simulate('ClearWeather', { WeatherReference })).toMatchObject({ status: 404 });
  }
  const [ended] = await server.environment.db.rows<{ windows: string[] }>(
    "select data -> 'windows' as windows from log where customer_no = $1 and kind = 'weather_window.ended'",
    [customerNo],
  );
  expect(ended?.windows).toEqual([open.TransactionReferenceNumber]);
});

test('200: with no window there is nothing to close', async () => {
  const { simulate } = await openWinery(server);
  expect(await simulate('ClearWeather', {})).toMatchObject({ status: 200, body: { WindowsClosed: 0 } });
});

test('400: what is no reference', async () => {
  const { simulate } = await openWinery(server);
  expect(await simulate('ClearWeather', { WeatherReference: 'mine' })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'WeatherReference' }] },
  });
});

test('401: wrong credentials', async () => {
  const { simulate, customerNo } = await openWinery(server);
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await simulate('ClearWeather', { Authentication })).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  const { simulate } = await openWinery(server, 'read');
  expect(await simulate('ClearWeather', {})).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test("404: a window that was closed, and another customer's", async () => {
  const [mine, other] = await Promise.all([openWinery(server), openWinery(server)]);
  const { body } = await mine.simulate('SetWeather', blizzard);
  const WeatherReference = body.TransactionReferenceNumber;
  expect(await other.simulate('ClearWeather', { WeatherReference })).toMatchObject({
    status: 404,
    body: { Code: 'NotFound' },
  });
  expect(await mine.simulate('ClearWeather', { WeatherReference })).toMatchObject({ status: 200 });
  expect(await mine.simulate('ClearWeather', { WeatherReference })).toMatchObject({ status: 404 });
});
