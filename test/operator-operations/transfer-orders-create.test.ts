/** TransferOrders/Create: customer service moves stock of a winery to another warehouse. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { mustSucceed } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openTransferWinery, transfer, transferInfo } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const create = (CustomerNo: string, body: object) => service.call('TransferOrders/Create', { CustomerNo, ...body });

test('200 its stock is reserved; the timeline and the audit say who entered it, once', async () => {
  const winery = await openTransferWinery(server);
  const { customerNo } = winery;
  const { TransactionReferenceNumber, IsNew } = mustSucceed(await create(customerNo, transfer()));
  expect([IsNew, await winery.balance()]).toMatchObject([true, { onHand: 100, reserved: 60 }]);
  const found = mustSucceed(
    await service.call('TransferOrders/Get', { CustomerNo: customerNo, TransactionReferenceNumber }),
  );
  expect(found).toMatchObject({
    Status: 'OPEN',
    ToInventoryStatus: '',
    Contact: { FirstName: 'Sample', PhoneNumber: '7075550100' },
    Lines: [{ ItemNo: 'WINE-1', Units: 60, Quantity: 60, QuantityUnit: 'RETAIL', InventoryTaxStatus: '' }],
  });
  const actor = `operator:${service.operator.email}`;
  expect(found.Timeline).toMatchObject([{ Kind: 'transfer_order.created', Actor: actor }]);
  const audited = {
    action: 'transfer_order.created',
    subject: TransactionReferenceNumber,
    for_customer: customerNo,
    actor,
    after: {
      CustomerReferenceNo: 'MOVE-1',
      FromWarehouse: 'APC01',
      ToWarehouse: 'SJU01',
      Items: [{ ItemNo: 'WINE-1', ItemQuantity: 60, QuantityUnit: 'RETAIL' }],
    },
  };
  expect(await lastAudit(server, 'TransferOrders/Create')).toMatchObject(audited);
  expect(mustSucceed(await create(customerNo, transfer()))).toEqual({ TransactionReferenceNumber, IsNew: false });
  expect(await winery.balance()).toMatchObject({ reserved: 60 });
});

test('400 for one warehouse at both ends, an unknown item, and the reference of another order', async () => {
  const winery = await openTransferWinery(server);
  const same = await create(winery.customerNo, transfer({ TransferToWarehouse: 'APC01' }));
  expect([same.status, same.body.Errors]).toMatchObject([400, [{ Field: 'TransferInfo.TransferToWarehouse' }]]);
  const unknown = await create(winery.customerNo, {
    TransferInfo: transferInfo,
    ItemsInfo: [{ ItemNo: 'NONE', ItemQuantity: 1 }],
  });
  expect([unknown.status, unknown.body.Errors]).toMatchObject([400, [{ Field: 'ItemsInfo[0].ItemNo' }]]);
  await winery.transferred();
  const taken = await create(winery.customerNo, transfer({ SpecialInstruction: 'Another one' }));
  expect([taken.status, taken.body.Code]).toEqual([400, 'DuplicateTransferOrder']);
});

test('404 for a customer that is not there', async () => {
  expect((await create('W9999', transfer())).status).toBe(404);
});
