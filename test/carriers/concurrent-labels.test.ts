/** Two processes buy the labels of one order at a time. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CarrierGateway } from '../../src/carriers/index.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { saveShipmentToBuy } from '../../src/shipping-labels/label-intent-store.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { openWinery, type Winery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from './fake-carrier.ts';
import { labelDeps, labelStatesOf, later, takeUp } from './production.ts';
import { openProductionServer } from './production-server.ts';
import { json } from './recorded-server.ts';

let server: TestServer;
let carrier: FakeCarrier;
let winery: Winery;
const place = () => labelDeps(server.environment.db, carrier.url, [], 30_000);

beforeAll(async () => {
  server = await openProductionServer();
  const rules = "insert into carrier_rules (rank, carrier, service) values (1, 'FEX', '*'), (2, 'UPS', '*')";
  await editSettings(server.environment.db, rules);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});
beforeEach(async () => {
  carrier = await openFakeCarrier();
  winery = await openWinery(server, 3_000);
});
afterEach(() => carrier.close());

// A process leases 20 labels at a time, so the other one has the 21st.
test('all packages of a best available order use one service when two processes rate its packages at a time', async () => {
  const orderId = await winery.created({
    ShipmentInfo: { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 21 * 12 }],
  });
  await takeUp(place(), winery.customerNo);
  const isRating = Promise.withResolvers<void>();
  const isPaid = Promise.withResolvers<void>();
  let rated = 0;
  carrier.interrupt = async ({ method, path }, usual) => {
    if (path.endsWith('/buy')) isPaid.resolve();
    if (method !== 'POST' || path !== '/v2/shipments') return usual();
    rated += 1;
    if (rated === 1) {
      // The first package is answered only after another process has chosen for its own.
      isRating.resolve();
      await isPaid.promise;
      return usual();
    }
    if (rated > 2) return usual();
    const { body } = usual() as { body: string };
    const shown = JSON.parse(body) as { rates: { carrier: string }[] };
    return json(201, { ...shown, rates: shown.rates.filter((rate) => rate.carrier === 'UPSDAP') });
  };
  const first = buyAndVoidDueLabels(place(), winery.customerNo);
  await isRating.promise;
  const leased = 'select count(*)::int as count from label_intents where order_id = $1 and claimed_until > now()';
  expect(await server.environment.db.rows(leased, [orderId])).toEqual([{ count: 20 }]);
  await Promise.all([first, buyAndVoidDueLabels(place(), winery.customerNo)]);

  const packages = await server.environment.db.rows<{ carrier: string; service: string }>(
    'select carrier, service from packages where order_id = $1',
    [orderId],
  );
  expect(packages).toHaveLength(21);
  expect(new Set(packages.map((p) => `${p.carrier} ${p.service}`))).toEqual(new Set(['UPS GRND']));
  expect(carrier.paid()).toHaveLength(21);
  expect(await winery.order(orderId)).toMatchObject({ carrier: 'UPS', service: 'GRND' });
});

test('two processes that rate one package pay for the shipment that was stored first', async () => {
  const { db } = server.environment;
  const { customerNo } = winery;
  const orderId = await winery.created({
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
  });
  await takeUp(place(), customerNo);
  const [intent] = await db.rows<{ intentId: string }>(
    'select intent_id as "intentId" from label_intents where customer_no = $1 and order_id = $2',
    [customerNo, orderId],
  );
  const save = (shipmentId: string) =>
    db.write((tx) =>
      saveShipmentToBuy(
        tx,
        { customerNo, intentId: intent?.intentId ?? '' },
        { shipmentId, rateId: `rate of ${shipmentId}`, carrier: 'FEX', service: 'GRND', through: '' },
      ),
    );
  expect(await save('first')).toMatchObject({ shipmentId: 'first' });
  expect(await save('second')).toMatchObject({ shipmentId: 'first', rateId: 'rate of first' });
});

test('a process that stood still pays for a shipment that another one has replaced: both labels are known, and that one is voided', async () => {
  const { db } = server.environment;
  const orderId = await winery.created({
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
  });
  await takeUp(place(), winery.customerNo);
  const [standsStill, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let payments = 0;
  carrier.interrupt = async ({ path }, usual) => {
    if (!path.endsWith('/buy')) return usual();
    payments += 1;
    if (payments === 1) {
      standsStill.resolve();
      await goesOn.promise;
      return usual();
    }
    return payments === 2 ? refusal(422, 'SHIPMENT.RATE.EXPIRED', 'The rate has expired.') : usual();
  };
  const stalled = buyAndVoidDueLabels(place(), winery.customerNo);
  await standsStill.promise;
  for (let attempt = 2; attempt <= 3; attempt += 1) {
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
  }
  expect(await labelStatesOf(db, orderId)).toEqual(['bought']);
  goesOn.resolve();
  await stalled;
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(['submitted', null]);
  expect(await labelStatesOf(db, orderId)).toEqual(['bought', 'void_wanted']);
  const kept = carrier.kept().map(({ trackingNo }) => trackingNo);
  const packages = await db.rows<{ tracking_no: string }>('select tracking_no from packages where order_id = $1', [
    orderId,
  ]);
  expect(packages.map(({ tracking_no }) => tracking_no)).toEqual(kept);
});

test('a label that is paid for after its shipment was refused to another process keeps the account that paid', async () => {
  const { db } = server.environment;
  const orderId = await winery.created({
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' },
  });
  const deps = place();
  const gateway: CarrierGateway = {
    ...deps.gateway,
    rateAndChoose: async (request) => {
      const rated = await deps.gateway.rateAndChoose(request);
      return rated.outcome === 'ok' ? { ...rated, data: { ...rated.data, through: 'SECOND' } } : rated;
    },
  };
  await takeUp(deps, winery.customerNo);
  const [standsStill, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  carrier.interrupt = async ({ path }, usual) => {
    if (!path.endsWith('/buy')) return usual();
    carrier.interrupt = (request, answer) =>
      request.path.endsWith('/buy') ? refusal(422, 'SHIPMENT.RATE.EXPIRED', 'The rate has expired.') : answer();
    standsStill.resolve();
    await goesOn.promise;
    return usual();
  };
  const stalled = buyAndVoidDueLabels({ ...deps, gateway }, winery.customerNo);
  await standsStill.promise;
  await later(db);
  await buyAndVoidDueLabels({ ...deps, gateway }, winery.customerNo);
  goesOn.resolve();
  await stalled;
  expect(await db.rows('select state, through from label_intents where order_id = $1', [orderId])).toEqual([
    { state: 'bought', through: 'SECOND' },
  ]);
});
