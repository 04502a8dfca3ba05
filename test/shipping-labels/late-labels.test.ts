/** JIT labels in production while the carrier does not respond: 503, bought once, returned later. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { findCustomersWithLabelWork } from '../../src/shipping-labels/label-intent-store.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { pushEvent } from '../carriers/carrier-events.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { bsw, connectCarrier, labelDeps, later } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import type { TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';
import { fileOf, openJitWinery } from './jit-winery.ts';
import { code128Texts, readPng, symbolsIn } from './symbols-in-pixels.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Awaited<ReturnType<typeof openJitWinery>>;
const place = () => labelDeps(db, carrier.url);

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
  winery = await openJitWinery(server);
});
afterEach(async () => {
  expect(await verifyWholeDatabase(db)).toEqual([]);
  await carrier.close();
});

const threePackages = { ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] };

test.each([
  ['the purchase is not answered', 'silence' as const],
  ['the answer to the purchase is lost', 'hang up' as const],
  ['carrier error', { status: 500, body: '{}' }],
])('503 when %s: a retry returns the label that was paid for', async (_, answer) => {
  await winery.jitOrder('LATE-1', bsw);
  carrier.interrupt = (request, usual) => {
    const real = usual();
    return request.path.endsWith('/buy') ? answer : real;
  };
  const refused = await winery.generate({ OrderNo: 'LATE-1' });
  expect(refused).toMatchObject({
    status: 503,
    body: { Code: 'Unavailable', Errors: [{ Code: 'CarrierFailed', Source: 'Carrier' }] },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
  expect(carrier.paid()).toHaveLength(1);
  carrier.interrupt = (_request, usual) => usual();
  // No request is sent before the retry time.
  const asked = carrier.calls();
  expect((await winery.generate({ OrderNo: 'LATE-1' })).status).toBe(503);
  expect(carrier.calls()).toBe(asked);
  await later(db);
  const body = await winery.generated('LATE-1');
  expect(code128Texts(await symbolsIn(readPng(fileOf({ body }))))).toEqual([carrier.paid()[0]?.trackingNo]);
  expect(carrier.paid()).toHaveLength(1);
});

test('503 after a long outage: the next request is let through within a minute', async () => {
  await winery.jitOrder('LATE-6', bsw);
  carrier.interrupt = () => ({ status: 503, body: '{}' });
  expect((await winery.generate({ OrderNo: 'LATE-6' })).status).toBe(503);
  await db.rows(
    `update label_intents set attempts = 12, due_at = now() + interval '58 minutes' where customer_no = $1`,
    [winery.customerNo],
  );
  carrier.interrupt = (_request, usual) => usual();
  const refused = await winery.generate({ OrderNo: 'LATE-6' });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  const [due] = await db.rows<Json>(
    `select due_at <= now() + interval '1 minute' as is_near from label_intents where customer_no = $1`,
    [winery.customerNo],
  );
  expect(due).toEqual({ is_near: true });
  await later(db);
  await winery.generated('LATE-6');
  expect(carrier.paid()).toHaveLength(1);
});

test('a label that was postponed or leased while the clock of the database was ahead is bought when it has gone back', async () => {
  await winery.jitOrder('LATE-7', bsw);
  carrier.interrupt = () => ({ status: 503, body: '{}' });
  expect((await winery.generate({ OrderNo: 'LATE-7' })).status).toBe(503);
  carrier.interrupt = (_request, usual) => usual();
  await db.rows(
    `update label_intents set due_at = now() + interval '1 year', claimed_until = now() + interval '1 year' where customer_no = $1`,
    [winery.customerNo],
  );
  expect(await findCustomersWithLabelWork(db)).toContain(winery.customerNo);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.kept()).toHaveLength(1);
});

test('bought, but never returned: a scan of such a label does not start the order and is logged as an error', async () => {
  const orderId = await winery.jitOrder('LATE-5', bsw);
  carrier.interrupt = (request, usual) => (request.path.endsWith('/buy') ? 'hang up' : usual());
  expect((await winery.generate({ OrderNo: 'LATE-5' })).status).toBe(503);
  carrier.interrupt = (_request, usual) => usual();
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.kept()).toHaveLength(1);
  const logged: string[] = [];
  const scan = { status: 'in_transit', datetime: Temporal.Now.instant().toString() };
  expect(await pushEvent(labelDeps(db, carrier.url, logged), carrier, [scan])).toBe('not-shippable');
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('The order has no JIT label.');
  expect(await winery.order(orderId)).toMatchObject({ status: 'RECEIVED' });
});

test('changed before the carrier responded: a label that may have been paid for is looked up and voided', async () => {
  const TransactionReferenceNumber = await winery.jitOrder('LATE-4', bsw);
  carrier.interrupt = (request, usual) => {
    const real = usual();
    return request.path.endsWith('/buy') ? 'hang up' : real;
  };
  expect((await winery.generate({ OrderNo: 'LATE-4' })).status).toBe(503);
  carrier.interrupt = (_request, usual) => usual();
  await winery.update({ TransactionReferenceNumber, RecipientContactInfo: { Address: '400 New St' } });
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(['submitted']);
  await winery.generated('LATE-4');
  expect(carrier.kept().map(({ to }) => to.street1)).toEqual(['400 New St']);
});

test('503 when the packages take longer than the limit: the rest is bought by the next attempt', async () => {
  connectCarrier(server.environment, carrier.url, { maxLabelWaitMs: 300 });
  await winery.jitOrder('LATE-2', threePackages);
  carrier.interrupt = async (_request, usual) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return usual();
  };
  const refused = await winery.generate({ OrderNo: 'LATE-2' });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(carrier.paid().length).toBeLessThan(3);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  await winery.generated('LATE-2');
  expect(carrier.paid()).toHaveLength(3);
});

test('503 when the bought label cannot be downloaded: it is downloaded later, not bought again', async () => {
  await winery.jitOrder('LATE-3', bsw);
  for (const answer of [{ status: 404, body: '' }, { status: 200, body: 'no label at all' }, 'hang up' as const]) {
    carrier.interrupt = (request, usual) => (request.path.startsWith('/labels/') ? answer : usual());
    expect(await winery.generate({ OrderNo: 'LATE-3' })).toMatchObject({
      status: 503,
      body: { Errors: [{ Code: 'CarrierFailed', Source: 'Carrier' }] },
    });
  }
  carrier.interrupt = (_request, usual) => usual();
  await winery.generated('LATE-3');
  expect(carrier.paid()).toHaveLength(1);
});
