/** JIT orders of items that the customer stores: the customer brings their bottles, so they are packed and shipped (decision 11). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems } from '../support/catalog.ts';
import { openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const day = 86_400;

async function winery() {
  const opened = await openWinery(server);
  const { customerNo, client } = opened;
  await givenItems(server.environment.db, customerNo, [
    { itemNo: 'CELLAR', storage: 'client' },
    { itemNo: 'FEE', storage: 'virtual' },
  ]);
  const own = (ItemNo: string, ItemQuantity: number) => ({ ItemNo, ItemQuantity });
  return {
    ...opened,
    jit: (...items: readonly [itemNo: string, quantity: number][]) =>
      opened.order({ OrderInfo: { OrderType: 'JIT' }, ItemsInfo: items.map(([itemNo, n]) => own(itemNo, n)) }),
    label: (OrderNo: string) =>
      client.call('SalesOrder/GenerateJitLabel', { OrderNo, AlternateLabelFormat: 'LabelPNG' }),
    track: async (OrderNo: string) => (await client.call('Tracking/GetDetails', { OrderNo })).body,
  };
}

test('it waits for its label, ships what the winery brings, and posts nothing', async () => {
  const { jit, label, track, advance, client } = await winery();
  const { orderNo } = await jit(['CELLAR', 3], ['WINE-1', 1], ['FEE', 1]);
  await advance(14 * day);
  expect(await track(orderNo)).toMatchObject([{ Status: 'RECEIVED', TrackingNo: '' }]);
  expect((await label(orderNo)).status).toBe(200);
  await advance(14 * day);
  const [shipped] = await track(orderNo);
  expect(shipped).toMatchObject({ Status: 'DELIVERED', TrackingNo: expect.stringMatching(/\d/) });
  expect(shipped.PackageItems).toMatchObject([
    { ItemNo: 'CELLAR', Quantity: '3' },
    { ItemNo: 'WINE-1', Quantity: '1' },
  ]);
  const movements = { TransactionStartDateTime: '2020-01-01T00:00:00Z', TransactionType: 'Sales order' };
  expect((await client.call('Inventory/GetTransactions', movements)).status).toBe(404);
});

test('its bottles come back to the winery, not into the stock of the operator', async () => {
  const { jit, label, advance, simulate, client } = await winery();
  const { orderNo } = await jit(['CELLAR', 3]);
  expect((await label(orderNo)).status).toBe(200);
  await advance(14 * day);
  expect((await simulate('ReturnSalesOrder', { OrderNo: orderNo })).status).toBe(200);
  await advance(21 * day);
  const returns = async () => (await client.call('SalesOrder/GetReturns', {})).body.ReturnSalesOrderHeaders;
  const [{ RMANumber }] = await returns();
  const dispose = (DispositionCode: string) => simulate('DisposeReturn', { RMANumber, DispositionCode });
  for (const disposition of ['Return to Inventory', 'Reship']) {
    expect(await dispose(disposition)).toMatchObject({
      status: 403,
      body: { Reason: expect.stringContaining('its disposition is Return to Winery') },
    });
  }
  expect((await dispose('Return to Winery')).status).toBe(200);
  expect(await returns()).toMatchObject([{ ReturnStatus: 'CLOSED', DispositionCode: 'Return to Winery' }]);
});

test('rules hold it, and an update to another type leaves nothing of it to pack', async () => {
  const { jit, onHold, statusOf, simulate, client, advance } = await winery();
  const { reference } = await jit(['CELLAR', 1]);
  await simulate('SetLicense', { State: 'CO', Open: false });
  expect(await onHold()).toMatchObject([{ HoldReason: 'License' }]);
  const retail = { TransactionReferenceNumber: reference, OrderInfo: { OrderType: 'RETAIL' } };
  expect((await client.call('SalesOrder/UpdateSalesOrder', retail)).status).toBe(200);
  await advance(14 * day);
  expect(await statusOf(reference)).toBe('SHIPPED');
});
