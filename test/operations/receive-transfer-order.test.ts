/** Simulation/ReceiveTransferOrder: every documented response. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openTransferWinery, type TransferWinery } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const shippedInfo = '2031-03-04T09:05:00';
const out = 'Transfer Out APC01 GOOD-NO-TX WINE-1 -60 MOVE-1 TO000001';
const line = (ItemNo: string, ItemQuantity: number, InventoryStatusCode = 'GOOD-NO-TX') => ({
  ItemNo,
  ItemQuantity,
  InventoryStatusCode,
});

/** 60 of WINE-1 on their way. */
async function openInTransit(): Promise<TransferWinery & { readonly reference: string }> {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  await winery.until(shippedInfo);
  return { ...winery, reference };
}

/** Both ends' transfers add up to nothing; what the adjustments add up to was lost or found. */
async function adjustmentsOf({ customerNo }: TransferWinery): Promise<{ transferred: number; adjusted: number }> {
  const [sums] = await server.environment.db.rows<Json>(
    `select sum(quantity) filter (where type like 'Transfer %')::int as transferred,
            coalesce(sum(quantity) filter (where type = 'Inventory Adjustment'), 0)::int as adjusted
       from movements where customer_no = $1 and po_number like 'TO%'`,
    [customerNo],
  );
  return sums;
}

test('200: by default everything has arrived as it left, ahead of its time', async () => {
  const winery = await openInTransit();
  const answer = await winery.receive();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      TransferOrderNumber: 'TO000001',
      Status: 'RECEIVED',
      Lines: [line('WINE-1', 60)],
      Surplus: [],
      Short: [],
    },
  });
  expect(isUuid(answer.body.TransactionReferenceNumber)).toBe(true);
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 60, expected: 0 });
  // What had been planned for it finds it received and changes nothing; it is closed by itself.
  await winery.until('2031-03-12T12:00:00');
  expect(await winery.transferOrder(winery.reference)).toMatchObject({ status: 'CLOSED' });
  expect(await winery.movements(winery.reference)).toEqual([
    out,
    'Transfer In SJU01 GOOD-NO-TX WINE-1 60 MOVE-1 TO000001',
  ]);
  expect(await winery.kinds(winery.reference)).toEqual(['created', 'picking', 'shipped', 'received', 'closed']);
});

test('200: a short arrival is closed with an adjustment and its reason, never lost in silence', async () => {
  const winery = await openInTransit();
  const answer = await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 53 }] });
  expect(answer.body).toMatchObject({ Status: 'CLOSED', Lines: [line('WINE-1', 53)], Short: [line('WINE-1', 7)] });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 53, expected: 0 });
  expect(await winery.movements(winery.reference)).toEqual([
    out,
    'Transfer In SJU01 GOOD-NO-TX WINE-1 53 MOVE-1 TO000001',
    'Transfer In SJU01 GOOD-NO-TX WINE-1 7 MOVE-1 TO000001',
    'Inventory Adjustment SJU01 GOOD-NO-TX WINE-1 -7 TRANSFER-SHORT TO000001',
  ]);
  expect(await adjustmentsOf(winery)).toEqual({ transferred: 0, adjusted: -7 });
  expect((await winery.timeline(winery.reference)).at(-1)).toMatchObject({
    kind: 'transfer_order.closed',
    reference: answer.body.TransactionReferenceNumber,
    data: { was: 'IN TRANSIT', reason: 'TRANSFER-SHORT', short: [{ itemNo: 'WINE-1', units: 7 }] },
  });
  const { body } = await winery.client.call('Inventory/GetTransactions', {
    TransactionStartDateTime: '2031-03-01T00:00:00Z',
    TransactionType: 'Inventory Adjustment',
    Reference: 'TRANSFER-SHORT',
  });
  expect(body.InventoryTransactions).toMatchObject([{ PONumber: 'TO000001', Warehouse: 'SJU01', Quantity: -7 }]);
});

test('200: more than left is adjusted in, with its reason', async () => {
  const winery = await openInTransit();
  const answer = await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 64 }] });
  expect(answer.body).toMatchObject({ Status: 'RECEIVED', Lines: [line('WINE-1', 60)], Surplus: [line('WINE-1', 4)] });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 64, expected: 0 });
  expect(await winery.movements(winery.reference)).toEqual([
    out,
    'Transfer In SJU01 GOOD-NO-TX WINE-1 60 MOVE-1 TO000001',
    'Inventory Adjustment SJU01 GOOD-NO-TX WINE-1 4 TRANSFER-OVER TO000001',
  ]);
  expect(await adjustmentsOf(winery)).toEqual({ transferred: 0, adjusted: 4 });
});

test('200: damaged goods arrive in their status, and never count as lost', async () => {
  const winery = await openInTransit();
  const answer = await winery.receive({
    Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 12, InventoryStatusCode: 'DMGD-NO-TX' }, { ItemNo: 'WINE-1' }],
  });
  expect(answer.body).toMatchObject({
    Status: 'RECEIVED',
    Lines: [line('WINE-1', 12, 'DMGD-NO-TX'), line('WINE-1', 48)],
  });
  expect(await winery.balance('WINE-1', 'SJU01', 'DMGD-NO-TX')).toMatchObject({ onHand: 12, expected: 0 });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 48, expected: 0 });
  expect(await adjustmentsOf(winery)).toEqual({ transferred: 0, adjusted: 0 });
});

test('200: lines not listed count as not received, even all of them', async () => {
  const winery = await openTransferWinery(server);
  await winery.stocked([{ itemNo: 'WINE-2', quantity: 10 }]);
  const reference = await winery.transferred({}, [
    { ItemNo: 'WINE-1', ItemQuantity: 60 },
    { ItemNo: 'WINE-2', ItemQuantity: 10 },
  ]);
  await winery.until(shippedInfo);
  const answer = await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 0 }] });
  expect(answer.body).toMatchObject({
    Status: 'CLOSED',
    Lines: [],
    Short: [line('WINE-1', 60), line('WINE-2', 10)],
  });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 0, expected: 0 });
  expect(await adjustmentsOf(winery)).toEqual({ transferred: 0, adjusted: -70 });
  expect(await winery.transferOrder(reference)).toMatchObject({ lines: [{ short: 60 }, { short: 10 }] });
});

test('200: receives in parts while the order is open', async () => {
  const winery = await openInTransit();
  const part = (ItemQuantity: number, Close?: boolean) =>
    winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity }], ...(Close === undefined ? {} : { Close }) });
  expect((await part(20, false)).body).toMatchObject({ Status: 'RECEIVING', Short: [] });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 20, expected: 40 });
  expect((await part(15, false)).body).toMatchObject({ Status: 'RECEIVING' });
  expect((await part(24)).body).toMatchObject({ Status: 'CLOSED', Short: [line('WINE-1', 1)] });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 59, expected: 0 });
  expect(await winery.kinds(winery.reference)).toEqual([
    'created',
    'picking',
    'shipped',
    'received',
    'received',
    'received',
    'closed',
  ]);
});

test('200: units left in transit arrive automatically', async () => {
  const winery = await openInTransit();
  await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 20 }], Close: false });
  await winery.until('2031-03-11T12:00:00');
  expect(await winery.transferOrder(winery.reference)).toMatchObject({ status: 'CLOSED' });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 60, expected: 0 });
});

test('200: an item on several lines fills them in order, first those that are to arrive in the status named', async () => {
  const winery = await openTransferWinery(server);
  await winery.stocked([{ itemNo: 'WINE-1', quantity: 20, status: 'GOOD-ST-IM' }]);
  const reference = await winery.transferred({}, [
    { ItemNo: 'WINE-1', ItemQuantity: 10 },
    { ItemNo: 'WINE-1', ItemQuantity: 20, InventoryTaxStatus: 'GOOD-ST-IM' },
    { ItemNo: 'WINE-1', ItemQuantity: 5 },
  ]);
  await winery.until(shippedInfo);
  const answer = await winery.receive({
    Lines: [
      { ItemNo: 'WINE-1', ItemQuantity: 12, InventoryStatusCode: 'GOOD-ST-IM' },
      { ItemNo: 'WINE-1', ItemQuantity: 14 },
    ],
  });
  expect(answer.body).toMatchObject({
    Lines: [line('WINE-1', 12, 'GOOD-ST-IM'), line('WINE-1', 10), line('WINE-1', 4, 'GOOD-ST-IM')],
    Short: [line('WINE-1', 4, 'GOOD-ST-IM'), line('WINE-1', 5)],
  });
  expect((await winery.transferOrder(reference)).lines).toMatchObject([
    { shipped: 10, received: 10, short: 0 },
    { shipped: 20, received: 16, short: 4 },
    { shipped: 5, received: 0, short: 5 },
  ]);
});

test('200: allocates received stock to backorders at the destination', async () => {
  const winery = await openInTransit();
  const there = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'SJU01' };
  const order = await winery.created({ ShipmentInfo: there, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 55 }] });
  expect(await winery.order(order)).toMatchObject({ status: 'ON INV HOLD' });
  await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 58 }] });
  expect(await winery.order(order)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 55 } });
});

test('200: short units are not allocated to backorders', async () => {
  const winery = await openInTransit();
  const there = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'SJU01' };
  const order = await winery.created({ ShipmentInfo: there, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 55 }] });
  await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 54 }] });
  expect(await winery.order(order)).toMatchObject({ status: 'ON INV HOLD' });
});

test('200: the same Idempotency-Key receives once', async () => {
  const winery = await openInTransit();
  const call = () =>
    winery.client.call(
      'Simulation/ReceiveTransferOrder',
      { CustomerReferenceNo: 'MOVE-1', Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 10 }], Close: false },
      { 'Idempotency-Key': 'once' },
    );
  const first = await call();
  expect(await call()).toMatchObject({ status: 200, body: first.body });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 10 });
});

test('200: of concurrent receipts of everything one is posted', async () => {
  const winery = await openInTransit();
  const answers = await Promise.all(Array.from({ length: 6 }, () => winery.receive()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(403)]);
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 60, expected: 0 });
});

test('400: rejects an item that did not ship or has no open units; posts nothing', async () => {
  const winery = await openInTransit();
  const answer = await winery.receive({
    Lines: [{ ItemNo: 'WINE-2', ItemQuantity: 1 }, { ItemNo: 'WINE-1' }, { ItemNo: 'WINE-1' }],
  });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      Errors: [
        { Field: 'Lines[0].ItemNo', Code: 'NotOnOrder' },
        { Field: 'Lines[2].ItemQuantity', Code: 'NothingOpen' },
      ],
    },
  });
  expect(await winery.movements(winery.reference)).toEqual([out]);
  const wrong = await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: -1 }], Close: 2 });
  expect(wrong.body.Errors).toMatchObject([
    { Field: 'Lines[0].ItemQuantity', Code: 'Minimum' },
    { Field: 'Close', Code: 'Type' },
  ]);
});

test('401: wrong credentials', async () => {
  const winery = await openInTransit();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: winery.customerNo };
  expect(await winery.receive({ Authentication })).toMatchObject({ status: 401, body: { Code: 'InvalidCredentials' } });
  expect(await winery.movements(winery.reference)).toEqual([out]);
});

test('403: before it has left, and once it has arrived; the reason names the state', async () => {
  const winery = await openTransferWinery(server);
  await winery.transferred({ RequestedDate: '03/10/2031' });
  const refused = async () => {
    const { status, body } = await winery.receive();
    return `${status} ${body.Code}: ${body.Reason}`;
  };
  expect(await refused()).toMatch(/^403 StateForbids: .*cannot be received: .*OPEN/);
  await winery.until('2031-03-10T06:00:00');
  expect(await refused()).toMatch(/^403 StateForbids: .*PICKING/);
  await winery.until('2031-03-10T12:00:00');
  expect(await winery.receive()).toMatchObject({ status: 200 });
  expect(await refused()).toMatch(/^403 StateForbids: .*RECEIVED/);
  await winery.until('2031-03-10T14:00:00');
  expect(await refused()).toMatch(/^403 StateForbids: .*CLOSED/);
});

test("404: no such transfer order, also another customer's", async () => {
  const [winery, other] = [await openTransferWinery(server), await openInTransit()];
  expect(await winery.receive()).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  expect(await other.transferOrder(other.reference)).toMatchObject({ status: 'IN TRANSIT' });
});

test('404: not in production', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { client } = await production.customer();
    const answer = await client.call('Simulation/ReceiveTransferOrder', { CustomerReferenceNo: 'MOVE-1' });
    expect(answer).toMatchObject({ status: 404, body: { Code: 'UnknownPath' } });
  } finally {
    await production.close();
  }
});
