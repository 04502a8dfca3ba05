/** Production respects the carrier's Retry-After, and does not treat an expired rate as a refusal. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import {
  claimLabelIntents,
  makePostponedLabelsDue,
  postponeLabelIntent,
  releaseLabelIntentLeases,
} from '../../src/shipping-labels/label-intent-store.ts';
import type { TestServer } from '../support/server.ts';
import { openWinery, type Winery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from './fake-carrier.ts';
import { bsw, labelDeps, later, process as processOrders, takeUp } from './production.ts';
import { openProductionServer } from './production-server.ts';
import type { Answer } from './recorded-server.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Winery;

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  carrier = await openFakeCarrier();
  winery = await openWinery(server);
});
afterEach(() => carrier.close());

// A new gateway each time, because a Retry-After applies per process.
const place = () => labelDeps(db, carrier.url);
const packagesOf = (orderId: string) =>
  db.rows<{ status: string }>('select status from packages where order_id = $1', [orderId]);

test('after a rate limit, the label is retried when the carrier allows it', async () => {
  const orderId = await winery.created(bsw);
  const slowDown: Answer = {
    ...(refusal(429, 'RATE_LIMITED', 'slow down') as Exclude<Answer, string>),
    headers: { 'Retry-After': '1800' },
  };
  carrier.interrupt = () => slowDown;
  await processOrders(place(), winery.customerNo);
  const [waiting] = await db.rows<{ state: string; seconds: number; last_response: string }>(
    `select state, extract(epoch from due_at - now())::int as seconds, last_response
       from label_intents where order_id = $1`,
    [orderId],
  );
  expect(waiting).toMatchObject({ state: 'wanted', last_response: expect.stringContaining('RATE_LIMITED') });
  expect(waiting?.seconds).toBeGreaterThan(1700);
  expect(waiting?.seconds).toBeLessThanOrEqual(1800);
  expect((await winery.order(orderId)).holds).toEqual([]);
  carrier.interrupt = (_request, usual) => usual();
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(await packagesOf(orderId)).toHaveLength(1);
});

test('an expired rate is not a refusal: another shipment is created and paid for', async () => {
  const orderId = await winery.created(bsw);
  let gone = true;
  carrier.interrupt = (request, usual) => {
    if (!request.path.endsWith('/buy') || !gone) return usual();
    gone = false;
    return refusal(422, 'SHIPMENT.RATE.EXPIRED', 'The rate has expired.');
  };
  await processOrders(place(), winery.customerNo);
  expect(await winery.order(orderId)).toMatchObject({ status: 'PROCESSING ORDER', holds: [] });
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(await packagesOf(orderId)).toMatchObject([{ status: 'READY TO SHIP' }]);
  expect(carrier.shipments).toHaveLength(2);
  expect(carrier.paid()).toHaveLength(1);
});

test.each([
  ['SHIPMENT.RATE.EXPIRED', 'The rate has expired.'],
  ['SHIPMENT.POSTAGE.FAILURE', 'The ship date has passed.'],
])('after an outage, a shipment that is refused with %s is replaced; the order is not held', async (code, text) => {
  const orderId = await winery.created(bsw);
  carrier.interrupt = (request, usual) =>
    request.path.endsWith('/buy') ? refusal(402, 'BILLING.INSUFFICIENT_FUNDS', 'Insufficient funds.') : usual();
  await processOrders(place(), winery.customerNo);
  for (let attempt = 2; attempt <= 4; attempt += 1) {
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
  }
  const [old] = carrier.shipments;
  carrier.interrupt = (request, usual) =>
    request.path.endsWith(`/${old?.id}/buy`) ? refusal(422, code, text) : usual();
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  // The carrier is back: the new shipment does not wait as long as an outage has lasted.
  const [due] = await db.rows<{ seconds: number }>(
    'select ceil(extract(epoch from due_at - now()))::int as seconds from label_intents where order_id = $1',
    [orderId],
  );
  expect(due?.seconds).toBeLessThanOrEqual(60);
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(await winery.order(orderId)).toMatchObject({ status: 'PROCESSING ORDER', holds: [] });
  expect(await packagesOf(orderId)).toMatchObject([{ status: 'READY TO SHIP' }]);
  expect(carrier.shipments).toHaveLength(2);
});

test('a label whose planned ship date has passed is bought, and its package shown, for a new one', async () => {
  const orderId = await winery.created(bsw);
  carrier.interrupt = () => refusal(402, 'BILLING.INSUFFICIENT_FUNDS', 'Insufficient funds.');
  await processOrders(place(), winery.customerNo);
  await db.rows(
    `update label_intents set plan = jsonb_set(plan, '{requestedShipDate}', '"2026-01-05"') where order_id = $1`,
    [orderId],
  );
  carrier.interrupt = (_request, usual) => usual();
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  const [planned] = await db.rows<{ day: string; is_past: boolean }>(
    `select requested_ship_date::text as day, requested_ship_date < current_date - 1 as is_past
       from packages where order_id = $1`,
    [orderId],
  );
  expect(planned?.is_past).toBe(false);
  expect(carrier.shipments[0]?.options).toMatchObject({ label_date: `${planned?.day}T12:00:00Z` });
});

test('what was not attempted counts no attempt, and a label with a result is not postponed', async () => {
  const orderId = await winery.created(bsw);
  const { customerNo } = winery;
  await takeUp(place(), customerNo);
  const claim = { maxIntents: 20, leaseSeconds: 60, orderId };
  const claimed = await db.write((tx) => claimLabelIntents(tx, customerNo, claim));
  expect(claimed).toMatchObject([{ state: 'wanted', attempts: 1 }]);
  await db.write((tx) => releaseLabelIntentLeases(tx, claimed));
  // A label with an attempt would be looked up at the carrier, and voided instead of dropped.
  const read = () =>
    db.rows('select state, attempts, last_response, due_at from label_intents where order_id = $1', [orderId]);
  expect(await read()).toMatchObject([{ state: 'wanted', attempts: 0 }]);
  await buyAndVoidDueLabels(place(), customerNo);
  const bought = await read();
  expect(bought).toMatchObject([{ state: 'bought', attempts: 1 }]);
  // As another attempt would, whose reply is late.
  for (const key of claimed) await db.write((tx) => postponeLabelIntent(tx, key, 600, 'no reply'));
  expect(await read()).toEqual(bought);
});

test('who waits for the labels of an order has only these bought sooner', async () => {
  const [mine, other] = [await winery.created(bsw), await winery.created(bsw)];
  const { customerNo } = winery;
  await takeUp(place(), customerNo);
  const claim = { maxIntents: 20, leaseSeconds: 60 };
  for (const key of await db.write((tx) => claimLabelIntents(tx, customerNo, claim)))
    await db.write((tx) => postponeLabelIntent(tx, key, 3_600, 'away'));
  await db.write((tx) => makePostponedLabelsDue(tx, { customerNo, orderId: mine }, 60));
  const waits = await db.rows<{ order_id: string; is_soon: boolean }>(
    "select order_id, due_at < now() + interval '2 minutes' as is_soon from label_intents where customer_no = $1",
    [customerNo],
  );
  expect(new Map(waits.map(({ order_id, is_soon }) => [order_id, is_soon]))).toEqual(
    new Map([
      [mine, true],
      [other, false],
    ]),
  );
});
