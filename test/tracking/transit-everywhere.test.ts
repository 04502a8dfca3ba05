/** The operator's transit times apply everywhere transit days are counted, not only in estimates (decision 26). */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readOperatorSettings, replaceTransitTimes } from '../../src/operator-settings/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { estimateTransitWithCarrier } from '../../src/shipping-labels/index.ts';
import { setClock } from '../simulation/clock.ts';
import { givenStock } from '../support/catalog.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let db: Db;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
  db = server.environment.db;
  const from = (originZip3: string, destinationZip3: string, service: string, carrier: string, days: number) => ({
    originZip3,
    destinationZip3,
    service,
    carrier,
    days,
  });
  await db.write((tx) =>
    replaceTransitTimes(tx, [
      // To Denver: by distance three days on the ground and two in the air.
      from('945', '802', 'GRND', '*', 5),
      from('945', '802', 'GRND', 'FEX', 4),
      from('945', '802', '2DAY', 'UPS', 3),
      // To New York: by distance Cobleskill is a day away, Earth City four.
      from('120', '100', 'GRND', '*', 6),
      from('630', '100', 'GRND', '*', 2),
      // To San Juan: by distance seven days.
      from('945', '009', 'GRND', '*', 8),
      // Between warehouses: by distance two days to Sherwood, four to Cobleskill and to Earth City.
      from('945', '971', 'GRND', '*', 4),
      from('945', '120', 'GRND', '*', 5),
      from('945', '630', 'GRND', '*', 9),
    ]),
  );
  // The server may have read the operator's data before.
  const isKnown = async () => {
    const { warehouses } = await readOperatorSettings(db);
    expect(warehouses.get('APC01')?.knownTransit?.('80202', 'FEX', 'GRND')).toBe(4);
  };
  await vi.waitFor(isKnown, { timeout: 15_000, interval: 200 });
});
afterAll(() => server.close());
beforeEach(async () => {
  winery = await openWinery(server);
  await setClock(db, winery.customerNo);
});

const until = (To: string) => winery.client.call('Simulation/AdvanceClock', { To });
const track = async (OrderNo: string): Promise<Json> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body[0];
const order = (OrderNo: string, ShippingCarrier: string, ShippingCarrierService: string, more: Json = {}) =>
  winery.created({
    OrderInfo: { OrderNo },
    ShipmentInfo: { ShippingCarrier, ShippingCarrierService, ServiceWarehouseLocation: 'APC01', ...more },
  });

test.each([
  // It leaves on Tuesday, March 4.
  ['FEX', 'GRND', '03/10/2031', 4],
  ['UPS', 'GRND', '03/11/2031', 5],
  ['UPS', '2DAY', '03/07/2031', 3],
  ['FEX', '2DAY', '03/06/2031', 2],
])(
  'GetDetails and GetDeliveryEstimates agree on %s %s, and the delivery matches',
  async (carrier, service, date, days) => {
    await order('DAYS-0001', carrier, service);
    const asked = { StreetLines: ['100 Main St'], City: 'Denver', State: 'CO', ZipCode: '80202', Country: 'US' };
    const { body } = await winery.client.call('Tracking/GetDeliveryEstimates', {
      DeliveryAddress: asked,
      DeliveryEstimateRange: 1,
    });
    const estimated = body.DeliveryEstimateOptions.find(
      (o: Json) => o.ShippingCarrier === carrier && o.ShippingCarrierService === service,
    );
    expect(estimated).toMatchObject({ EstimatedDeliveryDate: date, TransitDays: days, ShipFromWarehouse: 'APC01' });
    for (const [to, Status] of [
      ['2031-03-04T09:01:00', 'PROCESSING ORDER'],
      ['2031-03-04T15:59:00', 'READY TO SHIP'],
      ['2031-03-05T12:00:00', 'IN TRANSIT'],
    ] as const) {
      await until(to);
      expect(await track('DAYS-0001')).toMatchObject({ Status, EstimatedDeliveryDate: date });
    }
    await until('2031-03-20T12:00:00');
    const delivered = await track('DAYS-0001');
    expect(delivered).toMatchObject({ Status: 'DELIVERED', EstimatedDeliveryDate: date });
    const day = Temporal.PlainDate.from({
      month: Number(date.slice(0, 2)),
      day: Number(date.slice(3, 5)),
      year: Number(date.slice(6)),
    });
    expect(delivered.CarrierStatusTimestamp).toContain(day.toString());
  },
);

test('an order to a territory given as a country takes the estimated transit days', async () => {
  const sanJuan = { City: 'San Juan', State: '', ZipCode: '00901', Country: 'PR' };
  await winery.created({
    OrderInfo: { OrderNo: 'DAYS-0003' },
    RecipientContactInfo: { FirstName: 'Sample', Address: '1 Calle Sol', ...sanJuan },
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
  });
  const { body } = await winery.client.call('Tracking/GetDeliveryEstimates', {
    DeliveryAddress: { ...sanJuan, State: 'PR' },
    DeliveryEstimateRange: 1,
  });
  const estimated = body.DeliveryEstimateOptions.find((o: Json) => o.ShippingCarrierService === 'GRND');
  expect(estimated).toMatchObject({ TransitDays: 8, EstimatedDeliveryDate: '03/14/2031' });
  expect(await track('DAYS-0003')).toMatchObject({ EstimatedDeliveryDate: '03/14/2031' });
});

test('cold chain takes the transit days of its carrier’s network', async () => {
  await order('DAYS-0002', 'FCC', 'GRND');
  await until('2031-03-10T06:00:00');
  expect(await track('DAYS-0002')).toMatchObject({ Status: 'IN TRANSIT', EstimatedDeliveryDate: '' });
  await until('2031-03-10T23:00:00');
  expect(await track('DAYS-0002')).toMatchObject({ Carrier: 'FCC', Status: 'DELIVERED' });
});

test('BSW: rules by transit days and requested delivery dates use the same transit times', async () => {
  await editSettings(
    db,
    `insert into carrier_rules (rank, carrier, service, max_transit_days)
                 values (1, 'UPS', 'GRND', 4), (2, 'FEX', 'GRND', 4), (3, 'UPS', '2DAY', null), (4, 'FEX', '2DAY', null)`,
  );
  try {
    await order('DAYS-0003', 'BSW', 'GRND');
    await order('DAYS-0004', 'BSW', '2DAY');
    await until('2031-03-04T12:00:00');
    expect(await track('DAYS-0003')).toMatchObject({ Carrier: 'FEX', Service: 'GRND' });
    expect(await track('DAYS-0004')).toMatchObject({ Carrier: 'FEX', Service: '2DAY' });
  } finally {
    await editSettings(db, 'delete from carrier_rules');
  }
});

test('the nearest warehouse is the one with the fewest transit days', async () => {
  await givenStock(
    db,
    winery.customerNo,
    ['COB01', 'ETC01'].map((warehouse) => ({ itemNo: 'WINE-1', quantity: 5, warehouse })),
  );
  const to = (ZipCode: string, City: string, State: string) => ({
    RecipientContactInfo: { FirstName: 'Sample', LastName: 'Recipient', Address: '1 Main St', City, State, ZipCode },
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' },
  });
  await winery.created({ OrderInfo: { OrderNo: 'DAYS-0005' }, ...to('10001', 'New York', 'NY') });
  await winery.created({ OrderInfo: { OrderNo: 'DAYS-0006' }, ...to('12203', 'Albany', 'NY') });
  expect(await track('DAYS-0005')).toMatchObject({ Warehouse: 'ETC01' });
  expect(await track('DAYS-0006')).toMatchObject({ Warehouse: 'COB01' });
});

test.each([
  ['SJU01', '2031-03-10T10:00:00'],
  ['COB01', '2031-03-11T07:00:00'],
  // Never more than seven times twenty-four hours; the clocks go forward meanwhile.
  ['ETC01', '2031-03-11T10:00:00'],
])('a transfer to %s takes the transit days of the table', async (TransferToWarehouse, arrival) => {
  const transferring = await openTransferWinery(server);
  const reference = await transferring.transferred({ TransferToWarehouse });
  const status = async () => (await transferring.transferOrder(reference)).status;
  // It leaves at once.
  await transferring.until('2031-03-04T09:01:00');
  expect(await status()).toBe('IN TRANSIT');
  const at = Temporal.PlainDateTime.from(arrival);
  await transferring.until(at.subtract({ minutes: 1 }).toString());
  expect(await status()).toBe('IN TRANSIT');
  await transferring.until(at.add({ minutes: 2 }).toString());
  expect(await status()).toBe('RECEIVED');
});

test('the operator’s query of the simulated carriers returns the same', async () => {
  const shipDate = Temporal.PlainDate.from('2031-03-04');
  const services = [
    { carrier: 'FEX', service: 'GRND' },
    { carrier: 'UPS', service: 'GRND' },
    { carrier: 'UPS', service: '2DAY' },
  ] as const;
  const ask = async (from: string) => {
    const answer = await estimateTransitWithCarrier(server.environment, { from, toZip: '80202', shipDate, services });
    return answer.outcome === 'ok' ? answer.data.map((way) => `${way.transitDays} ${way.deliveryDate}`) : answer;
  };
  expect(await ask('APC01')).toEqual(['4 2031-03-10', '5 2031-03-11', '3 2031-03-07']);
  // Not a warehouse: by distance.
  expect(await ask('94558')).toEqual(['3 2031-03-07', '3 2031-03-07', '2 2031-03-06']);
});
