/** Receiving/Discard: who may discard a receipt, and the state of its order afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type Dock, dock, openDock, receiptCount } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const named = ({ CustomerNo, Receipt }: { CustomerNo: string; Receipt: string }) => ({
  CustomerNo,
  Receipt,
  Reason: 'Wrong pallet',
});

test('200 an open receipt by a lead: the order has what others counted', async () => {
  const { reference, orderId } = await at.ordered();
  const [mine, theirs] = [await at.open(reference), await at.open(reference, at.other)];
  await at.receive('Count', receiptCount(mine.Session, 'PIN', 24));
  await at.other.call('Receiving/Count', receiptCount(theirs.Session, 'PIN', 24));
  await at.receive('Finish', { Session: mine.Session });
  const { status, body } = await at.lead.call('Receiving/Discard', named(theirs));
  expect([status, body.State, body.Note]).toEqual([200, 'discarded', 'Wrong pallet']);
  expect((await at.lead.call('Receiving/Discard', named(theirs))).status).toBe(200);
  expect((await at.winery.order(orderId)).status).toBe('PARTIALLY RECEIVED');
});

test('200 the last receipt of a complete order that is given up completes it', async () => {
  const { reference, orderId } = await at.ordered();
  const [mine, theirs] = [await at.open(reference), await at.open(reference, at.other)];
  await at.receive('Count', receiptCount(mine.Session, 'PIN', 24));
  await at.receive('Count', receiptCount(mine.Session, 'CAB', 12));
  await at.receive('Finish', { Session: mine.Session });
  expect((await at.winery.order(orderId)).status).toBe('RECEIVING');
  await at.other.call('Receiving/Discard', named(theirs));
  expect((await at.winery.order(orderId)).status).toBe('RECEIVED');
  expect(await at.winery.expected('PIN')).toBeGreaterThanOrEqual(0);
});

test('200 one whose differences were shown: the log of the order says so', async () => {
  const { reference, orderId } = await at.ordered();
  const { Session, CustomerNo, Receipt } = await at.open(reference);
  await at.receive('Count', receiptCount(Session, 'PIN', 1));
  await at.receive('Finish', { Session });
  await at.receive('Discard', { CustomerNo, Receipt, Reason: 'Counted again' });
  expect((await at.winery.timeline(orderId)).at(-1)).toMatchObject({
    kind: 'purchase_order.receiving_ended',
    data: { wasShownDifferences: true },
  });
});

test('400 without a reason', async () => {
  const { status } = await at.receiver.call('Receiving/Discard', { CustomerNo: 'X', Receipt: uuidv7(), Reason: '' });
  expect(status).toBe(400);
});

test('403 for the receipt of another person, a finished one, and a parked one except by the office', async () => {
  const { reference } = await at.ordered();
  const mine = await at.open(reference);
  expect((await at.other.call('Receiving/Discard', named(mine))).status).toBe(403);
  await at.receive('Count', receiptCount(mine.Session, 'PIN', 24));
  await at.receive('Finish', { Session: mine.Session, Confirm: true });
  expect((await at.lead.call('Receiving/Discard', named(mine))).status).toBe(403);
  const { customerNo } = at.winery;
  const parked = await at.receive('Park', { Warehouse: dock, CustomerNo: customerNo, Place: 'Dock 2' });
  await at.scan(parked.Session, ['PIN']);
  await at.receive('Finish', { Session: parked.Session });
  for (const { call } of [at.receiver, at.lead])
    expect((await call('Receiving/Discard', named(parked))).status).toBe(403);
  expect((await at.service.call('Receiving/Discard', named(parked))).status).toBe(200);
});

test('404 for a receipt that is not there', async () => {
  const gone = { CustomerNo: at.winery.customerNo, Receipt: uuidv7(), Reason: 'x' };
  expect((await at.lead.call('Receiving/Discard', gone)).status).toBe(404);
});
