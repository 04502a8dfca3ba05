/**
 * Production orders that travel otherwise: cold chain, home delivery, to a carrier's location, by the recipient's own hand.
 * Each goes whole: the choice, the label, the carrier's events, and what GetDetails says of it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { wireSlices } from '../../src/compose.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import { expectLedgerCoherent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { givenWarehouseAddresses, labelPlace, process as processOrders } from './production.ts';
import { pushEvent } from './pushed.ts';

let server: TestServer;
let carrier: FakeCarrier;
let winery: Winery;

beforeAll(async () => {
  wireSlices();
  server = await openTestServer({ environment: 'production' });
  await ensurePartitions(server.environment.db);
  await givenWarehouseAddresses(server.environment.db);
  carrier = await openFakeCarrier();
});
afterAll(async () => {
  await expectLedgerCoherent(server.environment.db);
  await server.close();
  await carrier.close();
});
beforeEach(async () => {
  winery = await openWinery(server);
});

const place = () => labelPlace(server.environment.db, carrier.url);
const track = async (OrderNo: string): Promise<Json[]> =>
  (await winery.client.call('Tracking/GetDetails', { OrderNo })).body;
const shipment = (ShippingCarrier: string, ShippingCarrierService: string) => ({
  ShipmentInfo: { ShippingCarrier, ShippingCarrierService, ServiceWarehouseLocation: 'APC01' },
});

/** An order whose label is bought. */
async function packed(OrderNo: string, parts: Json): Promise<void> {
  await winery.created({ OrderInfo: { OrderNo }, ...parts });
  await processOrders(place(), winery.customerNo);
}

/** What the carrier tells of the last shipment, each event a minute after the one before. */
async function push(...statuses: (readonly [status: string, detail: string, message: string])[]): Promise<void> {
  const noon = Temporal.Now.instant().round('second');
  const details = statuses.map(([status, status_detail, message], minutes) => ({
    status,
    status_detail,
    message,
    datetime: noon.add({ minutes }).toString(),
  }));
  expect(await pushEvent(place(), carrier, details)).toBe('taken');
}

describe('cold chain and temperature-controlled', () => {
  test.each([
    ['FCC', '2DAY', 'FedExDefault', 'FEDEX_2_DAY'],
    ['TMC', 'GRND', 'UPSDAP', 'Ground'],
  ])(
    '%s %s keeps its name while it travels with %s, and has no published estimate',
    async (code, service, ...theirs) => {
      await packed(`WAY-${code}`, shipment(code, service));
      const [bought] = carrier.paid().slice(-1);
      expect([bought?.rate?.carrier, bought?.rate?.service]).toEqual(theirs);
      expect(bought?.options).toMatchObject({ handling_instructions: expect.stringMatching(/temperature/i) });
      expect(await track(`WAY-${code}`)).toMatchObject([
        {
          Carrier: code,
          Service: service,
          Status: 'READY TO SHIP',
          TrackingNo: bought?.trackingNo,
          TrackingURL: `https://followed.example/${bought?.trackingNo}`,
        },
      ]);
      await push(['in_transit', 'received_at_origin_facility', 'Picked up']);
      expect(await track(`WAY-${code}`)).toMatchObject([{ Carrier: code, Status: 'IN TRANSIT', CarrierStatus: 'PU' }]);
      await push(['delivered', '', 'Delivered']);
      expect(await track(`WAY-${code}`)).toMatchObject([
        { Carrier: code, Status: 'DELIVERED', CarrierStatus: 'DL', EstimatedDeliveryDate: '' },
      ]);
    },
  );

  test('other carriers are told nothing of temperature', async () => {
    await packed('WAY-FEX', shipment('FEX', '2DAY'));
    expect(carrier.shipments.at(-1)?.options).not.toHaveProperty('handling_instructions');
  });
});

test('HOME stays HOME, though the carrier has one ground service to homes', async () => {
  await packed('WAY-HOME', shipment('FEX', 'HOME'));
  expect(await track('WAY-HOME')).toMatchObject([{ Carrier: 'FEX', Service: 'HOME', Status: 'READY TO SHIP' }]);
});
