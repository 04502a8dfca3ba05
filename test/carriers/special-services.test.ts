/**
 * Production orders with special services: cold chain, home delivery, carrier locations, will call. Each is followed
 * from the choice of a rate and the label to the carrier's events and GetDetails.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { pushEvent } from './carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { labelDeps, process as processOrders } from './production.ts';
import { openProductionServer } from './production-server.ts';

let server: TestServer;
let carrier: FakeCarrier;
let winery: Winery;

beforeAll(async () => {
  server = await openProductionServer();
  carrier = await openFakeCarrier();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
  await carrier.close();
});
beforeEach(async () => {
  winery = await openWinery(server);
});

const place = () => labelDeps(server.environment.db, carrier.url);
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

/** Events of the last shipment, one minute apart. */
async function push(...statuses: (readonly [status: string, detail: string, message: string])[]): Promise<void> {
  const noon = Temporal.Now.instant().round('second');
  const details = statuses.map(([status, status_detail, message], minutes) => ({
    status,
    status_detail,
    message,
    datetime: noon.add({ minutes }).toString(),
  }));
  expect(await pushEvent(place(), carrier, details)).toBe('applied');
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

  test('a carrier that a rule chooses gets the instruction too', async () => {
    const { db } = server.environment;
    const rule = "insert into carrier_rules (rank, carrier, service, ice_pack) values (1, 'FCC', '*', true)";
    await editSettings(db, rule);
    try {
      const { ShipmentInfo } = shipment('BSW', '2DAY');
      await packed('WAY-RULE', { ShipmentInfo: { ...ShipmentInfo, IcePack: 1 } });
    } finally {
      await editSettings(db, 'delete from carrier_rules');
    }
    const [bought] = carrier.paid().slice(-1);
    expect(await track('WAY-RULE')).toMatchObject([{ Carrier: 'FCC', TrackingNo: bought?.trackingNo }]);
    expect(bought?.options).toMatchObject({ handling_instructions: expect.stringMatching(/temperature/i) });
  });

  test('other carriers get no temperature instruction', async () => {
    await packed('WAY-FEX', shipment('FEX', '2DAY'));
    expect(carrier.shipments.at(-1)?.options).not.toHaveProperty('handling_instructions');
  });
});

test('HOME stays HOME, although the carrier has one ground service for homes', async () => {
  await packed('WAY-HOME', shipment('FEX', 'HOME'));
  expect(await track('WAY-HOME')).toMatchObject([{ Carrier: 'FEX', Service: 'HOME', Status: 'READY TO SHIP' }]);
});

test('a carrier location: the carrier gets its code, holds the package, and the recipient picks it up', async () => {
  const ShipmentInfo = shipment('FEX', 'GRND').ShipmentInfo;
  const DeliveryContactInfo = {
    HoldAtLocation: 1,
    LocationCode: 'LOC1',
    Company: 'Corner Shop',
    Address: '5 Elm St',
    City: 'Aurora',
    State: 'CO',
    ZipCode: '80010',
  };
  await packed('WAY-HOLD', { ShipmentInfo, DeliveryContactInfo });
  expect(carrier.shipments.at(-1)).toMatchObject({
    options: { hold_for_pickup: true },
    to: { name: 'Sample Recipient', company: 'Corner Shop', street1: '5 Elm St', city: 'Aurora', zip: '80010' },
  });
  await push(['in_transit', 'arrived_at_pickup_location', 'Arrived']);
  expect(await track('WAY-HOLD')).toMatchObject([{ Status: 'IN TRANSIT', CarrierStatus: 'AR' }]);
  await push(['in_transit', '', ''], ['available_for_pickup', 'arrived_at_pickup_location', 'Ready for pickup']);
  expect(await track('WAY-HOLD')).toMatchObject([
    { Status: 'READY FOR PICKUP', CarrierStatus: 'RP', CarrierStatusMessage: 'Ready for pickup' },
  ]);
  await push(['in_transit', '', ''], ['available_for_pickup', '', ''], ['delivered', '', 'Picked up by the recipient']);
  expect(await track('WAY-HOLD')).toMatchObject([
    { Status: 'DELIVERED', CarrierStatusMessage: 'Picked up by the recipient' },
  ]);
});

test.each<[string, [status: string, detail: string][], string[]]>([
  [
    'an attempt that failed is made again',
    [
      ['out_for_delivery', ''],
      ['in_transit', 'delivery_exception'],
      ['out_for_delivery', ''],
      ['delivered', ''],
    ],
    ['IN TRANSIT OD', 'EXCEPTION DE', 'IN TRANSIT OD', 'DELIVERED DL'],
  ],
  [
    'delayed, then lost',
    [
      ['in_transit', 'delayed'],
      ['failure', 'lost'],
      ['error', ''],
    ],
    ['IN TRANSIT DY', 'EXCEPTION DE', 'EXCEPTION DE'],
  ],
  [
    'damaged and sent back',
    [
      ['in_transit', 'departed_facility'],
      ['failure', 'damaged'],
      ['return_to_sender', 'return'],
      ['in_transit', 'arrived_at_facility'],
      ['delivered', 'arrived_at_destination'],
    ],
    ['IN TRANSIT DP', 'DAMAGED DM', 'RETURNED RS', 'RETURNED RS', 'DELIVERED TO SHIPPER RD'],
  ],
])('delivery exceptions: %s', async (name, events, expected) => {
  const orderNo = `ODD-${name.length}`;
  await packed(orderNo, shipment('FEX', 'GRND'));
  const seen: string[] = [];
  const noon = Temporal.Now.instant().round('second');
  for (let told = 1; told <= events.length; told += 1) {
    const details = events.slice(0, told).map(([status, status_detail], minutes) => ({
      status,
      status_detail,
      datetime: noon.add({ minutes }).toString(),
    }));
    expect(await pushEvent(place(), carrier, details)).toBe('applied');
    const [{ Status, CarrierStatus }] = await track(orderNo);
    seen.push(`${Status} ${CarrierStatus}`);
  }
  expect(seen).toEqual(expected);
});

test('will call needs no carrier; the stock is posted at the pickup', async () => {
  const asked = carrier.asked.length;
  await packed('WAY-CALL', shipment('WILL', 'CALL'));
  expect(carrier.asked).toHaveLength(asked);
  expect(await track('WAY-CALL')).toMatchObject([
    { Carrier: 'WILL', Service: 'CALL', Status: 'READY FOR PICKUP', TrackingNo: '', TrackingURL: '' },
  ]);
});
