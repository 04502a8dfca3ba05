/** EasyPost through its official client, with recorded and faulty responses. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createEasypostClient } from '../../src/carriers/easypost/http.ts';
import { defaultEasypostServiceMappings, type EasypostServiceMapping } from '../../src/carriers/easypost/services.ts';
import { parseTracker } from '../../src/carriers/easypost/tracker.ts';
import {
  type CarrierAddress,
  createEasypostGateway,
  formatShipmentReference,
  type ShipmentRequest,
} from '../../src/carriers/index.ts';
import { apiKey } from './account.ts';
import {
  type Answer,
  type CarrierServer,
  type Exchange,
  json,
  openCarrierServer,
  openRecordedServer,
  recording,
  recordingNames,
} from './recorded-server.ts';

// The recorded account has only USPS; its services are mapped to ours.
const recordedNames: EasypostServiceMapping[] = [
  { carrier: 'FEX', service: 'GRND', easypostCarrier: 'USPS', easypostService: 'GroundAdvantage' },
  { carrier: 'FEX', service: '2DAY', easypostCarrier: 'USPS', easypostService: 'Priority' },
  { carrier: 'FEX', service: 'ONPR', easypostCarrier: 'USPS', easypostService: 'Express' },
];

let server: CarrierServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const open = async (exchanges: readonly Exchange[]) => {
  server = await openRecordedServer(exchanges);
  return gatewayAt(server.url);
};
const gatewayAt = (baseUrl: string, serviceNames: readonly EasypostServiceMapping[] = recordedNames) =>
  createEasypostGateway({ apiKey, baseUrl, timeoutMs: 300, webhookSecret: undefined, serviceMappings: serviceNames });

const address = (parts: Partial<CarrierAddress>): CarrierAddress => ({
  name: '',
  company: '',
  street: '',
  street2: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'US',
  phone: '5555555555',
  email: 'test@example.com',
  ...parts,
});
const to = address({
  name: 'Elizabeth Swan',
  street: '179 N Harbor Dr',
  city: 'Redondo Beach',
  state: 'CA',
  zipCode: '90277',
});
const from = address({
  name: 'Jack Sparrow',
  street: '388 Townsend St',
  street2: 'Apt 20',
  city: 'San Francisco',
  state: 'CA',
  zipCode: '94107',
});
const request: ShipmentRequest = {
  warehouse: 'APC01',
  reference: formatShipmentReference('W100', '0198c7a0-0000-7000-8000-000000000001'),
  requested: { carrier: 'BSW', service: 'GRND' },
  from,
  to,
  size: { weightLb: 15.4 / 16, lengthIn: 10, widthIn: 8, heightIn: 4 },
  shipDate: Temporal.PlainDate.from('2024-08-01'),
  deliverBy: undefined,
  icePack: false,
  alcohol: true,
  holdAtLocation: '',
  insuredValue: 0,
  invoiceNo: '123',
  printed: '',
  rules: [{ rank: 1, carrier: 'FEX', service: '*' }],
  knownTransit: undefined,
  holidays: new Set(),
};

/** The relevant part of a shipment: recorded responses do not contain our options and references. */
function plainShipment({ request: asked, response }: Exchange): Exchange {
  if (asked.method !== 'POST' || asked.path !== '/v2/shipments') return { request: asked, response };
  const { shipment } = asked.body as { shipment: Record<string, unknown> };
  const { from_address, to_address, parcel } = shipment;
  return { request: { ...asked, body: { from_address, to_address, parcel } }, response };
}
const openPlain = async (name: string) => {
  const known = recording(name).map(plainShipment);
  const inner = new Map(known.map((e) => [JSON.stringify([e.request.method, e.request.path]), e]));
  server = await openCarrierServer((asked) => {
    const exchange = inner.get(JSON.stringify([asked.method, asked.path]));
    const mine = plainShipment({ request: asked, response: { status: 0, body: null } }).request.body ?? null;
    if (exchange === undefined) return json(418, {});
    expect(mine).toEqual(exchange.request.body ?? null);
    return json(exchange.response.status, exchange.response.body);
  });
  return gatewayAt(server.url);
};

describe('recorded answers', () => {
  test.each(recordingNames())('the client replays every exchange of %s', async (name) => {
    const exchanges = recording(name);
    server = await openRecordedServer(exchanges);
    const call = createEasypostClient({ apiKey, baseUrl: server.url, timeoutMs: 2_000 });
    for (const { request: asked, response } of exchanges) {
      if (asked.method === 'DELETE') continue;
      const answer = await call({
        method: asked.method === 'GET' ? 'get' : 'post',
        path: asked.path.replace('/v2/', ''),
        parameters: (asked.body ?? {}) as Record<string, unknown>,
      });
      if (response.status < 300) expect(answer).toEqual({ body: response.body });
      else expect(answer).toMatchObject({ outcome: 'refused' });
    }
    const basic = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    expect(server.asked.every(({ authorization }) => authorization === basic)).toBe(true);
  });

  test('a shipment is rated, and the best rate is chosen and paid for', async () => {
    const gateway = await openPlain('shipment--buys-a-shipment');
    const rated = await gateway.rateAndChoose(request);
    expect(rated).toMatchObject({
      outcome: 'ok',
      data: {
        shipmentId: 'shp_c19ef39504854bdeb0647fe46d9aa6ae',
        chosen: { carrier: 'FEX', service: 'GRND', price: '5.93', transitDays: 3 },
      },
    });
    if (rated.outcome !== 'ok') return;
    const bought = await gateway.buyLabel({
      shipmentId: rated.data.shipmentId,
      rateId: rated.data.chosen.rateId,
      reference: request.reference,
      insuredValue: 0,
    });
    expect(bought).toMatchObject({
      outcome: 'ok',
      data: { trackingNo: '9400100110368068953228', price: '5.93', services: [{ carrier: 'FEX', service: 'GRND' }] },
    });
    expect(server?.asked[0]?.body).toMatchObject({
      shipment: {
        reference: request.reference,
        options: { alcohol: true, delivery_confirmation: 'ADULT_SIGNATURE', label_size: '4x6' },
      },
    });
  });

  test('only the named account of a carrier is asked for rates, and no rate of another one is chosen', async () => {
    await openPlain('shipment--buys-a-shipment');
    const recorded = recording('shipment--buys-a-shipment')[0]?.response.body as
      | { rates: { carrier_account_id: string }[] }
      | undefined;
    const account = recorded?.rates[0]?.carrier_account_id ?? '';
    const ratedThrough = async (
      accountIds: readonly (readonly [string, string])[],
      serviceMappings = recordedNames,
    ) => {
      const options = { apiKey, baseUrl: server?.url ?? '', timeoutMs: 300, webhookSecret: undefined, serviceMappings };
      const { outcome } = await createEasypostGateway({ ...options, accountIds: new Map(accountIds) }).rateAndChoose(
        request,
      );
      const body = server?.asked.at(-1)?.body as { shipment: { carrier_accounts?: string[] } } | undefined;
      return [outcome, body?.shipment.carrier_accounts];
    };
    expect(await ratedThrough([['FEX', account]])).toEqual(['ok', [account]]);
    expect(await ratedThrough([['FEX', 'ca_another']])).toEqual(['refused', ['ca_another']]);
    // A carrier without one may be chosen too, so all are asked.
    const other: EasypostServiceMapping = {
      carrier: 'UPS',
      service: 'GRND',
      easypostCarrier: 'UPS',
      easypostService: 'Ground',
    };
    const mappings = [...recordedNames, other];
    expect(await ratedThrough([['FEX', account]], mappings)).toEqual(['ok', undefined]);
    expect(await ratedThrough([['FEX', 'ca_another']], mappings)).toEqual(['refused', undefined]);
    const both = [
      ['FEX', account],
      ['UPS', 'ca_ups'],
    ] as const;
    expect(await ratedThrough(both, mappings)).toEqual(['ok', [account, 'ca_ups']]);
  });

  test('a refusal names the requested service when no rate maps to it', async () => {
    await openPlain('shipment--buys-a-shipment');
    const gateway = gatewayAt(server?.url ?? '', defaultEasypostServiceMappings);
    expect(await gateway.rateAndChoose(request)).toMatchObject({
      outcome: 'refused',
      because: 'service',
      messages: [{ code: 'no-rate', text: 'no rate for BSW GRND' }],
    });
  });

  test('a shipment is looked up', async () => {
    const exchanges = recording('shipment--buys-a-shipment');
    const bought = exchanges[1]?.response as Exchange['response'];
    const unbought = recording('shipment--retrieves-a-shipment')[1] as Exchange;
    const gateway = await open([
      unbought,
      { request: { method: 'GET', path: '/v2/shipments/dray.57', body: null }, response: bought },
      {
        request: { method: 'GET', path: '/v2/shipments/nobody', body: null },
        response: { status: 404, body: { error: { code: 'NOT_FOUND', message: 'gone', errors: [] } } },
      },
    ]);
    const shipmentId = unbought.request.path.split('/').at(-1) as string;
    expect(await gateway.findLabel({ shipmentId, reference: '' })).toMatchObject({
      data: { state: 'unbought', shipmentId },
    });
    expect(await gateway.findLabel({ reference: 'dray.57' })).toMatchObject({
      data: { state: 'bought', label: { trackingNo: '9400100110368068953228' } },
    });
    expect(await gateway.findLabel({ reference: 'nobody' })).toMatchObject({ data: { state: 'none' } });
  });

  test('a label is refunded', async () => {
    const exchanges = recording('shipment--refunds-a-shipment');
    const [, { response }] = exchanges as [Exchange, Exchange];
    const gateway = await open([
      ...exchanges,
      { request: { method: 'GET', path: '/v2/shipments/dray.57', body: null }, response },
    ]);
    expect(await gateway.findLabel({ reference: 'dray.57' })).toMatchObject({ data: { state: 'refunded' } });
    expect(await gateway.voidLabel('shp_7800715831eb412a8376c0733f6a7974')).toMatchObject({
      outcome: 'ok',
      data: { status: 'submitted' },
    });
  });

  test('an address is verified', async () => {
    const gateway = await open(recording('address--creates-a-verified-address'));
    expect(await gateway.verifyAddress(to)).toMatchObject({
      outcome: 'ok',
      data: {
        deliverable: true,
        residential: false,
        standardized: { street: '179 N HARBOR DR', zipCode: '90277-2506' },
      },
    });
  });

  test('an address that cannot be verified is refused with cause address', async () => {
    const [, exchange] = recording('address--throws-an-error-when-we-cannot-verify-an-address') as [Exchange, Exchange];
    server = await openCarrierServer(() => json(exchange.response.status, exchange.response.body));
    expect(await gatewayAt(server.url).verifyAddress(to)).toEqual({
      outcome: 'refused',
      because: 'address',
      messages: [
        { code: 'ADDRESS.VERIFY.FAILURE', text: 'Unable to verify address.' },
        { code: 'E.ADDRESS.NOT_FOUND', text: 'address: Address not found' },
        { code: 'E.HOUSE_NUMBER.MISSING', text: 'street1: House number is missing' },
      ],
    });
  });

  test('transit is estimated for the requested services', async () => {
    const gateway = await open(recording('smartrate--estimate-delivery-date'));
    expect(
      await gateway.estimateTransit({
        fromZip: '94107',
        toZip: '90277',
        shipDate: Temporal.PlainDate.from('2024-08-01'),
        services: [{ carrier: 'FEX', service: 'GRND' }],
      }),
    ).toMatchObject({
      outcome: 'ok',
      data: [{ carrier: 'FEX', service: 'GRND', transitDays: 4, deliveryDate: Temporal.PlainDate.from('2024-08-03') }],
    });
  });

  test('a tracker before the carrier has the package has no scans, and its estimate', () => {
    expect(parseTracker(recording('tracker--creates-a-tracker')[0]?.response.body)).toMatchObject({
      trackingNo: 'EZ1000000001',
      scans: [],
      estimatedDeliveryDate: Temporal.PlainDate.from('2024-07-30'),
    });
  });
});

describe('errors', () => {
  const purchase = { shipmentId: 'shp_1', rateId: 'rate_1', reference: request.reference, insuredValue: 0 };
  const buying = async (answer: Answer) => {
    server = await openCarrierServer(() => answer);
    return await gatewayAt(server.url).buyLabel(purchase);
  };
  const fault = (status: number) => json(status, { error: { code: 'SOME.CODE', message: 'no', errors: [] } });

  test.each([
    ['silence', 'silence' as const],
    ['a cut connection', 'hang up' as const],
    ['a server fault', fault(500)],
    ['a server fault without a body', { status: 502, body: '<html>bad gateway</html>', type: 'text/html' }],
    [
      'Too many requests: the limit is a burst of 1000, refilled within 10 seconds. Wait for the seconds in Retry-After.',
      fault(429),
    ],
    ['an unknown key', fault(401)],
    ['an account that cannot pay', fault(402)],
    ['a redirect', json(302, {})],
    ['success that is no JSON', { status: 200, body: '{"id": "shp_' }],
    ['success that is text', { status: 200, body: 'fine', type: 'text/plain' }],
    ['success without a label', json(200, { id: 'shp_1', postage_label: null, selected_rate: null })],
    ['success without a tracking number', json(200, { id: 'shp_1', postage_label: {}, selected_rate: { rate: '1' } })],
    ['an empty list', json(200, [])],
  ])('%s has an unclear outcome', async (_name, answer) => {
    const result = await buying(answer);
    expect(result.outcome).toBe('unclear');
    expect(result.messages[0]?.text).not.toBe('');
    expect(server?.asked).toHaveLength(1);
  });

  test('a refusal has the carrier’s message', async () => {
    expect(
      await buying(json(422, { error: { code: 'SHIPMENT.POSTAGE.FAILURE', message: 'Invalid zip', errors: [] } })),
    ).toEqual({
      outcome: 'refused',
      because: 'service',
      messages: [{ code: 'SHIPMENT.POSTAGE.FAILURE', text: 'Invalid zip' }],
    });
  });

  test('a paid shipment is not paid for again', async () => {
    const bought = recording('shipment--buys-a-shipment')[1]?.response.body;
    server = await openCarrierServer(({ method }) =>
      method === 'POST'
        ? json(422, { error: { code: 'SHIPMENT.POSTAGE.EXISTS', message: 'Postage already exists', errors: [] } })
        : json(200, bought),
    );
    expect(await gatewayAt(server.url).buyLabel(purchase)).toMatchObject({
      outcome: 'ok',
      data: { trackingNo: '9400100110368068953228' },
    });
  });

  test('no result contains the API key', async () => {
    for (const answer of ['silence', 'hang up', fault(401), fault(422), { status: 200, body: '{' }] as Answer[]) {
      const result = await buying(answer);
      await server?.close();
      const told = JSON.stringify(result);
      expect(told).not.toContain(apiKey);
      expect(told).not.toContain(Buffer.from(`${apiKey}:`).toString('base64'));
    }
  });
});

test('the recordings have a NOTICE with their owner', () => {
  expect(readFileSync(path.join(import.meta.dirname, 'recordings/NOTICE'), 'utf8')).toContain('Copyright (c) EasyPost');
});
