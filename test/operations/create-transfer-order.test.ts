/** CreateTransferOrder: every documented response. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { cancelTransferOrderOperation } from '../../src/transfer-orders/operations/cancel-transfer-order.ts';
import { createTransferOrderOperation } from '../../src/transfer-orders/operations/create-transfer-order.ts';
import { givenItems } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openTransferWinery, transfer, transferInfo } from '../transfer-orders/transfer-winery.ts';

const name = 'InventoryMovement/CreateTransferOrder';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ operations: [createTransferOrderOperation, cancelTransferOrderOperation] });
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const faultsOf = (body: Json): string[] =>
  body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`).toSorted();

test('201: returns the reference; the stock is reserved at the source', async () => {
  const winery = await openTransferWinery(server);
  const answer = await winery.createTransfer(transfer());
  expect(answer.status).toBe(201);
  expect(isUuid(answer.body)).toBe(true);
  expect(await winery.transferOrder(answer.body)).toMatchObject({
    order_id: answer.body,
    customer_reference_no: 'MOVE-1',
    transfer_order_number: 'TO000001',
    status: 'OPEN',
    requested_date: Temporal.PlainDate.from('2031-03-03'),
    from_warehouse: 'APC01',
    to_warehouse: 'SJU01',
    inventory_status: 'GOOD-NO-TX',
    to_inventory_status: '',
    document: { firstName: 'Sample', lastName: 'Contact', phoneNumber: '7075550100', specialInstruction: '' },
    lines: [{ line: 1, item_no: 'WINE-1', units: 60 }],
    demands: [{ item: 'WINE-1', status: 'GOOD-NO-TX', units: 60, state: 'reserved' }],
  });
  expect(await winery.balance()).toMatchObject({ onHand: 100, reserved: 60 });
  const [entry, ...more] = await winery.timeline(answer.body);
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    kind: 'transfer_order.created',
    operation: name,
    data: { customerReferenceNo: 'MOVE-1', transferOrderNumber: 'TO000001', stock: 'reserved' },
  });
  expect(JSON.stringify(entry)).not.toMatch(/Sample|cellar/);
});

test('201: without stock the whole order is accepted and backordered; the log lists the shortage', async () => {
  const winery = await openTransferWinery(server, 59);
  const { status, body } = await winery.createTransfer(transfer());
  expect(status).toBe(201);
  expect(await winery.transferOrder(body)).toMatchObject({
    status: 'OPEN',
    demands: [{ units: 60, state: 'waiting' }],
  });
  expect(await winery.balance()).toMatchObject({ onHand: 59, reserved: 0, backOrdered: 60 });
  expect((await winery.timeline(body))[0].data).toMatchObject({
    stock: 'waiting',
    short: [{ itemNo: 'WINE-1', status: 'GOOD-NO-TX', wanted: 60, available: 59 }],
  });
});

test('201: bottles, cases and AUTO convert exactly; lines of an item count together', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [
    { ItemNo: 'WINE-1', ItemQuantity: 5 },
    { ItemNo: 'WINE-1', ItemQuantity: 7, QuantityUnit: 'RETAIL' },
    { ItemNo: 'WINE-1', ItemQuantity: 11, QuantityUnit: 'AUTO' },
    { ItemNo: 'WINE-1', ItemQuantity: 3, QuantityUnit: 'WHOLESALE' },
    { ItemNo: 'LOOSE', ItemQuantity: 2, QuantityUnit: 'AUTO' },
  ]);
  const order = await winery.transferOrder(reference);
  expect(order.lines.map((line: Json) => line.units)).toEqual([5, 7, 11, 36, 2]);
  expect(order.demands).toMatchObject([
    { item: 'LOOSE', units: 2 },
    { item: 'WINE-1', units: 59 },
  ]);
});

test("201: a line's tax status overrides the order's; price, description and status to arrive in are kept", async () => {
  const winery = await openTransferWinery(server);
  await winery.stocked([
    { itemNo: 'WINE-1', quantity: 10, status: 'GOOD-ST-TX' },
    { itemNo: 'WINE-2', quantity: 10, status: 'GOOD-NO-BD' },
  ]);
  const reference = await winery.transferred(
    { InventoryStatusCode: 'GOOD-NO-BD', TransferToInventoryStatusCode: 'GOOD-NO-TX' },
    [
      { ItemNo: 'WINE-1', ItemQuantity: 6, InventoryTaxStatus: 'GOOD-ST-TX', UnitPrice: 19.95 },
      { ItemNo: 'WINE-2', ItemQuantity: 6, ItemDescription: 'Cabernet' },
    ],
  );
  expect(await winery.transferOrder(reference)).toMatchObject({
    to_inventory_status: 'GOOD-NO-TX',
    lines: [
      { tax_status: 'GOOD-ST-TX', unit_price: 19.95 },
      { tax_status: '', unit_price: null, item_description: 'Cabernet' },
    ],
    demands: [
      { item: 'WINE-1', status: 'GOOD-ST-TX', state: 'reserved' },
      { item: 'WINE-2', status: 'GOOD-NO-BD', state: 'reserved' },
    ],
  });
});

test('201: every transfer order of a customer gets the next number; customers count for themselves', async () => {
  const [one, two] = [await openTransferWinery(server), await openTransferWinery(server)];
  const references = Array.from({ length: 12 }, (_, i) => `MOVE-${i}`);
  const answers = await Promise.all([
    ...references.map((CustomerReferenceNo) => one.createTransfer(transfer({ CustomerReferenceNo }))),
    two.createTransfer(transfer()),
  ]);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect((await one.orders()).map((order) => order.transfer_order_number)).toEqual(
    references.map((_, i) => `TO${String(i + 1).padStart(6, '0')}`),
  );
  expect(await two.orders()).toMatchObject([{ transfer_order_number: 'TO000001' }]);
  // One can be reserved, the others are backordered.
  expect(await one.balance()).toMatchObject({ reserved: 60, backOrdered: 11 * 60 });
});

test('201: the same creation in another spelling returns the first reference', async () => {
  const winery = await openTransferWinery(server);
  const first = await winery.createTransfer(transfer());
  await server.environment.db.rows('update skus set retired_at = now() where customer_no = $1', [winery.customerNo]);
  const spelled = transfer(
    { RequestedDate: '3/3/2031', SpecialInstruction: '', TransferToInventoryStatusCode: null, Unheard: 'of' },
    [{ ItemNo: 'WINE-1', ItemQuantity: 60, QuantityUnit: 'AUTO', ItemDescription: null }],
  );
  expect(await winery.createTransfer(spelled)).toMatchObject({ status: 201, body: first.body });
  expect(await winery.orders()).toHaveLength(1);
  expect(await winery.kinds(first.body)).toEqual(['created']);
  expect(await winery.balance()).toMatchObject({ reserved: 60 });
});

test('201: of concurrent creations one succeeds, and all return the same reference', async () => {
  const winery = await openTransferWinery(server);
  const answers = await Promise.all(Array.from({ length: 16 }, () => winery.createTransfer(transfer())));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(await winery.balance()).toMatchObject({ reserved: 60 });
});

test('201: after cancellation the reference can be reused, also for the same content', async () => {
  const winery = await openTransferWinery(server);
  const first = await winery.transferred();
  await winery.cancelTransfer({ CustomerReferenceNo: 'MOVE-1' });
  const second = await winery.transferred();
  expect(second).not.toBe(first);
  expect((await winery.orders()).map((order) => order.status)).toEqual(['CANCELED', 'OPEN']);
});

test('400 DuplicateTransferOrder: other content under the reference, naming the first', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const others = [
    transfer({ RequestedDate: '03/04/2031' }),
    transfer({ TransferToWarehouse: 'COB01' }),
    transfer({ FirstName: 'Other' }),
    transfer({ TransferToInventoryStatusCode: 'GOOD-NO-TX' }),
    transfer({}, [{ ItemNo: 'WINE-1', ItemQuantity: 60, UnitPrice: 1 }]),
    transfer({}, [{ ItemNo: 'WINE-1', ItemQuantity: 60, QuantityUnit: 'WHOLESALE' }]),
    transfer({}, [{ ItemNo: 'UNKNOWN', ItemQuantity: 1 }]),
  ];
  for (const other of others) {
    const answer = await winery.createTransfer(other);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        Code: 'DuplicateTransferOrder',
        Errors: [{ Field: 'TransferInfo.CustomerReferenceNo', Code: 'DuplicateTransferOrder' }],
      },
    });
    expect(answer.body.Reason).toContain(reference);
    expect(answer.body.Reason).toContain('TO000001');
  }
  expect(await winery.orders()).toHaveLength(1);
});

test('400: a line without a quantity does not transfer all that is free (decision 21)', async () => {
  const winery = await openTransferWinery(server);
  for (const line of [{ ItemNo: 'WINE-1' }, { ItemNo: 'WINE-1', Quantity: 5 }]) {
    const answer = await winery.createTransfer(transfer({}, [line]));
    expect(answer.status).toBe(400);
    expect(faultsOf(answer.body)).toEqual(['ItemsInfo[0].ItemQuantity Required']);
  }
  expect(await winery.balance()).toMatchObject({ reserved: 0 });
});

test('400: the warehouses must differ', async () => {
  const winery = await openTransferWinery(server);
  const answer = await winery.createTransfer(transfer({ TransferToWarehouse: 'APC01' }));
  expect(answer.status).toBe(400);
  expect(faultsOf(answer.body)).toEqual(['TransferInfo.TransferToWarehouse SameWarehouse']);
});

test('400: items that are unknown, virtual or kept by the client, cases of unknown size; nothing is left behind', async () => {
  const winery = await openTransferWinery(server);
  const answer = await winery.createTransfer(
    transfer({}, [
      ...['WINE-1', 'NONE', 'FEE', 'OURS'].map((ItemNo) => ({ ItemNo, ItemQuantity: 1 })),
      { ItemNo: 'LOOSE', ItemQuantity: 1, QuantityUnit: 'WHOLESALE' },
    ]),
  );
  expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
  expect(faultsOf(answer.body)).toEqual([
    'ItemsInfo[1].ItemNo UnknownItem',
    'ItemsInfo[2].ItemNo ItemNotStored',
    'ItemsInfo[3].ItemNo ItemNotStored',
    'ItemsInfo[4].QuantityUnit CaseUnknown',
  ]);
  expect(await winery.orders()).toEqual([]);
  expect(await winery.balance()).toMatchObject({ reserved: 0 });
  expect(await winery.createTransfer(transfer())).toMatchObject({ status: 201 });
});

test("400: another customer's item is unknown", async () => {
  const [winery, other] = [await openTransferWinery(server), await openTransferWinery(server)];
  await givenItems(server.environment.db, other.customerNo, [{ itemNo: 'THEIRS' }]);
  const answer = await winery.createTransfer(transfer({}, [{ ItemNo: 'THEIRS', ItemQuantity: 1 }]));
  expect(faultsOf(answer.body)).toEqual(['ItemsInfo[0].ItemNo UnknownItem']);
});

test('400: all faults at once, by their fields; every field of the contact is required', async () => {
  const winery = await openTransferWinery(server);
  const { CustomerReferenceNo: _, ...info } = transferInfo;
  const answer = await winery.createTransfer({
    TransferInfo: {
      ...info,
      RequestedDate: '02/30/2031',
      TransferFromWarehouse: 'XXX01',
      TransferToWarehouse: 'XXX01',
      InventoryStatusCode: 'GOOD-ST-TX',
      TransferToInventoryStatusCode: 'NONSENSE',
      FirstName: '',
      LastName: null,
      PhoneNumber: 7.5,
      EmailAddress: undefined,
    },
    ItemsInfo: [
      { ItemNo: 'WINE-1', ItemQuantity: 0, QuantityUnit: 'PALLET' },
      { ItemNo: 'NONE', ItemQuantity: 'a dozen', InventoryTaxStatus: 'DMGD-NO-TX' },
      { ItemQuantity: 1.5, UnitPrice: '1,5' },
    ],
  });
  expect(answer.status).toBe(400);
  expect(faultsOf(answer.body)).toEqual([
    'ItemsInfo[0].ItemQuantity Minimum',
    'ItemsInfo[0].QuantityUnit Enum',
    'ItemsInfo[1].InventoryTaxStatus Enum',
    'ItemsInfo[1].ItemNo UnknownItem',
    'ItemsInfo[1].ItemQuantity Type',
    'ItemsInfo[2].ItemNo Required',
    'ItemsInfo[2].ItemQuantity Type',
    'ItemsInfo[2].UnitPrice Type',
    'TransferInfo.CustomerReferenceNo Required',
    'TransferInfo.EmailAddress Required',
    'TransferInfo.FirstName MinLength',
    'TransferInfo.InventoryStatusCode Enum',
    'TransferInfo.LastName Required',
    'TransferInfo.PhoneNumber Type',
    'TransferInfo.RequestedDate Format',
    'TransferInfo.TransferFromWarehouse Enum',
    'TransferInfo.TransferToInventoryStatusCode Enum',
    'TransferInfo.TransferToWarehouse Enum',
  ]);
});

test('400: TransferInfo and ItemsInfo are required, and there must be an item', async () => {
  const winery = await openTransferWinery(server);
  const missing = await winery.createTransfer({});
  expect(missing.body.Errors.map((fault: { Field: string }) => fault.Field)).toEqual(['TransferInfo', 'ItemsInfo']);
  expect(faultsOf((await winery.createTransfer(transfer({}, []))).body)).toEqual(['ItemsInfo MinItems']);
});

test('400: a negative price', async () => {
  const winery = await openTransferWinery(server);
  const body = transfer({}, [{ ItemNo: 'WINE-1', ItemQuantity: 1, UnitPrice: -0.01 }]);
  const answer = await winery.createTransfer(body);
  expect(answer.status).toBe(400);
  expect(faultsOf(answer.body)).toEqual(['ItemsInfo[0].UnitPrice Minimum']);
});

test('401: wrong credentials return no further faults; nothing is created', async () => {
  const winery = await openTransferWinery(server);
  const { customerNo } = winery;
  const answer = await winery.createTransfer({
    ...transfer({ RequestedDate: 'nonsense' }),
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo },
  });
  expect(answer).toMatchObject({ status: 401, body: { Code: 'InvalidCredentials' } });
  expect(answer.body.Errors ?? []).toEqual([]);
  expect(await winery.orders()).toEqual([]);
});

test('403: a credential that may only read', async () => {
  const { client } = await server.customer('read');
  expect(await client.call(name, transfer())).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});
