/** TransferOrders/Update: customer service changes an open transfer order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { mustSucceed } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery, type TransferWinery } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let service: OperatorClient;
let winery: TransferWinery;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  winery = await openTransferWinery(server, 1_000);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const update = (TransactionReferenceNumber: string, change: object, CustomerNo = winery.customerNo) =>
  service.call('TransferOrders/Update', { CustomerNo, TransactionReferenceNumber, ...change });

test('200 the reservation follows its lines; the timeline and the audit say who changed it', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CHANGE-1' });
  const change = {
    TransferInfo: { SpecialInstruction: 'Dock 2', EmailAddress: 'dock@example.com' },
    ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2, QuantityUnit: 'WHOLESALE' }],
  };
  const { TransactionReferenceNumber: reference } = mustSucceed(await update(orderId, change));
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber: orderId };
  const found = mustSucceed(await service.call('TransferOrders/Get', key));
  expect(found).toMatchObject({
    Contact: { FirstName: 'Sample', EmailAddress: 'dock@example.com', SpecialInstruction: 'Dock 2' },
    Lines: [{ ItemNo: 'WINE-1', Units: 24, Quantity: 2, QuantityUnit: 'WHOLESALE' }],
  });
  expect(await winery.balance()).toMatchObject({ reserved: 24 });
  const actor = `operator:${service.operator.email}`;
  expect(found.Timeline.at(-1)).toMatchObject({ Kind: 'transfer_order.updated', Actor: actor });
  expect(await lastAudit(server, 'TransferOrders/Update')).toMatchObject({
    action: 'transfer_order.updated',
    subject: orderId,
    for_customer: winery.customerNo,
    actor,
    after: {
      Reference: reference,
      Fields: ['SpecialInstruction', 'EmailAddress'],
      Items: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }],
    },
  });
});

test('200 by the reference of an earlier change, which the audit replaces by that of the order', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CHANGE-6' });
  const change = (name: string, SpecialInstruction: string) => update(name, { TransferInfo: { SpecialInstruction } });
  const { TransactionReferenceNumber: reference } = mustSucceed(await change(orderId, 'Dock 2'));
  mustSucceed(await change(reference, 'Dock 3'));
  expect(await lastAudit(server, 'TransferOrders/Update')).toMatchObject({ subject: orderId });
  const named = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  mustSucceed(await service.call('TransferOrders/Cancel', named));
  expect(await lastAudit(server, 'TransferOrders/Cancel')).toMatchObject({ subject: orderId });
});

test('400 without anything to change, and for another warehouse', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CHANGE-2' });
  const nothing = await update(orderId, {});
  expect([nothing.status, nothing.body.Reason]).toEqual([400, 'TransferInfo has nothing to change']);
  const moved = await update(orderId, { TransferInfo: { TransferToWarehouse: 'COB01' } });
  expect([moved.status, moved.body.Errors]).toMatchObject([400, [{ Field: 'TransferInfo.TransferToWarehouse' }]]);
});

test('403 once it is canceled', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CHANGE-3' });
  await service.call('TransferOrders/Cancel', { CustomerNo: winery.customerNo, TransactionReferenceNumber: orderId });
  const { status, body } = await update(orderId, { TransferInfo: { SpecialInstruction: 'Dock 2' } });
  expect([status, body.State]).toEqual([403, 'CANCELED']);
});

test('403 for lines that were changed after they were read; the others stay', async () => {
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CHANGE-5' });
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber: orderId };
  const read = async () => mustSucceed(await service.call('TransferOrders/Get', key));
  const { LinesVersion: ExpectedLinesVersion } = await read();
  const lines = (ItemQuantity: number) => [{ ItemNo: 'WINE-1', ItemQuantity }];
  mustSucceed(await update(orderId, { ItemsInfo: lines(7), ExpectedLinesVersion }));
  const { status, body } = await update(orderId, { ItemsInfo: lines(9), ExpectedLinesVersion });
  expect([status, body.State]).toEqual([403, 'CHANGED']);
  const now = await read();
  expect(now.Lines).toMatchObject([{ Quantity: 7 }]);
  const again = { ItemsInfo: lines(9), ExpectedLinesVersion: now.LinesVersion };
  expect((await update(orderId, again)).status).toBe(200);
});

test('404 for an order of another customer', async () => {
  const other = await openTransferWinery(server);
  const orderId = await winery.transferred({ CustomerReferenceNo: 'CHANGE-4' });
  const change = { TransferInfo: { SpecialInstruction: 'Dock 2' } };
  expect((await update(orderId, change, other.customerNo)).status).toBe(404);
});
