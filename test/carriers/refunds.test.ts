/** Refunds of voided labels: made, refused, undecided for weeks, or not needed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { buyAndVoidDueLabels, listLabels } from '../../src/shipping-labels/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';
import { type Json, openWinery, type Winery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from './fake-carrier.ts';
import { bsw, labelDeps, labelStatesOf, later, process as processOrders } from './production.ts';
import { openProductionServer } from './production-server.ts';
import { json } from './recorded-server.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;
let winery: Winery;
let logged: string[];
const place = () => labelDeps(db, carrier.url, logged);

beforeAll(async () => {
  server = await openProductionServer();
  db = server.environment.db;
});
afterAll(async () => {
  await expectLedgerConsistent(db);
  await server.close();
});
beforeEach(async () => {
  logged = [];
  carrier = await openFakeCarrier();
  winery = await openWinery(server);
});
afterEach(() => carrier.close());

test('a refund that the carrier refuses is asked for once, and reported', async () => {
  const orderId = await winery.created({ ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] });
  let [shipments, refunds] = [0, 0];
  carrier.interrupt = (request, usual) => {
    if (request.path.endsWith('/refund')) {
      refunds += 1;
      return json(200, { refund_status: 'rejected' });
    }
    if (request.path === '/v2/shipments') shipments += 1;
    return request.path === '/v2/shipments' && shipments === 2 ? refusal(422, 'SHIPMENT.INVALID', 'No.') : usual();
  };
  await processOrders(place(), winery.customerNo);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
  }
  expect(refunds).toBe(carrier.paid().length);
  expect(await labelStatesOf(db, orderId)).not.toContain('void_wanted');
  expect(logged.join('')).toContain('the carrier refused to void a label');
  // A person can find it, and claim the money.
  expect(await labelStatesOf(db, orderId)).toContain('void_refused');
  const kinds = (await winery.timeline(orderId)).map(({ kind }) => kind);
  expect(kinds).toContain('package.label_void_refused');
  expect(kinds).not.toContain('package.label_voided');
});

test('a label that the carrier charges only when it is scanned is voided, and there is no money to claim', async () => {
  const orderId = await winery.created({ ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }] });
  let shipments = 0;
  carrier.interrupt = (request, usual) => {
    if (request.path.endsWith('/refund')) return json(200, { refund_status: 'not_applicable' });
    if (request.path === '/v2/shipments') shipments += 1;
    return request.path === '/v2/shipments' && shipments === 2 ? refusal(422, 'SHIPMENT.INVALID', 'No.') : usual();
  };
  await processOrders(place(), winery.customerNo);
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(await labelStatesOf(db, orderId)).toEqual(['voided', 'refused']);
  const [label] = await listLabels(db, winery.customerNo, orderId);
  expect(label?.lastResponse).toBe('there is nothing to refund: the carrier charges labels only when they are scanned');
  expect(logged.join('')).not.toContain('the carrier refused to void a label');
});

test('a paid label that its account does not know, as after a change of its key, is not voided', async () => {
  const orderId = await winery.created(bsw);
  await processOrders(place(), winery.customerNo);
  const { call } = await signedIn(server, 'service');
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: orderId };
  expect((await call('Orders/VoidLabels', { ...order, Reason: 'Wrong' })).status).toBe(200);
  carrier.shipments.length = 0;
  await later(db);
  await buyAndVoidDueLabels(place(), winery.customerNo);
  expect(await listLabels(db, winery.customerNo, orderId)).toMatchObject([
    { state: 'void_refused', lastResponse: expect.stringContaining('does not know') },
  ]);
});

describe('a refund that the carrier has accepted', () => {
  const withVoidedLabel = async (): Promise<string> => {
    const orderId = await winery.created({ ...bsw, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }] });
    let shipments = 0;
    carrier.interrupt = (request, usual) => {
      if (request.path === '/v2/shipments') shipments += 1;
      return request.path === '/v2/shipments' && shipments === 2 ? refusal(422, 'SHIPMENT.INVALID', 'No.') : usual();
    };
    await processOrders(place(), winery.customerNo);
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(carrier.paid()).toMatchObject([{ refundStatus: 'submitted' }]);
    return orderId;
  };
  const requests = () => carrier.asked.filter(({ path }) => path.endsWith('/refund')).length;
  const kindsOf = async (orderId: string) => (await winery.timeline(orderId)).map(({ kind }) => kind);
  const responses = (orderId: string) =>
    db.rows<Json>(
      `select state, last_response as response, due_at > now() + interval '23 hours' as is_later
         from label_intents where order_id = $1 and tracking_no is not null`,
      [orderId],
    );

  test('is looked up daily until it is made', async () => {
    const orderId = await withVoidedLabel();
    const response = 'The carrier has accepted the void, and has not decided about the refund yet.';
    for (let day = 0; day < 2; day += 1) {
      expect(await responses(orderId)).toEqual([{ state: 'void_wanted', response, is_later: true }]);
      await later(db);
      await buyAndVoidDueLabels(place(), winery.customerNo);
    }
    const [label] = carrier.paid();
    if (label !== undefined) label.refundStatus = 'refunded';
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    expect(await responses(orderId)).toMatchObject([{ state: 'voided' }]);
    expect(requests()).toBe(1);
    expect((await kindsOf(orderId)).filter((kind) => kind === 'package.label_voided')).toHaveLength(1);
  });

  test('and rejects weeks later is reported, and the label stays paid for', async () => {
    const orderId = await withVoidedLabel();
    const [label] = carrier.paid();
    if (label !== undefined) label.refundStatus = 'rejected';
    await later(db);
    await buyAndVoidDueLabels(place(), winery.customerNo);
    const response = 'The carrier had accepted the void, and has rejected the refund since.';
    expect(await responses(orderId)).toMatchObject([{ state: 'void_refused', response }]);
    expect(requests()).toBe(1);
    expect(logged.join('')).toContain('the carrier refused to void a label');
    const kinds = await kindsOf(orderId);
    expect(kinds).toContain('package.label_void_refused');
    expect(kinds).not.toContain('package.label_voided');
  });
});
