/** GetDeliveryEstimates in production with a connected carrier: replayed, faulty and missing responses. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseUsDate } from '../../src/lib/dates.ts';
import { replaceTransitTimes } from '../../src/operator-settings/index.ts';
import { createCarrierAccountSource } from '../../src/shipping-labels/index.ts';
import { transitSourcePort } from '../../src/tracking/index.ts';
import { createAddressVerifierAndTransitSource } from '../../src/wiring.ts';
import { accountAt, apiKey, carrierFailures } from '../carriers/account.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import {
  type Answer,
  type AskedRequest,
  type CarrierServer,
  json,
  openCarrierServer,
  recording,
} from '../carriers/recorded-server.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const recorded = recording('smartrate--estimate-delivery-date')[0]?.response.body as {
  results: { carrier: string; service: string; easypost_time_in_transit_data: object }[];
};

let carrier: CarrierServer;
let answer: (asked: AskedRequest) => Answer | Promise<Answer>;
let server: TestServer;
let caller: Awaited<ReturnType<TestServer['customer']>>;

beforeAll(async () => {
  carrier = await openCarrierServer((asked) => answer(asked));
  server = await openProductionServer({ settings: accountAt(carrier.url) });
  caller = await server.customer('read');
});
afterAll(async () => {
  await server.close();
  await carrier.close();
});
afterEach(() => {
  carrier.asked.length = 0;
});

/** Sends a request without cached estimates and earlier failures. */
function openSource(timeoutMs = 2_000): void {
  const { db, config } = server.environment;
  const { transit } = createAddressVerifierAndTransitSource(
    createCarrierAccountSource(db, config, timeoutMs),
    () => true,
  );
  db.ports.provide(transitSourcePort, transit);
}

interface Option {
  readonly ShippingCarrier: string;
  readonly ShippingCarrierService: string;
  readonly ShipDate: string;
  readonly EstimatedDeliveryDate: string;
  readonly TransitDays: number;
  readonly IsSaturdayDelivery: boolean;
}

async function estimate(dates = 1, zipCode = '80202') {
  const { status, body } = await caller.client.call('Tracking/GetDeliveryEstimates', {
    DeliveryAddress: { StreetLines: ['100 Main St'], City: '', State: 'CO', ZipCode: zipCode, Country: 'US' },
    DeliveryEstimateRange: dates,
  });
  expect(status).toBe(200);
  return body as { DeliveryEstimateOptions: Option[]; Messages: string[] };
}

const dayOf = (text: string): Temporal.PlainDate => {
  const day = parseUsDate(text);
  if (day === undefined) throw new Error(`no date: ${text}`);
  return day;
};

const ofWay = (options: readonly Option[], way: string) =>
  options.filter((o) => `${o.ShippingCarrier} ${o.ShippingCarrierService}` === way);

/** The recorded response with other carriers and with delivery dates relative to the requested day. */
function replay(days: Readonly<Record<string, number>>): (asked: AskedRequest) => Answer {
  return ({ body }) => {
    const shipDate = Temporal.PlainDate.from((body as { planned_ship_date: string }).planned_ship_date);
    const [, recordedResult] = recorded.results;
    const results = Object.entries(days).map(([way, after]) => {
      const [theirCarrier = '', service = ''] = way.split(' ');
      const data = {
        ...recordedResult?.easypost_time_in_transit_data,
        easypost_estimated_delivery_date: shipDate.add({ days: after }).toString(),
      };
      return { carrier: theirCarrier, service, easypost_time_in_transit_data: data };
    });
    return json(200, { ...recorded, planned_ship_date: shipDate.toString(), results });
  };
}

/** Every service of a new warehouse, taking two weeks or more: longer than any estimate by distance. */
const everyWay = {
  'FedEx fedexground': 17,
  'FedEx groundhomedelivery': 18,
  'FedEx fedex2day': 14,
  'FedEx standardovernight': 15,
  'FedEx priorityovernight': 16,
  'UPS ground': 21,
  'UPS 2nddayair': 14,
  'UPS nextdayairsaver': 15,
  'UPS nextdayair': 16,
};

/** The same in our codes. Of two services that map to FedEx ground, the later one counts. */
const arrivesAfter: Readonly<Record<string, number>> = {
  'FEX GRND': 18,
  'FEX HOME': 18,
  'FEX 2DAY': 14,
  'FEX ONST': 15,
  'FEX ONPR': 16,
  'UPS GRND': 21,
  'UPS 2DAY': 14,
  'UPS ONST': 15,
  'UPS ONPR': 16,
};

describe('production with an account', () => {
  test('uses the carrier’s quote for the first ship date, and the same number of working days for the others', async () => {
    answer = replay(everyWay);
    const { DeliveryEstimateOptions: options, Messages } = await estimate(5);
    expect(Messages).toEqual([]);
    const ground = ofWay(options, 'UPS GRND');
    const [first] = ground;
    const shipDate = dayOf(String(options[0]?.ShipDate));
    expect(carrier.asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: 'POST',
        path: '/v2/smartrate/deliver_by',
        body: {
          from_zip: expect.stringMatching(/^\d{5}$/),
          to_zip: '80202',
          planned_ship_date: shipDate.toString(),
          carriers: ['FedEx', 'FedExDefault', 'UPS', 'UPSDAP'],
        },
      },
    ]);
    // Services still open on that day arrive on the carrier's date.
    const leaving = options.filter(({ ShipDate }) => ShipDate === options[0]?.ShipDate);
    expect(leaving.map((o) => shipDate.until(dayOf(o.EstimatedDeliveryDate)).days)).toEqual(
      leaving.map((o) => arrivesAfter[`${o.ShippingCarrier} ${o.ShippingCarrierService}`]),
    );
    expect(new Set(ground.map(({ TransitDays }) => TransitDays)).size).toBe(1);
    expect(first?.TransitDays).toBeGreaterThanOrEqual(12);
    expect(first?.TransitDays).toBeLessThanOrEqual(15);
    const arrivals = ground.map(({ EstimatedDeliveryDate }) => dayOf(EstimatedDeliveryDate).toString());
    expect(arrivals).toEqual([...arrivals].sort());
  });

  test('requests the same service and date once, even for concurrent requests', async () => {
    openSource();
    answer = replay(everyWay);
    const found = await Promise.all([estimate(1), estimate(3), estimate(1)]);
    expect(carrier.asked).toHaveLength(1);
    expect(found[0]?.DeliveryEstimateOptions).toEqual(found[2]?.DeliveryEstimateOptions);
    await estimate(1, '80203');
    expect(carrier.asked).toHaveLength(2);
  });

  test('sends no request inside a transaction', async () => {
    openSource();
    let inTransaction = -1;
    answer = async (asked) => {
      const rows = await server.environment.db.rows(
        "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      );
      inTransaction = rows.length;
      return replay(everyWay)(asked);
    };
    await estimate();
    expect(inTransaction).toBe(0);
  });

  test('services without a quote are estimated by distance, with a message', async () => {
    openSource();
    answer = replay({ ...everyWay, 'FedEx groundhomedelivery': 365, 'FedEx fedexground': 17, 'UPS ground': -1 });
    const { DeliveryEstimateOptions: options, Messages } = await estimate();
    expect(Messages).toEqual(['Estimated by distance, because the carrier has no estimate: FEX HOME, UPS GRND.']);
    for (const way of ['FEX HOME', 'UPS GRND']) {
      for (const { TransitDays } of ofWay(options, way)) expect(TransitDays).toBeLessThan(6);
    }
    for (const { TransitDays } of ofWay(options, 'FEX GRND')) expect(TransitDays).toBeGreaterThan(9);
  });

  test.each<[string, Answer, string]>([
    ...carrierFailures,
    ['a refusal', json(422, { error: { code: 'X', message: 'no' } }), 'it refused the request'],
    ['success that is no JSON', { status: 200, body: '{"results": [' }, 'it could not be reached'],
    ['an answer of another kind', json(200, { results: 'none' }), 'it could not be reached'],
  ])('%s: estimated by distance, with a message', async (_, reply, words) => {
    openSource(300);
    answer = () => reply;
    const { DeliveryEstimateOptions: options, Messages } = await estimate();
    expect(Messages).toEqual([`The carrier's estimates are not available (${words}); estimated by distance.`]);
    expect(options.length).toBeGreaterThan(0);
    for (const { TransitDays } of options) expect(TransitDays).toBeLessThan(6);
    expect(carrier.asked).toHaveLength(1);
    expect(JSON.stringify(options) + server.logged.join('')).not.toContain(apiKey);
    // Failures are not cached.
    openSource();
    answer = replay(everyWay);
    expect((await estimate()).Messages).toEqual([]);
  });

  test('a carrier that is unavailable is soon skipped without waiting', async () => {
    openSource(300);
    answer = () => 'silence';
    for (let tried = 0; tried < 3; tried += 1) await estimate();
    expect(carrier.asked).toHaveLength(3);
    const { Messages } = await estimate();
    expect(Messages).toEqual([
      "The carrier's estimates are not available (it has not responded recently); estimated by distance.",
    ]);
    expect(carrier.asked).toHaveLength(3);
  });

  test('the operator’s transit times come first and are not requested from the carrier', async () => {
    openSource();
    answer = replay(everyWay);
    const services = ['GRND', 'HOME', '2DAY', 'ONST', 'ONPR'];
    await server.environment.db.write((tx) =>
      replaceTransitTimes(
        tx,
        ['945', '970', '971', '120', '630', '934', '956', '954'].flatMap((originZip3) =>
          services.map((service) => ({ originZip3, destinationZip3: '837', service, carrier: '*', days: 7 })),
        ),
      ),
    );
    const days = async () => {
      carrier.asked.length = 0;
      const { body } = await caller.client.call('Tracking/GetDeliveryEstimates', {
        DeliveryAddress: { City: 'Boise', State: 'ID', ZipCode: '83702', Country: 'US' },
        DeliveryEstimateRange: 1,
      });
      const found = (body.DeliveryEstimateOptions as Option[]).map(({ TransitDays }) => TransitDays);
      return { days: [...new Set(found)], asked: carrier.asked.length };
    };
    // Operator data is refreshed within some seconds.
    await expect.poll(days, { timeout: 15_000, interval: 250 }).toEqual({ days: [7], asked: 0 });
  });
});

test('the test environment sends no request', async () => {
  const testServer = await openTestServer({ settings: accountAt(carrier.url) });
  try {
    const { client } = await testServer.customer('read');
    const asked = { DeliveryAddress: { ZipCode: '80202', State: 'CO', Country: 'US' }, DeliveryEstimateRange: 1 };
    const { body } = await client.call('Tracking/GetDeliveryEstimates', asked);
    expect(body.Messages).toEqual([]);
    expect(carrier.asked).toEqual([]);
  } finally {
    await testServer.close();
  }
});
