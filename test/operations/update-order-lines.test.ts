/** UpdateSalesOrder: the lines of an order, black box. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const quantity = (ItemQuantity: number, more: Json = {}) => ({
  ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity, ...more }],
});

test('200 ItemsInfo replaces all lines and their reservation', async () => {
  const winery = await openWinery(server);
  await winery.arrive('WINE-2', 3);
  const reference = await winery.created(quantity(5));
  await winery.update({ TransactionReferenceNumber: reference, ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 2 }] });
  expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-2': 2 } });
  expect(await balanceOf(server.environment.db, winery.customerNo, 'WINE-1')).toMatchObject({ reserved: 0 });
});

test('200 a line keeps its unit and price by item', async () => {
  const winery = await openWinery(server);
  const reference = await winery.created(quantity(1, { QuantityUnit: 'WHOLESALE', UnitPrice: 9.5 }));
  await winery.update({ TransactionReferenceNumber: reference, ...quantity(2) });
  const order = await winery.order(reference);
  expect(order.lines).toMatchObject([{ quantity: 2, quantityUnit: 'WHOLESALE', units: 24, unitPrice: 9.5 }]);
  expect(order.reserved).toEqual({ 'WINE-1': 24 });
});

test('200 an item on two lines: each keeps its own unit and price', async () => {
  const winery = await openWinery(server);
  const reference = await winery.created({
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 2, QuantityUnit: 'WHOLESALE', UnitPrice: 100 },
      { ItemNo: 'WINE-1', ItemQuantity: 3, QuantityUnit: 'RETAIL', UnitPrice: 10 },
    ],
  });
  const ItemsInfo = [2, 4].map((ItemQuantity) => ({ ItemNo: 'WINE-1', ItemQuantity }));
  expect((await winery.update({ TransactionReferenceNumber: reference, ItemsInfo })).status).toBe(200);
  const order = await winery.order(reference);
  expect(order.lines).toMatchObject([
    { quantity: 2, quantityUnit: 'WHOLESALE', units: 24, unitPrice: 100 },
    { quantity: 4, quantityUnit: 'RETAIL', units: 4, unitPrice: 10 },
  ]);
  expect(order.reserved).toEqual({ 'WINE-1': 28 });
});

test('200 a line keeps its description, references and AdditionalFields; "" clears a text', async () => {
  const winery = await openWinery(server);
  const line = {
    ItemDescription: 'Library wine',
    ExternalLineNumber: 'L1',
    Group: 'reds',
    ParentItemNo: 'SET-1',
    AdditionalFields: { a: 1 },
  };
  const reference = await winery.created(quantity(1, line));
  const update = async (...ItemsInfo: Json[]) => {
    const items = ItemsInfo.map((item) => ({ ItemNo: 'WINE-1', ItemQuantity: 2, ...item }));
    expect((await winery.update({ TransactionReferenceNumber: reference, ItemsInfo: items })).status).toBe(200);
    return (await winery.order(reference)).lines as Json[];
  };
  const kept = { quantity: 2, group: 'reds', parentItemNo: 'SET-1', additionalFields: { a: 1 } };
  expect(await update({})).toMatchObject([{ ...kept, description: 'Library wine', externalLineNumber: 'L1' }]);
  expect(await update({ ItemDescription: null, ExternalLineNumber: 'L2' }, {})).toMatchObject([
    { ...kept, description: 'Library wine', externalLineNumber: 'L2' },
    { quantity: 2 },
  ]);
  const cleared = await update({ ItemDescription: '', Group: '' }, {});
  expect(cleared[0]).not.toHaveProperty('group');
  expect(cleared[0]).toMatchObject({ externalLineNumber: 'L2' });
  expect(cleared.map(({ description }) => description)).not.toContain('Library wine');
  expect(cleared[1]).not.toHaveProperty('externalLineNumber');
});

test('200 a list of nothing but null is absent, so it removes no lines; an empty list removes them', async () => {
  const winery = await openWinery(server);
  const reference = await winery.created(quantity(3));
  expect((await winery.update({ TransactionReferenceNumber: reference, ItemsInfo: [null, null] })).status).toBe(200);
  expect(await winery.order(reference)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 3 } });
  expect((await winery.update({ TransactionReferenceNumber: reference, ItemsInfo: [] })).status).toBe(200);
  expect(await winery.order(reference)).toMatchObject({ status: 'ON CUSTOMER SERVICE HOLD', lines: [] });
});
