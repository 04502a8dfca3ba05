/** Simulation/SetWeather: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
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

const days = { StartDate: inDays(-1), EndDate: inDays(10) };

test('200: open orders that would leave on these days are held at once, and no others', async () => {
  const { order, simulate, onHold, statusOf, timeline } = await openWinery(server);
  const colorado = await order();
  const texas = await order({
    RecipientContactInfo: { City: 'Dallas', State: 'TX', ZipCode: '75201', Address: '1 Elm' },
  });
  const later = await order({ ShipmentInfo: { ServiceWarehouseLocation: 'APC01', RequestedShipmentDate: inDays(30) } });
  const answer = await simulate('SetWeather', { States: ['CO'], ...days, Description: 'Blizzard' });
  expect(answer).toMatchObject({ status: 200, body: { OrdersHeld: 1, OrdersReleased: 0 } });
  expect(answer.body.TransactionReferenceNumber).toMatch(/^[0-9a-f-]{36}$/);
  expect(await onHold()).toMatchObject([
    { OrderNo: colorado.orderNo, HoldReason: 'Weather', HoldReasonDescription: expect.stringContaining('(Blizzard)') },
  ]);
  expect(await statusOf(colorado.reference)).toBe('ON WEATHER HOLD');
  expect(await statusOf(texas.reference)).toBe('RECEIVED');
  expect(await statusOf(later.reference)).toBe('RECEIVED');
  expect(await timeline(colorado.reference)).toEqual(['sales_order.held']);
});

test('200: ZIP areas, exempt services and ice packs', async () => {
  const { order, simulate, onHold } = await openWinery(server);
  const ShipmentInfo = { ShippingCarrier: 'FEX', ServiceWarehouseLocation: 'APC01' } as const;
  const ground = await order();
  await order({ ShipmentInfo: { ...ShipmentInfo, ShippingCarrierService: 'ONPR' } });
  await order({ ShipmentInfo: { ...ShipmentInfo, ShippingCarrierService: 'GRND', IcePack: 1 } });
  const answer = await simulate('SetWeather', {
    ZipPrefixes: ['802'],
    ...days,
    ExemptServices: ['ONPR'],
    IcePackExempt: true,
  });
  expect(answer).toMatchObject({ status: 200, body: { OrdersHeld: 1 } });
  expect((await onHold()).map((row) => row.OrderNo)).toEqual([ground.orderNo]);
});

test("200: another customer's orders are not touched", async () => {
  const [mine, other] = await Promise.all([openWinery(server), openWinery(server)]);
  const { reference } = await other.order();
  expect(await mine.simulate('SetWeather', { States: ['CO'], ...days })).toMatchObject({ body: { OrdersHeld: 0 } });
  expect(await other.statusOf(reference)).toBe('RECEIVED');
});

test('200: a window without end holds orders, which are read, changed and released as others are', async () => {
  const { client, order, simulate, onHold, statusOf } = await openWinery(server);
  const { orderNo, reference } = await order();
  const last = await order({
    ShipmentInfo: { ServiceWarehouseLocation: 'APC01', RequestedShipmentDate: '12/31/9999' },
  });
  const endless = { States: ['CO'], StartDate: inDays(-1), EndDate: '12/31/9999' };
  expect(await simulate('SetWeather', endless)).toMatchObject({ status: 200, body: { OrdersHeld: 2 } });
  expect((await onHold()).map((row) => row.OrderNo).sort()).toEqual([orderNo, last.orderNo].sort());
  const update = { TransactionReferenceNumber: last.reference, OrderInfo: { Gift: 1 } };
  const updated = await client.call('SalesOrder/UpdateSalesOrder', update);
  expect([updated.status, updated.body]).toEqual([200, expect.anything()]);
  await catchUpOrderIndex(server.environment.db);
  expect(await simulate('ClearWeather', { States: ['CO'] })).toMatchObject({
    status: 200,
    body: { OrdersReleased: 2 },
  });
  expect(await statusOf(reference)).toBe('RECEIVED');
});

test('400: where, and from when to when', async () => {
  const { simulate } = await openWinery(server);
  const faultsOf = async (body: object) =>
    (await simulate('SetWeather', body)).body.Errors.map((fault: { Field: string; Code: string }) => [
      fault.Field,
      fault.Code,
    ]);
  expect(await faultsOf(days)).toEqual([['States', 'Required']]);
  expect(await faultsOf({ States: [], ...days })).toEqual([['States', 'MinItems']]);
  expect(await faultsOf({ States: ['CO'], StartDate: inDays(2), EndDate: inDays(1) })).toEqual([
    ['EndDate', 'BeforeStart'],
  ]);
  expect(await faultsOf({ States: ['XX'], ZipPrefixes: ['80'], ExemptServices: ['SLOW'] })).toEqual([
    ['StartDate', 'Required'],
    ['EndDate', 'Required'],
    ['States[0]', 'Enum'],
    ['ZipPrefixes[0]', 'Pattern'],
    ['ExemptServices[0]', 'Enum'],
  ]);
});

test('401: wrong credentials', async () => {
  const { simulate, customerNo } = await openWinery(server);
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await simulate('SetWeather', { States: ['CO'], ...days, Authentication })).status).toBe(401);
});

test('403: a credential that may only read', async () => {
  const { simulate } = await openWinery(server, 'read');
  expect(await simulate('SetWeather', { States: ['CO'], ...days })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});
