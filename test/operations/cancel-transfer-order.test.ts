/** CancelTransferOrder: every documented response. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery, transfer } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const named = { CustomerReferenceNo: 'MOVE-1' };

test('200: releases the stock and allocates it to backorders; the order never ships', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const waiting = await winery.created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 90 }] });
  expect(await winery.order(waiting)).toMatchObject({ status: 'ON INV HOLD' });
  const answer = await winery.cancelTransfer(named);
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CANCELED', demands: [] });
  expect(await winery.order(waiting)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 90 } });
  await winery.until('2031-03-12T12:00:00');
  expect(await winery.movements(reference)).toEqual([]);
  expect(await winery.timeline(reference)).toMatchObject([
    { kind: 'transfer_order.created' },
    { kind: 'transfer_order.canceled', reference: answer.body, operation: 'InventoryMovement/CancelTransferOrder' },
  ]);
});

test('200: a backordered transfer order leaves the queue', async () => {
  const winery = await openTransferWinery(server, 10);
  await winery.transferred();
  expect(await winery.cancelTransfer(named)).toMatchObject({ status: 200 });
  expect(await winery.balance()).toMatchObject({ reserved: 0, backOrdered: 0 });
  await winery.arrive('WINE-1', 100);
  expect(await winery.balance()).toMatchObject({ onHand: 110, reserved: 0 });
});

test('200: named by our number, by the creating reference, or by the reference of an update', async () => {
  const winery = await openTransferWinery(server);
  const [first] = [await winery.transferred(), await winery.cancelTransfer({ TransferOrderNumber: 'TO000001' })];
  const second = await winery.transferred();
  await winery.cancelTransfer({ TransferOrderNumber: second });
  const third = await winery.transferred();
  const { body: update } = await winery.updateTransfer({ TransferInfo: { ...named, SpecialInstruction: 'x' } });
  expect(await winery.cancelTransfer({ TransferOrderNumber: update, ...named })).toMatchObject({ status: 200 });
  for (const reference of [first, second, third]) {
    expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CANCELED' });
  }
});

test('200: the number can be reused and then names the new order', async () => {
  const winery = await openTransferWinery(server);
  const first = await winery.transferred();
  await winery.cancelTransfer(named);
  const second = await winery.transferred({ FirstName: 'Other' });
  expect(second).not.toBe(first);
  expect(await winery.transferOrder(second)).toMatchObject({ transfer_order_number: 'TO000002' });
  await winery.cancelTransfer(named);
  expect(await winery.transferOrder(second)).toMatchObject({ status: 'CANCELED' });
});

test('200: of concurrent cancellations one succeeds, the others find it canceled', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const names = [named, { TransferOrderNumber: 'TO000001' }, { TransferOrderNumber: reference }];
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => winery.cancelTransfer(names[i % 3])));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(11).fill(403)]);
  expect(await winery.kinds(reference)).toEqual(['created', 'canceled']);
});

test('400: no name, or two that contradict each other', async () => {
  const winery = await openTransferWinery(server);
  await winery.transferred();
  expect(await winery.cancelTransfer({ CustomerReferenceNo: '' })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'CustomerReferenceNo', Code: 'Required' }] },
  });
  expect(await winery.cancelTransfer({ CustomerReferenceNo: 'OTHER', TransferOrderNumber: 'TO000001' })).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'CustomerReferenceNo', Code: 'Contradiction' }] },
  });
});

test('401: wrong credentials', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const answer = await winery.cancelTransfer({
    ...named,
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: winery.customerNo },
  });
  expect(answer).toMatchObject({ status: 401, body: { Code: 'InvalidCredentials' } });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'OPEN' });
});

test('403: once work has started, or it is canceled already; the reason names the state', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ RequestedDate: '03/10/2031' });
  for (const [until, state] of [
    ['2031-03-10T06:00:00', 'PICKING'],
    ['2031-03-10T12:00:00', 'IN TRANSIT'],
    ['2031-03-14T12:00:00', 'CLOSED'],
  ] as const) {
    await winery.until(until);
    expect(await winery.cancelTransfer(named)).toMatchObject({
      status: 403,
      body: { Code: 'StateForbids', Reason: expect.stringContaining(`cannot be canceled`) },
    });
    expect((await winery.cancelTransfer(named)).body.Reason).toContain(state);
    expect(await winery.transferOrder(reference)).toMatchObject({ status: state });
  }
  // The name of an order that is not canceled is not free.
  expect(await winery.createTransfer(transfer())).toMatchObject({
    status: 400,
    body: { Code: 'DuplicateTransferOrder' },
  });
});

test('403: a credential that may only read', async () => {
  const { client } = await server.customer('read');
  expect(await client.call('InventoryMovement/CancelTransferOrder', named)).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test("404: no such transfer order, also another customer's", async () => {
  const [winery, other] = [await openTransferWinery(server), await openTransferWinery(server)];
  const theirs = await other.transferred();
  for (const name of [named, { TransferOrderNumber: 'TO000001' }, { TransferOrderNumber: theirs }]) {
    expect(await winery.cancelTransfer(name)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
  expect(await other.transferOrder(theirs)).toMatchObject({ status: 'OPEN' });
});
