/**
 * Complete deliveries by other routes in the test environment: cold chain, other carriers and services, will call,
 * carrier locations, and undelivered packages returned to the sender.
 */
import { getTracking } from 'ts-tracking-number';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyPackages } from '../../src/warehouse/index.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { setClock } from './clock.ts';

let server: TestServer;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
});
beforeEach(async () => {
  winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
});
afterEach(async () => {
  await expectLedgerConsistent(server.environment.db);
  expect(await verifyPackages(server.environment.db)).toEqual([]);
});
afterAll(() => server.close());

const until = (To: string) => winery.client.call('Simulation/AdvanceClock', { To });
const track = async (OrderNo: string): Promise<Json> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body[0];
const scansOf = async (reference: string): Promise<string[]> =>
  (await winery.timeline(reference)).filter(({ kind }) => kind === 'package.scanned').map(({ data }) => data.code);
const shipment = (ShippingCarrier: string, ShippingCarrierService: string) => ({
  ShipmentInfo: { ShippingCarrier, ShippingCarrierService, ServiceWarehouseLocation: 'APC01' },
});
const balance = () => balanceOf(server.environment.db, winery.customerNo, 'WINE-1');

describe('delivery by carrier', () => {
  test.each([
    ['FCC', '2DAY', 'fedex', '03/06/2031'],
    ['FCC', 'NONE', 'fedex', '03/07/2031'],
    ['TMC', 'ONPR', 'ups', '03/05/2031'],
    ['TMC', 'GRND', 'ups', '03/07/2031'],
    ['GSO', 'GRND', undefined, '03/07/2031'],
    ['WST', 'ONST', undefined, '03/05/2031'],
    ['FEX', 'HOME', 'fedex', '03/07/2031'],
    ['UPS', 'LPDS', 'ups', '03/10/2031'],
  ])('%s %s: service, number, scans and delivery, and the code is kept', async (code, service, courier, date) => {
    const reference = await winery.created({ OrderInfo: { OrderNo: 'WAY-0001' }, ...shipment(code, service) });
    const named = { Carrier: code, Service: service === 'NONE' ? 'GRND' : service };
    await until('2031-03-04T12:00:00');
    const packed = await track('WAY-0001');
    expect(packed).toMatchObject({ ...named, Status: 'READY TO SHIP' });
    expect(packed.TrackingURL).toBe(`https://track.example/${code.toLowerCase()}/${packed.TrackingNo}`);
    expect(getTracking(packed.TrackingNo)?.courier.code).toBe(courier);
    const { body } = await winery.client.call('Tracking/GetPackages', { ShippingCarrier: code });
    expect(body.Packages).toMatchObject([{ TrackingNo: packed.TrackingNo }]);
    await until('2031-03-04T18:30:00');
    expect(await track('WAY-0001')).toMatchObject({ ...named, Status: 'IN TRANSIT', PackageLocation: 'Napa, CA' });
    await until('2031-03-20T12:00:00');
    const delivered = await track('WAY-0001');
    // Only FedEx and UPS services return an estimate.
    const estimate = code === 'FEX' || code === 'UPS' ? date : '';
    expect(delivered).toMatchObject({ ...named, Status: 'DELIVERED', EstimatedDeliveryDate: estimate });
    const [month, day, year] = date.split('/');
    expect(delivered.CarrierStatusTimestamp).toContain(`${year}-${month}-${day}`);
    const scans = await scansOf(reference);
    expect([scans[0], ...scans.slice(-2)]).toEqual(['PU', 'OD', 'DL']);
    expect(await balance()).toMatchObject({ onHand: 99, reserved: 0 });
  });
});

test.each(['WIL', 'WILL'])('%s: no label, ready for pickup, picked up at the warehouse', async (code) => {
  const reference = await winery.created({
    OrderInfo: { OrderNo: 'CALL-0001' },
    ...shipment(code, 'CALL'),
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 13 }],
  });
  await until('2031-03-04T12:00:00');
  const nothing = { TrackingNo: '', TrackingURL: '', EstimatedDeliveryDate: '' };
  const own = { ...nothing, Carrier: code, Service: 'CALL', RequestedShipDate: '03/04/2031' };
  expect(await track('CALL-0001')).toMatchObject({
    ...own,
    Status: 'READY FOR PICKUP',
    ShipDate: '03/04/2031',
    CarrierStatus: 'RP',
    PackageLocation: 'Napa, CA',
  });
  expect(await balance()).toMatchObject({ onHand: 100, reserved: 13 });
  await until('2031-03-06T12:00:00');
  const both = (await winery.client.call('Tracking/GetDetails', { OrderNo: 'CALL-0001' })).body;
  expect(both).toMatchObject(
    Array(2).fill({
      ...own,
      Status: 'DELIVERED',
      ShipDate: '03/05/2031',
      CarrierStatus: 'DL',
      CarrierStatusMessage: 'Picked up at the warehouse; signed for by an adult',
    }),
  );
  expect((await winery.order(reference)).status).toBe('SHIPPED');
  expect(await balance()).toMatchObject({ onHand: 87, reserved: 0 });
});

test('delivery to a carrier location: the package arrives, waits, and is collected by the recipient', async () => {
  const reference = await winery.created({
    OrderInfo: { OrderNo: 'HOLD-0001' },
    DeliveryContactInfo: {
      HoldAtLocation: 1,
      LocationCode: 'LOC1',
      Company: 'Corner Shop',
      Address: '5 Elm St',
      City: 'Aurora',
      State: 'CO',
      ZipCode: '80010',
    },
  });
  const own = { ShipToName: 'Corner Shop', ShipToContact: 'Sample Recipient', EstimatedDeliveryDate: '03/07/2031' };
  await until('2031-03-06T12:00:00');
  expect(await track('HOLD-0001')).toMatchObject({ ...own, Status: 'IN TRANSIT' });
  await until('2031-03-07T20:00:00');
  expect(await track('HOLD-0001')).toMatchObject({
    ...own,
    Status: 'READY FOR PICKUP',
    StatusDescription: 'The package is waiting for the recipient to pick it up.',
    CarrierStatus: 'RP',
    CarrierStatusMessage: 'Ready for pickup at Corner Shop',
    PackageLocation: 'Aurora, CO',
  });
  await until('2031-03-11T00:00:00');
  expect(await track('HOLD-0001')).toMatchObject({
    ...own,
    Status: 'DELIVERED',
    CarrierStatusMessage: 'Picked up at Corner Shop; signed for by an adult',
    PackageLocation: 'Aurora, CO',
  });
  expect(await scansOf(reference)).not.toContain('OD');
});

test('a location given only by its code is near the recipient', async () => {
  await winery.created({
    OrderInfo: { OrderNo: 'HOLD-0002' },
    DeliveryContactInfo: { HoldAtLocation: 1, LocationCode: 'LOC1' },
  });
  await until('2031-03-07T20:00:00');
  expect(await track('HOLD-0002')).toMatchObject({
    Status: 'READY FOR PICKUP',
    CarrierStatusMessage: 'Ready for pickup at the location',
    PackageLocation: 'Denver, CO',
    ShipToAddress: '100 Main St',
  });
});

test('a returned package turns around, and scans planned for the outbound route do not change that', async () => {
  const reference = await winery.created({ OrderInfo: { OrderNo: 'BACK-0001' } });
  await until('2031-03-05T12:00:00');
  expect(await track('BACK-0001')).toMatchObject({ Status: 'IN TRANSIT' });
  const answer = await winery.client.call('Simulation/ReturnSalesOrder', {
    TransactionReferenceNumber: reference,
    ReturnReason: 'Refused',
    DispositionCode: 'Return to Inventory',
  });
  expect(answer.status).toBe(200);
  expect(await track('BACK-0001')).toMatchObject({ Status: 'RETURNED', CarrierStatus: 'RS' });
  await until('2031-03-09T12:00:00');
  expect(await track('BACK-0001')).toMatchObject({ Status: 'RETURNED', CarrierStatus: 'RS' });
  await until('2031-03-20T12:00:00');
  expect(await track('BACK-0001')).toMatchObject({ Status: 'DELIVERED TO SHIPPER', CarrierStatus: 'RD' });
});
