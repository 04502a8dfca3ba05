/** Cutoffs, working days and holidays configured by the operator determine processing, ship and delivery dates. */

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readOperatorSettings } from '../../src/operator-settings/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { givenStock } from '../support/catalog.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { setClock } from './clock.ts';

let server: TestServer;
let db: Db;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
  db = server.environment.db;
  // Napa is closed on Wednesday, March 5; Cobleskill works on Saturdays and has its ground cutoff at 10:00.
  await db.rows(`insert into carrier_holidays (day, name) values ('2031-03-05', 'Crush party')`);
  await db.rows(`update warehouses set working_days = '{1,2,3,4,5,6}' where code = 'COB01'`);
  await db.rows(
    `update warehouse_cutoffs set cutoff = '10:00' where warehouse = 'COB01' and carrier = 'FEX' and service = 'GRND'`,
  );
  const isKnown = async () => {
    const { holidays, cutoffs } = await readOperatorSettings(db);
    expect(holidays.some(({ date }) => date === '2031-03-05')).toBe(true);
    expect(cutoffs.get('COB01')?.find(({ service }) => service === 'GRND')?.time).toBe('10:00');
  };
  await vi.waitFor(isKnown, { timeout: 15_000, interval: 200 });
});
afterAll(() => server.close());
beforeEach(async () => {
  winery = await openWinery(server);
  await givenStock(db, winery.customerNo, [{ itemNo: 'WINE-1', quantity: 10, warehouse: 'COB01' }]);
});

const at = (local: string) => setClock(db, winery.customerNo, Temporal.Instant.from(local));
const until = (To: string) => winery.client.call('Simulation/AdvanceClock', { To });
const track = async (OrderNo: string): Promise<Json> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body[0];
const order = (OrderNo: string, ServiceWarehouseLocation: string, more: Json = {}) =>
  winery.created({
    OrderInfo: { OrderNo },
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation, ...more },
  });
const dates = ({ RequestedShipDate, ShipDate, EstimatedDeliveryDate }: Json) => [
  RequestedShipDate,
  ShipDate,
  EstimatedDeliveryDate,
];

test('the warehouse and the carrier skip a holiday', async () => {
  await at('2031-03-04T15:00:00-08:00');
  const late = await order('CAL-0001', 'APC01');
  // Three days by ground, from Thursday.
  expect(dates(await track('CAL-0001'))).toEqual(['03/06/2031', '03/06/2031', '03/11/2031']);
  await until('2031-03-06T05:59:00');
  expect((await winery.order(late)).status).toBe('RECEIVED');
  await until('2031-03-06T06:01:00');
  expect((await winery.order(late)).status).toBe('PROCESSING ORDER');
  await until('2031-03-06T16:01:00');
  expect(await track('CAL-0001')).toMatchObject({ Status: 'SHIPPED', ShipDate: '03/06/2031' });

  await at('2031-03-04T09:00:00-08:00');
  await order('CAL-0002', 'APC01');
  // It leaves on Tuesday, and Wednesday does not count as a transit day.
  expect(dates(await track('CAL-0002'))).toEqual(['03/04/2031', '03/04/2031', '03/10/2031']);
});

test('a requested date that is not a working day becomes the next working day', async () => {
  await at('2031-03-03T09:00:00-08:00');
  await order('CAL-0003', 'APC01', { RequestedShipmentDate: '03/05/2031' });
  expect(dates(await track('CAL-0003'))).toEqual(['03/06/2031', '03/06/2031', '03/11/2031']);
  await order('CAL-0004', 'COB01', { RequestedShipmentDate: '03/08/2031' });
  await order('CAL-0005', 'APC01', { RequestedShipmentDate: '03/08/2031' });
  expect((await track('CAL-0004')).RequestedShipDate).toBe('03/08/2031');
  expect((await track('CAL-0005')).RequestedShipDate).toBe('03/10/2031');
});

test('each warehouse uses its own cutoffs in its own time zone', async () => {
  // 7:30 in Napa is 10:30 in Cobleskill.
  await at('2031-03-04T07:30:00-08:00');
  await order('CAL-0006', 'APC01');
  await order('CAL-0007', 'COB01');
  await order('CAL-0008', 'COB01', { ShippingCarrierService: '2DAY' });
  expect((await track('CAL-0006')).RequestedShipDate).toBe('03/04/2031');
  // Wednesday is a holiday in Cobleskill as well.
  expect((await track('CAL-0007')).RequestedShipDate).toBe('03/06/2031');
  expect((await track('CAL-0008')).RequestedShipDate).toBe('03/04/2031');
});

test('dates are correct over a weekend on which daylight saving time begins', async () => {
  await at('2031-03-07T14:30:00-08:00');
  const reference = await order('CAL-0009', 'APC01');
  expect(dates(await track('CAL-0009'))).toEqual(['03/10/2031', '03/10/2031', '03/13/2031']);
  await until('2031-03-10T05:59:00-07:00');
  expect((await winery.order(reference)).status).toBe('RECEIVED');
  await until('2031-03-10T06:01:00-07:00');
  expect((await winery.order(reference)).status).toBe('PROCESSING ORDER');
  await until('2031-03-10T16:01:00-07:00');
  expect(await track('CAL-0009')).toMatchObject({ Status: 'SHIPPED', ShipDate: '03/10/2031' });
});

test('an order that was accepted before the cutoff ships on that day, also when it is packed after the cutoff', async () => {
  await at('2031-03-03T13:58:00-08:00');
  await order('CAL-0012', 'APC01');
  const held = await winery.created({
    OrderInfo: { OrderNo: 'CAL-0013', HoldOrder: true },
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
  });
  await until('2031-03-03T14:01:00');
  expect(await track('CAL-0012')).toMatchObject({ Status: 'PROCESSING ORDER', RequestedShipDate: '03/03/2031' });
  // Released after the cutoff, it is processed on the next day.
  await winery.update({ TransactionReferenceNumber: held, OrderInfo: { HoldOrder: false } });
  expect(await track('CAL-0013')).toMatchObject({ Status: 'RECEIVED', RequestedShipDate: '03/04/2031' });
  await until('2031-03-03T15:30:00');
  expect(await track('CAL-0012')).toMatchObject({ Status: 'READY TO SHIP', RequestedShipDate: '03/03/2031' });
  await until('2031-03-03T16:01:00');
  expect(await track('CAL-0012')).toMatchObject({ Status: 'SHIPPED', ShipDate: '03/03/2031' });
});

test('RequestedShipDate follows updates until the package leaves; ShipDate is then the actual ship date', async () => {
  await at('2031-03-06T09:00:00-08:00');
  const reference = await order('CAL-0010', 'APC01', { RequestedShipmentDate: '03/17/2031' });
  expect(dates(await track('CAL-0010'))).toEqual(['03/17/2031', '03/17/2031', '03/20/2031']);
  const change = (ShipmentInfo: Json) => winery.update({ TransactionReferenceNumber: reference, ShipmentInfo });
  expect((await change({ RequestedShipmentDate: '03/11/2031' })).status).toBe(200);
  expect(dates(await track('CAL-0010'))).toEqual(['03/11/2031', '03/11/2031', '03/14/2031']);
  // While on hold, it returns the requested date and no estimate.
  await winery.update({ TransactionReferenceNumber: reference, OrderInfo: { HoldOrder: true } });
  expect(dates(await track('CAL-0010'))).toEqual(['03/11/2031', '03/11/2031', '']);
  await until('2031-03-12T15:00:00');
  await winery.update({ TransactionReferenceNumber: reference, OrderInfo: { HoldOrder: false } });
  // Released after the cutoff of a later day: the next working day.
  expect(dates(await track('CAL-0010'))).toEqual(['03/13/2031', '03/13/2031', '03/18/2031']);
  expect((await change({ ShippingCarrierService: '2DAY' })).status).toBe(200);
  await until('2031-03-13T12:00:00');
  expect(dates(await track('CAL-0010'))).toEqual(['03/13/2031', '03/13/2031', '03/17/2031']);
  await until('2031-03-13T16:01:00');
  expect(await track('CAL-0010')).toMatchObject({ Status: 'SHIPPED', ShipDate: '03/13/2031' });
});

test('a holiday entered after an order was accepted applies to it', async () => {
  await at('2031-04-01T15:00:00-07:00');
  await order('CAL-0011', 'APC01');
  expect((await track('CAL-0011')).RequestedShipDate).toBe('04/02/2031');
  await db.rows(`insert into carrier_holidays (day, name) values ('2031-04-02', 'Fire drill')`);
  await vi.waitFor(async () => expect((await track('CAL-0011')).RequestedShipDate).toBe('04/03/2031'), {
    timeout: 15_000,
    interval: 200,
  });
  await until('2031-04-02T20:00:00');
  expect((await track('CAL-0011')).Status).not.toBe('SHIPPED');
  await until('2031-04-03T16:01:00');
  expect(await track('CAL-0011')).toMatchObject({ Status: 'SHIPPED', ShipDate: '04/03/2031' });
});
