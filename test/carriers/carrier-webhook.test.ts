/** Webhook events: signed, in any order, repeated, and with unknown statuses (decision 11). */
import EasyPostClient from '@easypost/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { computeEasypostSignature } from '../../src/carriers/easypost/signature.ts';
import type { Db } from '../../src/platform/db/db.ts';
import {
  carrierWebhookPath,
  createCarrierWebhookRoute,
  packJitOrderScannedByCarrier,
} from '../../src/shipping-labels/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';
import { openWinery, type Winery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { labelDeps, process, webhookSecret } from './production.ts';
import { openProductionServer } from './production-server.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Winery;
let orderId: string;
const logged: string[] = [];

beforeAll(async () => {
  carrier = await openFakeCarrier();
  server = await openProductionServer({
    // The dependencies need the server's database, and the server needs the route.
    routes: [(app) => createCarrierWebhookRoute(lazyPlace(), packJitOrderScannedByCarrier)(app)],
  });
  db = server.environment.db;
});
afterAll(async () => {
  await expectLedgerConsistent(db);
  await server.close();
  await carrier.close();
});

/** Its database is resolved at the first event. */
function lazyPlace() {
  const place = labelDeps(undefined as unknown as Db, carrier.url, logged);
  return Object.defineProperty(place, 'db', { get: () => db });
}

beforeEach(async () => {
  winery = await openWinery(server);
  orderId = await winery.created();
  await process(labelDeps(db, carrier.url), winery.customerNo);
  logged.length = 0;
});

const noon = Temporal.Now.instant().round('second');
type Detail = readonly [minutes: number, status: string, detail?: string];

/** An event of the order's package without our reference. */
function event(details: readonly Detail[], parts: Record<string, unknown> = {}): Record<string, unknown> {
  const shipment = carrier.shipments.at(-1);
  return {
    id: 'evt_1',
    object: 'Event',
    description: 'tracker.updated',
    result: {
      id: 'trk_1',
      object: 'Tracker',
      tracking_code: shipment?.trackingNo,
      shipment_id: shipment?.id,
      weight: 17.6,
      est_delivery_date: '2026-12-01T00:00:00Z',
      tracking_details: details.map(([minutes, status, detail]) => ({
        status,
        status_detail: detail ?? 'status_update',
        datetime: noon.add({ minutes }).toString(),
        message: `it is ${status}`,
        tracking_location: { city: 'DENVER', state: 'CO' },
      })),
      ...parts,
    },
  };
}

async function push(body: unknown, secret: string | undefined = webhookSecret): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (secret !== undefined) headers['X-Hmac-Signature'] = computeEasypostSignature(Buffer.from(text), secret);
  return (await fetch(server.url + carrierWebhookPath, { method: 'POST', headers, body: text })).status;
}

const status = async () => {
  const [row] = await db.rows<{ status: string; carrier_status: string; ship_date: unknown }>(
    'select status, carrier_status, ship_date from packages where order_id = $1',
    [orderId],
  );
  return row;
};

describe('the signature', () => {
  test('is the one that the official client validates', () => {
    const body = Buffer.from(JSON.stringify({ id: 'evt', weight: 614.5, name: 'Château' }));
    const Client = EasyPostClient as unknown as typeof EasyPostClient.default;
    const { Utils } = new Client('key') as unknown as { Utils: { validateWebhook(...args: unknown[]): unknown } };
    const headers = { 'X-Hmac-Signature': computeEasypostSignature(body, 'sÃ©cret') };
    expect(Utils.validateWebhook(body, headers, 'sÃ©cret')).toEqual(JSON.parse(body.toString()));
  });

  test('is rejected when wrong, missing or of another body, without effect', async () => {
    const body = event([[1, 'delivered']]);
    expect(await push(body, 'another secret entirely')).toBe(401);
    const text = JSON.stringify(body);
    const post = (headers: Record<string, string>) =>
      fetch(server.url + carrierWebhookPath, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: text,
      });
    const unsigned = await post({});
    expect(unsigned.status).toBe(401);
    expect(await unsigned.json()).toMatchObject({ Status: 401, Code: 'InvalidCredentials', Errors: [] });
    expect(
      (await post({ 'x-hmac-signature': computeEasypostSignature(Buffer.from(`${text} `), webhookSecret) })).status,
    ).toBe(401);
    expect((await post({ 'x-hmac-signature': 'hmac-sha256-hex=' })).status).toBe(401);
    expect((await status())?.status).toBe('READY TO SHIP');
  });

  test('is valid but the event is malformed: 400, and logged', async () => {
    expect(await push('{"id":')).toBe(400);
    expect(await push({ id: 'evt_1', description: 'tracker.updated', result: { object: 'Tracker' } })).toBe(400);
    expect(logged.join('')).toContain('is malformed');
  });
});

describe('a tracker', () => {
  test('has no effect before the carrier has the package', async () => {
    expect(await push(event([[0, 'pre_transit', 'label_created']]))).toBe(200);
    expect((await status())?.status).toBe('READY TO SHIP');
  });

  test('the first carrier scan marks the order shipped and posts its stock', async () => {
    expect(await push(event([[1, 'in_transit', 'received_at_origin_facility']]))).toBe(200);
    expect(await status()).toMatchObject({ status: 'IN TRANSIT', carrier_status: 'PU', ship_date: expect.anything() });
    expect((await winery.order(orderId)).status).toBe('SHIPPED');
    const [left] = await db.rows<{ quantity: number }>('select quantity from movements where subject = $1', [orderId]);
    expect(left?.quantity).toBe(-1);
  });

  test('stale, repeated and reordered scans never revert a status', async () => {
    const steps: Detail[] = [
      [1, 'in_transit', 'received_at_origin_facility'],
      [2, 'in_transit', 'departed_facility'],
      [3, 'out_for_delivery'],
      [4, 'delivered'],
    ];
    expect(await push(event(steps.slice(0, 3)))).toBe(200);
    expect((await status())?.carrier_status).toBe('OD');
    expect(await push(event(steps.slice(0, 1)))).toBe(200);
    expect((await status())?.carrier_status).toBe('OD');
    expect(await push(event(steps))).toBe(200);
    expect((await status())?.status).toBe('DELIVERED');
    for (const body of [event(steps), event([[9, 'in_transit']]), event(steps.slice(1, 3))]) {
      expect(await push(body)).toBe(200);
      expect((await status())?.status).toBe('DELIVERED');
    }
    const delivered = (await winery.timeline(orderId)).filter(
      ({ kind, data }) => kind === 'package.scanned' && data.code === 'DL',
    );
    expect(delivered).toHaveLength(1);
  });

  test.each(['1234561', '1234565', '1234569', '123456789'])('a scan at .%s s is recorded once', async (fraction) => {
    const detail = { status: 'in_transit', status_detail: 'status_update', message: '', tracking_location: null };
    const datetime = noon.add({ minutes: 1 }).toString().replace('Z', `.${fraction}Z`);
    const body = event([], { tracking_details: [{ ...detail, datetime }] });
    for (let time = 0; time < 3; time += 1) expect(await push(body)).toBe(200);
    const scanned = (await winery.timeline(orderId)).filter(({ kind }) => kind === 'package.scanned');
    expect(scanned).toHaveLength(1);
  });

  test('an unknown status changes nothing and is logged as an error', async () => {
    expect(
      await push(
        event([
          [1, 'in_transit'],
          [2, 'teleported', 'beamed'],
        ]),
      ),
    ).toBe(200);
    expect((await status())?.status).toBe('IN TRANSIT');
    const line = logged.map((text) => JSON.parse(text)).find(({ level }) => level === 50);
    expect(line).toMatchObject({ codes: ['easypost:teleported/beamed'], orderId });
    const unknown = async () =>
      (await winery.timeline(orderId))
        .filter(({ kind }) => kind === 'package.scan_unknown')
        .map(({ data }) => data.code);
    expect(await unknown()).toEqual(['easypost:teleported/beamed']);
    // Every later event has the earlier scans again.
    expect(
      await push(
        event([
          [1, 'in_transit'],
          [2, 'teleported', 'beamed'],
          [3, 'out_for_delivery'],
          [4, 'teleported', 'beamed'],
        ]),
      ),
    ).toBe(200);
    expect(await unknown()).toEqual(['easypost:teleported/beamed', 'easypost:teleported/beamed']);
  });

  test('the reference names the customer; it is looked up once when missing', async () => {
    const calls = carrier.asked.length;
    await push(event([[1, 'in_transit']]));
    await push(event([[2, 'out_for_delivery']]));
    expect(carrier.asked.length - calls).toBe(1);
    const { reference } = carrier.shipments.at(-1) as { reference: string };
    await push(event([[3, 'delivered']], { reference, shipment_id: null }));
    expect(carrier.asked.length - calls).toBe(1);
    expect((await status())?.status).toBe('DELIVERED');
  });

  test('of another shipper is ignored; one that cannot be applied yet returns 503', async () => {
    expect(await push(event([[1, 'delivered']], { shipment_id: 'shp_of_another' }))).toBe(200);
    expect(await push({ id: 'evt_2', description: 'batch.created', result: {} })).toBe(200);
    expect((await status())?.status).toBe('READY TO SHIP');
    carrier.interrupt = () => 'hang up';
    expect(await push(event([[1, 'delivered']]))).toBe(503);
    carrier.interrupt = (_request, usual) => usual();
    expect(await push(event([[1, 'delivered']]))).toBe(200);
    expect((await status())?.status).toBe('DELIVERED');
  });
});
