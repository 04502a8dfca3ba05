/** Two processes buy the labels of one order at a time. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { processLabelWork } from '../../src/shipping-labels/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { openWinery, type Winery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { labelDeps, takeUp } from './production.ts';
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
  const first = processLabelWork(place(), winery.customerNo);
  await isRating.promise;
  const leased = 'select count(*)::int as count from label_intents where order_id = $1 and claimed_until > now()';
  expect(await server.environment.db.rows(leased, [orderId])).toEqual([{ count: 20 }]);
  await Promise.all([first, processLabelWork(place(), winery.customerNo)]);

  const packages = await server.environment.db.rows<{ carrier: string; service: string }>(
    'select carrier, service from packages where order_id = $1',
    [orderId],
  );
  expect(packages).toHaveLength(21);
  expect(new Set(packages.map((p) => `${p.carrier} ${p.service}`))).toEqual(new Set(['UPS GRND']));
  expect(carrier.paid()).toHaveLength(21);
  expect(await winery.order(orderId)).toMatchObject({ carrier: 'UPS', service: 'GRND' });
});
