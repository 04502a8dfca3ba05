/**
 * Errors of EasyPost for every request: refusals, unclear outcomes and retry times. Successful responses are in
 * easypost.test.ts.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { parseRetryAfterSeconds } from '../../src/carriers/easypost/http.ts';
import {
  type CarrierAddress,
  type CarrierGateway,
  type CarrierResult,
  createEasypostGateway,
  formatShipmentReference,
} from '../../src/carriers/index.ts';
import { apiKey } from './account.ts';
import { type Answer, type CarrierServer, hugeJson, json, openCarrierServer } from './recorded-server.ts';

let server: CarrierServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A gateway to a server with a fixed response, for which a busy machine may take long. */
async function answering(answer: Answer | (() => Answer), timeoutMs = 30_000): Promise<CarrierGateway> {
  server = await openCarrierServer(() => (typeof answer === 'function' ? answer() : answer));
  return createEasypostGateway({ apiKey, baseUrl: server.url, timeoutMs, webhookSecret: undefined });
}

const address: CarrierAddress = {
  name: 'Sample Recipient',
  company: '',
  street: '100 Main St',
  street2: '',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'US',
  phone: '',
  email: '',
};
const reference = formatShipmentReference('W100', '0198c7a0-0000-7000-8000-000000000001');
const shipDate = Temporal.PlainDate.from('2026-07-01');
const ground = { carrier: 'FEX', service: 'GRND' } as const;

/** All requests of a gateway. */
const questions: Readonly<Record<string, (gateway: CarrierGateway) => Promise<CarrierResult<unknown>>>> = {
  rateAndChoose: (gateway) =>
    gateway.rateAndChoose({
      warehouse: 'APC01',
      reference,
      requested: ground,
      from: address,
      to: address,
      size: { weightLb: 11, lengthIn: 14, widthIn: 14, heightIn: 18 },
      shipDate,
      deliverBy: undefined,
      icePack: false,
      alcohol: true,
      holdAtLocation: '',
      insuredValue: 0,
      invoiceNo: 'ORD-1',
      printed: '',
      rules: [],
      knownTransit: undefined,
      holidays: new Set(),
    }),
  buyLabel: (gateway) => gateway.buyLabel({ shipmentId: 'shp_1', rateId: 'rate_1', reference, insuredValue: 12.5 }),
  findLabel: (gateway) => gateway.findLabel({ shipmentId: 'shp_1', reference }),
  voidLabel: (gateway) => gateway.voidLabel('shp_1'),
  createScanForm: (gateway) => gateway.createScanForm(['shp_1']),
  parseScanForm: (gateway) => gateway.parseScanForm('sf_1'),
  findScanForm: (gateway) => gateway.findScanForm('shp_1'),
  verifyAddress: (gateway) => gateway.verifyAddress(address),
  estimateTransit: (gateway) =>
    gateway.estimateTransit({ fromZip: '94558', toZip: '80202', shipDate, services: [ground] }),
};

const fault = (status: number, code = 'SOME.CODE', message = 'no'): Answer =>
  json(status, { error: { code, message, errors: [] } });

const open: readonly (readonly [string, Answer])[] = [
  ['silence', 'silence'],
  ['a cut connection', 'hang up'],
  ['an unknown key', fault(401)],
  ['an account that cannot pay', fault(402)],
  ['a key that may not do it', fault(403)],
  ['a timeout of theirs', fault(408)],
  [
    'Too many requests: the limit is a burst of 1000, refilled within 10 seconds. Wait for the seconds in Retry-After.',
    fault(429, 'RATE_LIMITED'),
  ],
  ['too many requests, reported by a proxy', { status: 429, body: 'slow down', type: 'text/plain' }],
  ['a fault of theirs', fault(500)],
  ['a fault of theirs without a body', { status: 502, body: '<html>bad gateway</html>', type: 'text/html' }],
  ['maintenance', fault(503)],
  ['a redirect', json(302, {})],
  ['success that breaks off', { status: 200, body: '{"id": "shp_' }],
  ['success that is text', { status: 200, body: 'fine', type: 'text/plain' }],
  ['success that is empty', { status: 200, body: '' }],
  ['success that is null', json(200, null)],
  ['success that is a list', json(200, [])],
  ['success that is something else', json(200, { object: 'Batch', id: 5 })],
  ['success with every field of another kind', json(200, misshapen())],
];

/** Fields of all responses, all of the wrong type. */
function misshapen(): Record<string, unknown> {
  return {
    id: {},
    rates: 'none',
    postage_label: 5,
    selected_rate: [],
    tracking_code: 7,
    refund_status: true,
    address: 'somewhere',
    results: {},
  };
}

test('a response of more than 8 MB is not read, however small it is compressed', async () => {
  const gateway = await answering({ status: 200, ...hugeJson(8) });
  const { outcome, messages } = await gateway.findLabel({ shipmentId: 'shp_1', reference });
  expect([outcome, messages[0]?.text]).toEqual(['unclear', expect.stringContaining('no readable response')]);
});

describe.each(Object.entries(questions))('%s', (name, ask) => {
  test.each(open)('%s has an unclear outcome and is sent once', async (_name, answer) => {
    const result = await ask(await answering(answer, 300));
    expect(result.outcome, JSON.stringify(result)).toBe('unclear');
    expect(result.messages[0]?.text).not.toBe('');
    expect(server?.asked).toHaveLength(1);
    expect(JSON.stringify(result)).not.toContain(apiKey);
    expect(JSON.stringify(result)).not.toContain(Buffer.from(`${apiKey}:`).toString('base64'));
  });

  test.each([400, 404, 405, 422])('HTTP %i is refused, with the carrier’s message', async (status) => {
    const answer = fault(status, 'SOME.CODE', 'that will not do');
    expect(await ask(await answering(answer))).toEqual({
      outcome: 'refused',
      because: 'request',
      messages: [{ code: 'SOME.CODE', text: 'that will not do' }],
    });
  });

  test.each([
    'SHIPMENT.POSTAGE.NO_RESPONSE',
    'SHIPMENT.POSTAGE.TIMED_OUT',
    'SHIPMENT.PURCHASE.IN_PROGRESS',
    'REFUND.NO_RESPONSE',
    'ADDRESS.VERIFY.UNAVAILABLE',
    'ADDRESS.VERIFY.UPSTREAM_UNAVAILABLE',
    'PAYMENT_GATEWAY.ERROR',
  ])('422 with %s has an unclear outcome', async (code) => {
    const result = await ask(await answering(fault(422, code, 'No answer.')));
    expect(result).toEqual({ outcome: 'unclear', messages: [{ code, text: 'No answer.' }] });
  });

  test.each([
    ['address', 'ADDRESS.VERIFY.FAILURE'],
    ['address', 'ADDRESS.PARAMETERS.INVALID'],
    ['service', 'SHIPMENT.POSTAGE.FAILURE'],
    ['service', 'SHIPMENT.RATES.UNAVAILABLE'],
    ['rate', 'SHIPMENT.RATE.EXPIRED'],
    ['rate', 'SHIPMENT.MISSING_RATE'],
    ['request', 'SHIPMENT.INVALID_PARAMS'],
    ['request', 'TRACKER.NOT_FOUND'],
  ])('is refused because of the %s: %s', async (because, code) => {
    expect(await ask(await answering(fault(422, code)))).toMatchObject({ outcome: 'refused', because });
  });

  if (name !== 'findLabel') return;
  test.each(['NOT_FOUND', 'SHIPMENT.NOT_FOUND'])('%s: the shipment does not exist', async (code) => {
    expect(await ask(await answering(fault(404, code)))).toMatchObject({ outcome: 'ok', data: { state: 'none' } });
  });
});

describe('Retry-After', () => {
  const slowDown = (headers: Record<string, string>, status = 429): Answer => ({
    status,
    body: JSON.stringify({ error: { code: 'RATE_LIMITED', message: 'slow down', errors: [] } }),
    headers,
  });

  test('is returned, and no request is sent before it has passed', async () => {
    const gateway = await answering(slowDown({ 'Retry-After': '120' }));
    expect(await gateway.voidLabel('shp_1')).toMatchObject({ outcome: 'unclear', retryAfterSeconds: 120 });
    for (const ask of Object.values(questions)) {
      const next = await ask(gateway);
      expect(next).toMatchObject({ outcome: 'unclear', messages: [{ code: 'RATE_LIMITED' }] });
      expect(next.outcome === 'unclear' && next.retryAfterSeconds).toBeGreaterThan(110);
    }
    expect(server?.asked).toHaveLength(1);
  });

  test('of replies to requests that were sent together the longest counts', async () => {
    const seconds = ['120', '1'];
    const gateway = await answering(() => slowDown({ 'Retry-After': seconds.shift() ?? '' }));
    await Promise.all([gateway.voidLabel('shp_1'), gateway.voidLabel('shp_2')]);
    const next = await gateway.voidLabel('shp_3');
    expect(next.outcome === 'unclear' && next.retryAfterSeconds).toBeGreaterThan(110);
  });

  test('ends after its time', async () => {
    let answers = 0;
    const gateway = await answering(() => {
      answers += 1;
      return answers === 1 ? slowDown({ 'Retry-After': '1' }) : json(200, { refund_status: 'submitted' });
    });
    expect(await gateway.voidLabel('shp_1')).toMatchObject({ retryAfterSeconds: 1 });
    await expect.poll(() => gateway.voidLabel('shp_1'), { timeout: 5_000 }).toMatchObject({ outcome: 'ok' });
    expect(answers).toBe(2);
  });

  test('applies to 429 and 503 only', async () => {
    const busy = await answering(slowDown({ 'Retry-After': '120' }, 503));
    expect(await busy.voidLabel('shp_1')).toMatchObject({ outcome: 'unclear', retryAfterSeconds: 120 });
    await busy.voidLabel('shp_1');
    expect(server?.asked).toHaveLength(1);
    await server?.close();
    const broken = await answering(slowDown({ 'Retry-After': '120' }, 500));
    expect(await broken.voidLabel('shp_1')).not.toHaveProperty('retryAfterSeconds');
    await broken.voidLabel('shp_1');
    expect(server?.asked).toHaveLength(2);
  });

  test('absent: the next request is sent', async () => {
    const gateway = await answering(slowDown({}));
    expect(await gateway.voidLabel('shp_1')).not.toHaveProperty('retryAfterSeconds');
    await gateway.voidLabel('shp_1');
    expect(server?.asked).toHaveLength(2);
  });

  const now = Date.parse('2026-07-01T12:00:00Z');
  test.each([
    ['0', 0],
    ['5', 5],
    [' 5 ', 5],
    ['86400', 3600],
    ['Wed, 01 Jul 2026 12:01:30 GMT', 90],
    ['Wed, 01 Jul 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
    [undefined, undefined],
    [['5'], undefined],
  ])('%j is %j seconds', (header, seconds) => {
    expect(parseRetryAfterSeconds(header, now)).toBe(seconds);
  });
});
