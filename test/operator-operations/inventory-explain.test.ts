/** Inventory/Explain: each quantity of an item with its parts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery, sentOrder } from '../support/winery.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

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

test('200 returns the movements, demands and expectations of each balance', async () => {
  const { created, receive, client, customerNo } = await openInboundWinery(server);
  const inbound = await created({}, [{ ItemNo: 'PIN', ItemQuantity: 100 }]);
  for (const ItemQuantity of [20, 30]) {
    await receive({ CustomerReferenceNo: 'INBOUND-1', Lines: [{ ItemNo: 'PIN', ItemQuantity }] });
  }
  const ordered = sentOrder({ OrderInfo: { OrderNo: 'ORD-1' }, ItemsInfo: [{ ItemNo: 'PIN', ItemQuantity: 5 }] });
  const { body: reference } = await client.call('SalesOrder/CreateSalesOrder', ordered);
  const question = { CustomerNo: customerNo, ItemNo: 'PIN', Warehouse: 'APC01' };
  const { status, body } = await service.call('Inventory/Explain', { ...question, Top: 1 });
  expect([status, body]).toEqual([
    200,
    {
      CustomerNo: customerNo,
      CustomerName: `Winery ${customerNo}`,
      ItemNo: 'PIN',
      Description: expect.any(String),
      IsRetired: false,
      Records: [
        {
          Sellable: { Quantity: 45, Because: '5 of 50 units on hand are reserved.' },
          InTransit: { Quantity: 0, Sum: 0, Count: 0, Expectations: [] },
          Warehouse: 'APC01',
          InventoryStatus: 'GOOD-NO-TX',
          AddsUp: true,
          OnHand: {
            Quantity: 50,
            Sum: 50,
            Count: 2,
            Movements: [
              {
                Quantity: 30,
                TransactionDateTime: expect.stringMatching(/^20\d\d-.*Z$/),
                TransactionType: 'Purchase Order',
                Reference: 'INBOUND-1',
                PONumber: expect.any(String),
              },
            ],
          },
          Reserved: {
            Quantity: 5,
            Sum: 5,
            Count: 1,
            Reservations: [
              {
                Quantity: 5,
                Document: 'sales order',
                Name: 'ORD-1',
                Status: 'RECEIVED',
                TransactionReferenceNumber: reference,
                State: 'reserved',
                QueuedAt: expect.stringMatching(/^20\d\d-.*Z$/),
              },
            ],
          },
          Available: { Quantity: 45 },
          BackOrder: { Quantity: 0, Sum: 0, Count: 0, Waiting: [] },
          OpenPO: {
            Quantity: 50,
            Sum: 50,
            Count: 1,
            Expectations: [
              {
                Quantity: 50,
                Document: 'purchase order',
                Name: 'INBOUND-1',
                Status: 'PARTIALLY RECEIVED',
                TransactionReferenceNumber: inbound,
                Line: 1,
                Ordered: 100,
                Received: 50,
              },
            ],
          },
        },
      ],
    },
  ]);
  const { body: elsewhere } = await service.call('Inventory/Explain', { ...question, Warehouse: 'COB01' });
  expect(elsewhere.Records).toEqual([]);
  const { body: balances } = await service.call('Inventory/List', { Customers: [customerNo], Text: 'PIN' });
  expect(balances.Records).toMatchObject([{ OnHand: 50, Reserved: 5, Incoming: 50, Backordered: 0, Sellable: 45 }]);
});

test('200 says why stock is not sellable, and what is in transit', async () => {
  const winery = await openTransferWinery(server, 0);
  const { customerNo } = winery;
  const { db } = server.environment;
  await winery.transferred();
  await winery.stocked([{ itemNo: 'WINE-1', quantity: 60 }]);
  await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 12, status: 'RDMG-NO-TX' }]);
  await givenItems(db, customerNo, [{ itemNo: 'RETIRED-1', retired: true }]);
  await givenStock(db, customerNo, [{ itemNo: 'RETIRED-1', quantity: 9 }]);
  const explained = async (ItemNo: string) =>
    (await service.call('Inventory/Explain', { CustomerNo: customerNo, ItemNo })).body.Records;
  expect(await explained('WINE-1')).toMatchObject([
    {
      InventoryStatus: 'GOOD-NO-TX',
      OnHand: { Quantity: 60 },
      Sellable: { Quantity: 0, Because: 'All units on hand are reserved.' },
    },
    {
      InventoryStatus: 'RDMG-NO-TX',
      Sellable: {
        Quantity: 0,
        Because: 'Consumers cannot buy stock in status RDMG-NO-TX, only in GOOD-NO-TX.',
      },
    },
  ]);
  expect(await explained('RETIRED-1')).toMatchObject([{ Sellable: { Quantity: 0, Because: 'The item is retired.' } }]);
  await winery.until('2031-03-04T12:30:00-08:00');
  const arriving = (await explained('WINE-1')).find(({ Warehouse }: { Warehouse: string }) => Warehouse === 'SJU01');
  expect(arriving).toMatchObject({
    AddsUp: true,
    OpenPO: { Quantity: 0, Count: 0 },
    InTransit: { Quantity: 60, Sum: 60, Expectations: [{ Document: 'transfer order', Quantity: 60 }] },
    Sellable: { Quantity: 0, Because: '' },
  });
});

test('200 what an order in work has reserved counts as reserved', async () => {
  const { created, startWork, customerNo } = await openWinery(server);
  const reference = await created({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 5 }] });
  await startWork(reference);
  const question = { CustomerNo: customerNo, ItemNo: 'WINE-1', Warehouse: 'APC01' };
  expect((await service.call('Inventory/Explain', question)).body.Records).toMatchObject([
    { AddsUp: true, Reserved: { Quantity: 5, Sum: 5, Count: 1, Reservations: [{ Quantity: 5 }] } },
  ]);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('Inventory/Explain', { CustomerNo: 'W1', ItemNo: '' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'ItemNo']);
});

test('404 where the customer has no such item', async () => {
  const [mine, theirs] = [await server.customer(), await server.customer()];
  await givenItems(server.environment.db, theirs.customerNo, [{ itemNo: 'PIN' }]);
  const { status, body } = await service.call('Inventory/Explain', { CustomerNo: mine.customerNo, ItemNo: 'PIN' });
  expect([status, body.Code]).toEqual([404, 'NotFound']);
});
