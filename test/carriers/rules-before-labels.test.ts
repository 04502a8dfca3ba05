/** A state is closed while requested labels wait for the carrier: none is bought, and orders go on the hold of the rule. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { openFloor } from '../support/floor.ts';
import { openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { connectCarrier, labelDeps, labelStatesOf, later, process as processOrders } from './production.ts';
import { openProductionServer } from './production-server.ts';
import { json } from './recorded-server.ts';

let server: TestServer;
let carrier: FakeCarrier;
beforeAll(async () => {
  server = await openProductionServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});
beforeEach(async () => {
  carrier = await openFakeCarrier();
});
afterEach(() => carrier.close());

test('an order of two packages of which one label was bought during an outage is opened again, and the label is voided', async () => {
  const { db } = server.environment;
  const [winery, admin] = [await openWinery(server), await signedIn(server, 'admin')];
  const deps = labelDeps(db, carrier.url);
  const { reference } = await winery.order({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 20 }] });
  let purchases = 0;
  carrier.interrupt = (request, usual) => {
    if (!request.path.endsWith('/buy')) return usual();
    purchases += 1;
    return purchases > 1 ? json(503, {}) : usual();
  };
  await processOrders(deps, winery.customerNo);
  expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
  const close = { CustomerNo: winery.customerNo, State: 'CO' };
  const { body } = await admin.call('Rules/SetLicense', { ...close, Open: false });
  expect(body).toMatchObject({ OrdersHeld: 0, OrdersInWork: 1 });
  carrier.interrupt = (_request, usual) => usual();
  for (let round = 0; round < 3; round += 1) {
    await later(db);
    await buyAndVoidDueLabels(deps, winery.customerNo);
  }
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect((await winery.onHold()).map(({ HoldReason }) => HoldReason)).toEqual(['License']);
  expect(carrier.kept()).toEqual([]);
  // The state is open again: the order starts by itself, and each package gets one label.
  await admin.call('Rules/SetLicense', { ...close, Open: true });
  await processOrders(deps, winery.customerNo);
  expect(carrier.kept()).toHaveLength(2);
  expect((await labelStatesOf(db, reference)).filter((state) => state === 'bought')).toHaveLength(2);
});

test('at a packing station that waits for the carrier, the order is put aside when the station asks again', async () => {
  connectCarrier(server.environment, carrier.url, { maxLabelWaitMs: 0 });
  const floor = await openFloor(server);
  const admin = await signedIn(server, 'admin');
  const winery = await floor.winery();
  const order = await winery.waiting();
  await floor.release(winery, order.reference);
  carrier.interrupt = (request, usual) => (request.path === '/v2/shipments' ? json(503, {}) : usual());
  const { Session, State } = await floor.label(order.orderNo, ['WINE-1']);
  expect(State).toBe('labeling');
  await admin.call('Rules/SetCredit', { CustomerNo: winery.customerNo, OnHold: true, Description: 'Invoice 12' });
  carrier.interrupt = (_request, usual) => usual();
  connectCarrier(server.environment, carrier.url);
  const stopped = await floor.pack('BuyLabels', { Session });
  expect(stopped).toMatchObject({
    State: 'problem',
    Message: "Put its box aside. The winery's account is on credit hold.",
  });
  expect(carrier.paid()).toEqual([]);
  expect((await winery.onHold()).map(({ HoldReason }) => HoldReason)).toEqual(['Credit']);
});

test('in the test environment, an order that is not packed yet goes on hold when it would be', async () => {
  const simulated = await openTestServer();
  try {
    const winery = await openWinery(simulated);
    const { reference } = await winery.order();
    await takeUpUntil(winery, reference);
    await winery.simulate('SetLicense', { State: 'CO', Open: false });
    expect(await winery.statusOf(reference)).toBe('PROCESSING ORDER');
    await winery.advance(24 * 3_600);
    expect((await winery.onHold()).map(({ HoldReason }) => HoldReason)).toEqual(['License']);
  } finally {
    await simulated.close();
  }
});

async function takeUpUntil(winery: Awaited<ReturnType<typeof openWinery>>, reference: string): Promise<void> {
  for (let minutes = 0; minutes < 60 * 24 * 4; minutes += 5) {
    if ((await winery.statusOf(reference)) === 'PROCESSING ORDER') return;
    await winery.advance(300);
  }
}
