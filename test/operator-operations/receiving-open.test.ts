/** Receiving/Open: the orders that a scan finds, who has a receipt, and the state RECEIVING while it is open. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorContext } from '../../src/platform/http/operator-operation.ts';
import { openReceipt } from '../../src/receiving/open-receipt.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openSession, signedIn } from '../support/operator.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { type Dock, dock, openDock } from '../support/receiving.ts';
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

const statusOf = async (orderId: string) => (await at.winery.order(orderId)).status;

test('200 by reference, number, pickup reference, transaction reference, or a label with one of them', async () => {
  const { reference, orderId } = await at.ordered();
  const { purchase_order_number: number, reference_no: truck } = await at.winery.order(orderId);
  const { Receipt } = await at.open(reference);
  for (const scan of [number, truck, orderId, `W7 ${reference}|3`, reference.toLowerCase()]) {
    expect((await at.open(scan as string)).Receipt).toBe(Receipt);
  }
});

test('200 the order is RECEIVING while a receipt is open, and its timeline says who counts', async () => {
  const { reference, orderId } = await at.ordered();
  const { Receipt, CustomerNo } = await at.open(reference);
  expect(await statusOf(orderId)).toBe('RECEIVING');
  expect(await at.winery.cancel({ CustomerReferenceNo: reference })).toMatchObject({ status: 403 });
  expect(await at.winery.receive({ CustomerReferenceNo: reference })).toMatchObject({ status: 403 });
  expect(await at.winery.close({ CustomerReferenceNo: reference })).toMatchObject({ status: 403 });
  await at.receive('Discard', { CustomerNo, Receipt, Reason: 'Wrong truck' });
  expect(await statusOf(orderId)).toBe('OPEN');
  const kinds = (await at.winery.timeline(orderId)).map(({ kind }) => kind);
  expect(kinds.slice(-2)).toEqual(['purchase_order.receiving', 'purchase_order.receiving_ended']);
  expect(await at.winery.cancel({ CustomerReferenceNo: reference })).toMatchObject({ status: 200 });
});

test('200 two people count pallets of their own; a labeled pallet is counted once', async () => {
  const { reference } = await at.ordered();
  const [mine, theirs] = [await at.open(reference), await at.open(reference, at.other)];
  expect([mine.Pallet, theirs.Pallet]).toEqual([1, 2]);
  expect((await at.open(reference)).Receipt).toBe(mine.Receipt);
  const labeled = { Warehouse: dock, Scan: reference, Pallet: 'p-17' };
  expect((await at.receive('Open', labeled)).Receipt).toMatchObject({ Pallet: 3, Label: 'P-17' });
  const { status, body } = await at.other.call('Receiving/Open', labeled);
  expect([status, body.Reason]).toEqual([403, expect.stringContaining(at.receiver.operator.email)]);
});

test('200 another server continues the receipt as it was, and shows its person what became of it', async () => {
  const { reference } = await at.ordered();
  const { Session, Receipt, CustomerNo } = await at.open(reference);
  await at.scan(Session, ['PIN', 'CAB']);
  const second = await openTestServer({ database: { ...server.database, drop: async () => undefined } });
  const again = await openSession(second, at.receiver.operator);
  const named = { Warehouse: dock, Scan: `${CustomerNo}.${Receipt}` };
  const counted = [
    { ItemNo: 'PIN', Units: 1 },
    { ItemNo: 'CAB', Units: 1 },
  ];
  const { body } = await again.call('Receiving/Open', named);
  expect(body.Receipt).toMatchObject({ Session, Units: 2, Counts: counted });
  expect((await again.call('Receiving/Finish', { Session, Confirm: true })).body).toMatchObject({ State: 'finished' });
  expect((await at.receive('Open', named)).Receipt).toMatchObject({ State: 'finished', Units: 2, Counts: counted });
  await second.close();
});

test('200 several orders of one name are a choice', async () => {
  const winery = await openInboundWinery(server);
  await at.ordered('SHARED-1');
  const theirs = await winery.created({ CustomerReferenceNo: 'SHARED-1' });
  const { Matches, Receipt } = await at.receive('Open', { Warehouse: dock, Scan: 'SHARED-1' });
  expect([Matches.length, Receipt]).toEqual([2, undefined]);
  expect(await at.open(theirs)).toMatchObject({ CustomerNo: winery.customerNo });
});

test('400 for a warehouse that is none', async () => {
  expect((await at.receiver.call('Receiving/Open', { Warehouse: '', Scan: 'X' })).status).toBe(400);
});

test('403 while another person has a receipt that is not taken over', async () => {
  const { reference } = await at.ordered();
  const { Receipt, CustomerNo } = await at.open(reference);
  const scan = { Warehouse: dock, Scan: `${CustomerNo}.${Receipt}` };
  expect(await at.other.call('Receiving/Open', scan)).toMatchObject({ status: 403, body: { State: 'RECEIVING' } });
  expect((await at.other.call('Receiving/Open', { ...scan, TakeOver: true })).body.Receipt.Receipt).toBe(Receipt);
});

test('404 for people of another warehouse, as for a receipt that is not there, whatever they ask', async () => {
  const stranger = await signedIn(server, 'floor', { warehouses: ['TWL01'] });
  const { reference } = await at.ordered();
  const { Session, Receipt, CustomerNo, OrderNumber } = await at.open(reference);
  const ScanId = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ab';
  const asked: readonly (readonly [string, object])[] = [
    ['Open', { Warehouse: 'TWL01', Scan: `${CustomerNo}.${Receipt}`, TakeOver: true }],
    ['Open', { Warehouse: 'TWL01', Scan: reference }],
    ['Open', { Warehouse: dock, Scan: reference }],
    ['Scan', { Session, ScanId, Code: 'PIN' }],
    ['Count', { Session, ScanId, ItemNo: 'PIN', Units: 1 }],
    ['Undo', { Session, ScanId }],
    ['Finish', { Session, Confirm: true }],
    ['Discard', { CustomerNo, Receipt, Reason: 'Mine' }],
  ];
  for (const [operation, body] of asked) {
    const { status, body: reply } = await stranger.call(`Receiving/${operation}`, body);
    expect([operation, status]).toEqual([operation, 404]);
    expect(JSON.stringify(reply)).not.toContain(OrderNumber);
    expect(JSON.stringify(reply)).not.toContain(at.receiver.operator.email);
  }
  for (const Warehouses of [[], [dock]]) {
    const { body } = await stranger.call('Receiving/List', { Warehouses });
    expect(body).toEqual({ Expected: [], Receipts: [] });
    const { body: parked } = await stranger.call('Receiving/ListParked', { Warehouses });
    expect(parked.Records).toEqual([]);
  }
});

test('404 for an order that an update moves to another warehouse while it is opened', async () => {
  const { reference, orderId } = await at.ordered();
  const { customerNo } = at.winery;
  const found = { kind: 'purchase order', customerNo, orderId, warehouse: dock, number: reference } as const;
  await at.winery.update({ OrderInfo: { CustomerReferenceNo: reference, ReceiveToLocation: 'SJU01' } });
  const { operatorId, email } = at.receiver.operator;
  const context = { forCustomer: () => ({}) } as unknown as OperatorContext;
  const opening = { context, person: { operatorId, email }, takesOver: false };
  const outcome = await server.environment.db.write((tx) => openReceipt(tx, found, '', opening));
  expect(outcome).toMatchObject({ refused: { code: 'NotFound' } });
  expect(await statusOf(orderId)).toBe('OPEN');
});

test('404 for what the warehouse does not expect, or the operator does not work in', async () => {
  const { reference } = await at.ordered();
  expect((await at.receiver.call('Receiving/Open', { Warehouse: dock, Scan: 'NOTHING' })).status).toBe(404);
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['TWL01'] });
  expect((await elsewhere.call('Receiving/Open', { Warehouse: dock, Scan: reference })).status).toBe(404);
});
