/** BSW (best way) in the test environment: the operator's rules choose among the simulated carriers (decision 26). */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { setClock } from './clock.ts';

let server: TestServer;
let db: Db;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
  db = server.environment.db;
});
beforeEach(async () => {
  winery = await openWinery(server);
  await setClock(db, winery.customerNo);
});
afterEach(() => editSettings(db, 'delete from carrier_rules'));
afterAll(async () => {
  await expectLedgerConsistent(db);
  await server.close();
});

const until = (To: string) => winery.client.call('Simulation/AdvanceClock', { To });
const track = async (OrderNo: string): Promise<Json[]> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body;
const rules = (...rows: string[]) =>
  editSettings(
    db,
    `insert into carrier_rules (rank, carrier, service, from_miles, to_miles, season_from, season_to, ice_pack, states,
                                max_price, max_transit_days) values ${rows.join(', ')}`,
  );
/** From Napa to Denver, 950 miles, on March 4: three days by ground. */
const bsw = (ShippingCarrierService: string, more: Json = {}, parts: Json = {}) => ({
  ShipmentInfo: { ShippingCarrier: 'BSW', ShippingCarrierService, ServiceWarehouseLocation: 'APC01', ...more },
  ...parts,
});

const usual = `(99, 'FEX', '*', null, null, null, null, null, null, null, null)`;
const near = `(1, 'GSO', 'GRND', null, 1200, null, null, null, null, null, null)`;
const far = `(1, 'GSO', 'GRND', 1200, null, null, null, null, null, null, null)`;
const winter = `(1, 'UPS', 'GRND', null, null, '11-01', '04-15', null, null, null, null)`;
const summer = `(1, 'FCC', '2DAY', null, null, '05-15', '09-30', null, null, null, null)`;
const iced = `(1, 'TMC', '*', null, null, null, null, true, null, null, null)`;
const toColorado = `(1, 'UPS', '*', null, null, null, null, null, '{CO,UT}', null, null)`;
const cheap = `(1, 'UPS', '2DAY', null, null, null, null, null, null, 20, null)`;
const quick = `(1, 'UPS', 'GRND', null, null, null, null, null, null, null, 2)`;
const air = `(50, 'UPS', '2DAY', null, null, null, null, null, null, null, null)`;

test.each<[name: string, rows: string[], order: Json, expected: string]>([
  ['nothing set', [], bsw('GRND'), 'FEX GRND'],
  ['nothing set, no service', [], bsw('NONE'), 'FEX GRND'],
  ['nothing set, economy', [], bsw('LPDS'), 'FEX LPDS'],
  ['distance', [usual, near], bsw('GRND'), 'GSO GRND'],
  ['distance, too near', [usual, far], bsw('GRND'), 'FEX GRND'],
  ['time of the year', [usual, winter], bsw('GRND'), 'UPS GRND'],
  ['another time of the year', [usual, summer], bsw('GRND'), 'FEX GRND'],
  ['ice', [usual, iced], bsw('2DAY', { IcePack: 1 }), 'TMC 2DAY'],
  ['no ice', [usual, iced], bsw('2DAY', { IcePack: 0 }), 'FEX 2DAY'],
  ['state', [usual, toColorado], bsw('GRND'), 'UPS GRND'],
  ['price', [usual, cheap], bsw('GRND'), 'FEX GRND'],
  ['days', [usual, quick], bsw('GRND'), 'FEX GRND'],
  ['ground comes before what is dearer', [usual, winter, air], bsw('GRND'), 'UPS GRND'],
  ['a service that promises a day', [usual, winter], bsw('2DAY'), 'FEX 2DAY'],
  [
    'a requested date that ground cannot meet',
    [usual, winter, air],
    bsw('GRND', {}, { AdditionalFields: { RequestedDeliveryDate: '03/06/2031' } }),
    'UPS 2DAY',
  ],
  [
    'a requested date that ground meets',
    [usual, winter, air],
    bsw('GRND', {}, { AdditionalFields: { RequestedDeliveryDate: '03/07/2031' } }),
    'UPS GRND',
  ],
])('%s', async (_name, rows, order, expected) => {
  if (rows.length > 0) await rules(...rows);
  await winery.created({ OrderInfo: { OrderNo: 'BSW-0001' }, ...order });
  expect(await track('BSW-0001')).toMatchObject([{ Carrier: 'BSW' }]);
  await until('2031-03-04T12:00:00');
  const [record] = await track('BSW-0001');
  expect(`${record.Carrier} ${record.Service} ${record.Status}`).toBe(`${expected} READY TO SHIP`);
});

test('applies the season of the ship date', async () => {
  await rules(usual, summer);
  const ShipmentInfo = { ...bsw('GRND').ShipmentInfo, RequestedShipmentDate: '05/15/2031' };
  await winery.created({ OrderInfo: { OrderNo: 'BSW-0002' }, ShipmentInfo });
  await until('2031-05-16T00:00:00');
  expect(await track('BSW-0002')).toMatchObject([{ Carrier: 'FCC', Service: '2DAY', Status: 'IN TRANSIT' }]);
});

test('holds the order when the rules allow no service, and continues after an update', async () => {
  await rules(toColorado.replace('CO,UT', 'TX'));
  const reference = await winery.created({ OrderInfo: { OrderNo: 'BSW-0003' }, ...bsw('GRND') });
  await until('2031-03-04T12:00:00');
  const [held] = await track('BSW-0003');
  expect(held).toMatchObject({ Carrier: 'BSW', Status: 'ON CUSTOMER SERVICE HOLD' });
  expect(held.StatusDescription).toContain('no rate for BSW GRND');
  expect(await winery.order(reference)).toMatchObject({ reserved: { 'WINE-1': 1 }, holds: [{ cause: 'carrier' }] });
  const ShipmentInfo = { ShippingCarrier: 'UPS' };
  expect((await winery.update({ TransactionReferenceNumber: reference, ShipmentInfo })).status).toBe(200);
  await until('2031-03-04T13:00:00');
  expect(await track('BSW-0003')).toMatchObject([{ Carrier: 'UPS', Service: 'GRND', Status: 'READY TO SHIP' }]);
});
