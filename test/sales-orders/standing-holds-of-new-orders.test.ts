/** Orders that are placed or updated while standing rules are in force. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { balanceOf } from '../support/catalog.ts';
import { holdOperations, inDays, openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { recipient } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let db: Db;
beforeAll(async () => {
  server = await openTestServer({ operations: holdOperations });
  db = server.environment.db;
});
afterEach(() => expectLedgerConsistent(db));
afterAll(() => server.close());

const day = 24 * 60 * 60;
const texas = { ...recipient, City: 'Dallas', State: 'TX', ZipCode: '75201' };
const soon = { StartDate: inDays(-1), EndDate: inDays(8) };

test('a new order is held by the rules in force, with its stock reserved', async () => {
  const winery = await openWinery(server);
  await winery.simulate('SetLicense', { State: 'CO', Open: false });
  await winery.simulate('SetWeather', { States: ['CO'], ...soon });
  const { reference } = await winery.order();
  const elsewhere = await winery.order({ RecipientContactInfo: texas });
  expect(await winery.statusOf(elsewhere.reference)).toBe('RECEIVED');
  const [row, ...more] = await winery.onHold();
  expect(more).toEqual([]);
  expect(row).toMatchObject({ HoldReason: 'License' });
  expect(row.HoldReasonDescription).toMatch(
    /^License: Colorado is closed .* Weather: Shipments to Colorado are on weather hold/,
  );
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect(await balanceOf(db, winery.customerNo, 'WINE-1')).toMatchObject({ onHand: 100, reserved: 2 });
  const [accepted] = await db.rows<{ data: { holds: unknown } }>(
    "select data from log where customer_no = $1 and subject = $2 and kind = 'sales_order.accepted'",
    [winery.customerNo, reference],
  );
  expect(accepted?.data.holds).toMatchObject([{ reason: 'License' }, { reason: 'Weather' }]);
});

test('the Weather hold of a new order expires', async () => {
  const winery = await openWinery(server);
  await winery.simulate('SetWeather', { States: ['CO'], ...soon });
  const { reference } = await winery.order();
  expect(await winery.statusOf(reference)).toBe('ON WEATHER HOLD');
  await winery.advance(20 * day);
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
});

test('an update is evaluated against the rules again', async () => {
  const winery = await openWinery(server);
  await winery.simulate('SetLicense', { State: 'CO', Open: false });
  await winery.simulate('SetWeather', { States: ['TX'], ...soon, ExemptServices: ['ONPR'] });
  const { reference } = await winery.order();
  const update = async (body: object) => {
    const answer = await winery.client.call('SalesOrder/UpdateSalesOrder', {
      TransactionReferenceNumber: reference,
      ...body,
    });
    expect(answer.status).toBe(200);
    return await winery.statusOf(reference);
  };
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect(await update({ OrderInfo: { PONo: 'P-1' } })).toBe('ON CUSTOMER SERVICE HOLD');
  expect(await update({ RecipientContactInfo: texas })).toBe('ON WEATHER HOLD');
  expect(await update({ ShipmentInfo: { RequestedShipmentDate: inDays(30) } })).toBe('RECEIVED');
  expect(await update({ ShipmentInfo: { RequestedShipmentDate: inDays(1) } })).toBe('ON WEATHER HOLD');
  expect(await update({ ShipmentInfo: { ShippingCarrierService: 'ONPR' } })).toBe('RECEIVED');
});
