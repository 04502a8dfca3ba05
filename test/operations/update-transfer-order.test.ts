/** UpdateTransferOrder: every documented response. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openTransferWinery, transfer } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(() => expectLedgerConsistent(server.environment.db));
afterAll(() => server.close());

const named = { CustomerReferenceNo: 'MOVE-1' };
const faultsOf = (body: Json): string[] =>
  body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`).toSorted();

test('200: a part alone changes that part alone; null leaves, an empty text clears', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ SpecialInstruction: 'Dock 1' });
  const before = await winery.transferOrder(reference);
  const answer = await winery.updateTransfer({
    TransferInfo: { ...named, SpecialInstruction: 'Dock 2', FirstName: null },
  });
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  expect(await winery.transferOrder(reference)).toEqual({
    ...before,
    document: { ...before.document, specialInstruction: 'Dock 2' },
  });
  await winery.updateTransfer({ TransferInfo: { ...named, SpecialInstruction: '', RequestedDate: '' } });
  expect(await winery.transferOrder(reference)).toEqual({
    ...before,
    document: { ...before.document, specialInstruction: '' },
  });
  const [, entry] = await winery.timeline(reference);
  expect(entry).toMatchObject({
    kind: 'transfer_order.updated',
    reference: answer.body,
    data: { changed: ['TransferInfo.SpecialInstruction'] },
  });
  expect(JSON.stringify(entry)).not.toContain('Dock');
});

test('200: sent again as it is, it logs that nothing changed; with one other field, that field', async () => {
  const winery = await openTransferWinery(server);
  const lines = [{ ItemNo: 'WINE-1', ItemQuantity: 10 }];
  const sent = { RequestedDate: '03/20/2031', FirstName: 'A', SpecialInstruction: 'Dock 1' };
  const reference = await winery.transferred(sent, lines);
  const logged = async (TransferInfo: object, ItemsInfo: object[]) => {
    const answer = await winery.updateTransfer({ TransferInfo: { ...named, ...sent, ...TransferInfo }, ItemsInfo });
    expect(answer.status).toBe(200);
    return (await winery.timeline(reference)).at(-1)?.data;
  };
  expect(await logged({}, lines)).toEqual(expect.not.objectContaining({ lines: expect.anything() }));
  expect(await logged({}, lines)).toMatchObject({ changed: [] });
  expect(await logged({ RequestedDate: '03/21/2031' }, lines)).toMatchObject({
    changed: ['TransferInfo.RequestedDate'],
  });
  expect(await logged({ RequestedDate: '03/21/2031' }, [{ ItemNo: 'WINE-1', ItemQuantity: 11 }])).toMatchObject({
    changed: ['ItemsInfo'],
    lines: [{ itemNo: 'WINE-1', units: 11 }],
  });
});

test('200: every field that may change, beside the warehouses as they are; unknown properties are ignored and logged', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const changed = {
    RequestedDate: '03/20/2031',
    InventoryStatusCode: 'GOOD-NO-BD',
    TransferToInventoryStatusCode: 'GOOD-NO-TX',
    FirstName: 'A',
    LastName: 'B',
    PhoneNumber: 'C',
    EmailAddress: 'D',
    SpecialInstruction: 'E',
    TransferFromWarehouse: 'APC01',
    Extra: 'any',
  };
  expect(await winery.updateTransfer({ TransferInfo: { ...named, ...changed } })).toMatchObject({ status: 200 });
  expect(await winery.transferOrder(reference)).toMatchObject({
    requested_date: Temporal.PlainDate.from('2031-03-20'),
    from_warehouse: 'APC01',
    inventory_status: 'GOOD-NO-BD',
    to_inventory_status: 'GOOD-NO-TX',
    document: { firstName: 'A', lastName: 'B', phoneNumber: 'C', emailAddress: 'D', specialInstruction: 'E' },
    // None is in bond: it has given back what it held and waits.
    demands: [{ status: 'GOOD-NO-BD', state: 'waiting', units: 60 }],
  });
  expect(await winery.balance()).toMatchObject({ reserved: 0 });
  expect((await winery.timeline(reference))[1].data).toMatchObject({
    stock: 'waiting',
    unknownProperties: ['TransferInfo.Extra'],
  });
});

test('400: other warehouses than those of the order', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const before = await winery.transferOrder(reference);
  const answer = await winery.updateTransfer({
    TransferInfo: { ...named, TransferFromWarehouse: 'SJU01', TransferToWarehouse: 'APC01', SpecialInstruction: 'New' },
  });
  expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
  expect(faultsOf(answer.body)).toEqual([
    'TransferInfo.TransferFromWarehouse Contradiction',
    'TransferInfo.TransferToWarehouse Contradiction',
  ]);
  expect(await winery.transferOrder(reference)).toEqual(before);
});

test('200: ItemsInfo replaces all lines; description, unit, tax status and price stay with the item', async () => {
  const winery = await openTransferWinery(server);
  await winery.stocked([{ itemNo: 'WINE-2', quantity: 60, status: 'GOOD-ST-TX' }]);
  const reference = await winery.transferred({}, [
    { ItemNo: 'WINE-1', ItemQuantity: 10 },
    { ItemNo: 'WINE-1', ItemQuantity: 2, QuantityUnit: 'WHOLESALE', UnitPrice: 7.5 },
    {
      ItemNo: 'WINE-2',
      ItemDescription: 'Library wine',
      ItemQuantity: 1,
      QuantityUnit: 'WHOLESALE',
      InventoryTaxStatus: 'GOOD-ST-TX',
      UnitPrice: 9,
    },
  ]);
  await winery.updateTransfer({
    TransferInfo: named,
    ItemsInfo: [
      { ItemNo: 'WINE-2', ItemQuantity: 3 },
      { ItemNo: 'WINE-1', ItemQuantity: 20 },
      { ItemNo: 'WINE-1', ItemQuantity: 4 },
      { ItemNo: 'LOOSE', ItemQuantity: 1 },
    ],
  });
  const { lines } = await winery.transferOrder(reference);
  expect(lines).toMatchObject([
    { line: 1, item_no: 'WINE-2', units: 36, quantity_unit: 'WHOLESALE', tax_status: 'GOOD-ST-TX', unit_price: 9 },
    { line: 2, item_no: 'WINE-1', units: 20, quantity_unit: 'RETAIL', unit_price: null },
    { line: 3, item_no: 'WINE-1', units: 48, quantity_unit: 'WHOLESALE', unit_price: 7.5 },
    { line: 4, item_no: 'LOOSE', units: 1, tax_status: '' },
  ]);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatchObject({ item_description: 'Library wine' });
  // Values that are kept may be sent again.
  await winery.updateTransfer({
    TransferInfo: named,
    ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 3, QuantityUnit: 'AUTO', InventoryTaxStatus: 'GOOD-NO-TX' }],
  });
  expect((await winery.transferOrder(reference)).lines).toMatchObject([
    { units: 3, quantity_unit: 'RETAIL', tax_status: 'GOOD-NO-TX', unit_price: 9 },
  ]);
});

test('200: what is reserved is replaced under one lock: more, less, and what is left goes to those who wait', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const waiting = await winery.transferred({ CustomerReferenceNo: 'NEXT' }, [{ ItemNo: 'WINE-1', ItemQuantity: 30 }]);
  const later = await winery.transferred({ CustomerReferenceNo: 'LATER' }, [{ ItemNo: 'WINE-1', ItemQuantity: 50 }]);
  const resize = (ItemQuantity: number) =>
    winery.updateTransfer({ TransferInfo: named, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity }] });
  expect(await winery.transferOrder(later)).toMatchObject({ demands: [{ state: 'waiting' }] });
  await resize(70);
  expect(await winery.balance()).toMatchObject({ reserved: 100, backOrdered: 50 });
  await resize(20);
  expect(await winery.transferOrder(later)).toMatchObject({ demands: [{ state: 'reserved' }] });
  expect(await winery.kinds(later)).toEqual(['created', 'reserved']);
  expect(await winery.balance()).toMatchObject({ reserved: 100, backOrdered: 0 });
  await resize(21);
  expect(await winery.transferOrder(reference)).toMatchObject({ demands: [{ state: 'waiting', units: 21 }] });
  await winery.cancelTransfer({ CustomerReferenceNo: 'NEXT' });
  expect(await winery.transferOrder(reference)).toMatchObject({ demands: [{ state: 'reserved', units: 21 }] });
  expect(await winery.transferOrder(waiting)).toMatchObject({ demands: [] });
});

test('200: it moves to the new day, later or earlier', async () => {
  const winery = await openTransferWinery(server);
  const [later, earlier] = [
    await winery.transferred(),
    await winery.transferred({ CustomerReferenceNo: 'FAR', RequestedDate: '04/20/2031' }, [
      { ItemNo: 'WINE-1', ItemQuantity: 1 },
    ]),
  ];
  await winery.updateTransfer({ TransferInfo: { ...named, RequestedDate: '03/10/2031' } });
  await winery.updateTransfer({ TransferInfo: { CustomerReferenceNo: 'FAR', RequestedDate: '03/05/2031' } });
  await winery.until('2031-03-05T12:00:00');
  expect(await winery.transferOrder(later)).toMatchObject({ status: 'OPEN' });
  expect(await winery.transferOrder(earlier)).toMatchObject({ status: 'IN TRANSIT' });
  await winery.until('2031-03-10T12:00:00');
  expect(await winery.transferOrder(later)).toMatchObject({ status: 'IN TRANSIT' });
});

test('200: one that waited for stock starts on its day when an update asks for less than there is', async () => {
  const winery = await openTransferWinery(server, 10);
  const reference = await winery.transferred({ RequestedDate: '03/05/2031' });
  await winery.until('2031-03-05T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'OPEN' });
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 10 }];
  expect((await winery.updateTransfer({ TransferInfo: named, ItemsInfo })).status).toBe(200);
  await winery.until('2031-03-06T13:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT' });
});

test('200: one that waits for stock keeps its position in the queue', async () => {
  const winery = await openTransferWinery(server, 10);
  const [first, second] = [
    await winery.transferred(),
    await winery.transferred({ CustomerReferenceNo: 'MOVE-2' }, [{ ItemNo: 'WINE-1', ItemQuantity: 50 }]),
  ];
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 40 }];
  expect((await winery.updateTransfer({ TransferInfo: { CustomerReferenceNo: 'MOVE-1' }, ItemsInfo })).status).toBe(
    200,
  );
  await winery.arrive('WINE-1', 40);
  expect(await winery.transferOrder(first)).toMatchObject({ demands: [{ units: 40, state: 'reserved' }] });
  expect(await winery.transferOrder(second)).toMatchObject({ demands: [{ units: 50, state: 'waiting' }] });
});

test('200: named by our number, by the creating reference, or by the reference of an update', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  let known = reference;
  for (const [index, TransferOrderNumber] of ['TO000001', reference, 'last'].entries()) {
    const info = {
      TransferOrderNumber: TransferOrderNumber === 'last' ? known : TransferOrderNumber,
      SpecialInstruction: `${index}`,
    };
    const answer = await winery.updateTransfer({ TransferInfo: info });
    expect(answer.status).toBe(200);
    known = answer.body;
    expect((await winery.transferOrder(reference)).document.specialInstruction).toBe(`${index}`);
  }
});

test('200: updates of one order at once, however they name it, follow each other', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      winery.updateTransfer({
        TransferInfo: [named, { TransferOrderNumber: 'TO000001' }, { TransferOrderNumber: reference }][i % 3],
        ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: i + 1 }],
      }),
    ),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const order = await winery.transferOrder(reference);
  expect(order.demands).toMatchObject([{ units: order.lines[0].units, state: 'reserved' }]);
  expect(await winery.kinds(reference)).toHaveLength(25);
});

test('200: an item that was retired since may stay, and a retired item may be added', async () => {
  const winery = await openTransferWinery(server);
  await winery.transferred();
  await server.environment.db.rows(
    `update skus set retired_at = now() where customer_no = $1 and item_no in ('WINE-1', 'WINE-2')`,
    [winery.customerNo],
  );
  const stays = { TransferInfo: named, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 12 }] };
  expect(await winery.updateTransfer(stays)).toMatchObject({ status: 200 });
  const added = { TransferInfo: named, ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 12 }] };
  expect(await winery.updateTransfer(added)).toMatchObject({ status: 200 });
});

test('200: a creation sent again after an update still answers the first reference', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  await winery.updateTransfer({ TransferInfo: named, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
  expect(await winery.createTransfer(transfer())).toMatchObject({ status: 201, body: reference });
  expect(await winery.transferOrder(reference)).toMatchObject({ lines: [{ units: 1 }] });
});

test('200: a document that was erased does not stand in the way', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  await server.environment.db.rows('delete from transfer_order_details where customer_no = $1', [winery.customerNo]);
  expect(await winery.updateTransfer({ TransferInfo: { ...named, LastName: 'New' } })).toMatchObject({ status: 200 });
  expect((await winery.transferOrder(reference)).document).toEqual({ lastName: 'New' });
});

test('400: faults of the new lines, all at once; nothing changes', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const before = await winery.transferOrder(reference);
  const answer = await winery.updateTransfer({
    TransferInfo: { ...named, SpecialInstruction: 'lost' },
    ItemsInfo: [
      ...['NONE', 'FEE', 'OURS'].map((ItemNo) => ({ ItemNo, ItemQuantity: 1 })),
      { ItemNo: 'LOOSE', ItemQuantity: 1, QuantityUnit: 'WHOLESALE' },
    ],
  });
  expect(answer.status).toBe(400);
  expect(faultsOf(answer.body)).toEqual([
    'ItemsInfo[0].ItemNo UnknownItem',
    'ItemsInfo[1].ItemNo ItemNotStored',
    'ItemsInfo[2].ItemNo ItemNotStored',
    'ItemsInfo[3].QuantityUnit CaseUnknown',
  ]);
  expect(await winery.transferOrder(reference)).toEqual(before);
});

test('400: no name, names that contradict each other, no items, wrong fields', async () => {
  const winery = await openTransferWinery(server);
  await winery.transferred();
  await winery.transferred({ CustomerReferenceNo: 'MOVE-2' }, [{ ItemNo: 'WINE-1', ItemQuantity: 1 }]);
  const cases: [Json, string[]][] = [
    [{}, ['TransferInfo Required']],
    [{ TransferInfo: 'MOVE-1' }, ['TransferInfo Type']],
    [{ TransferInfo: { SpecialInstruction: 'x' } }, ['TransferInfo.CustomerReferenceNo Required']],
    [{ TransferInfo: { CustomerReferenceNo: '' } }, ['TransferInfo.CustomerReferenceNo Required']],
    [
      { TransferInfo: { TransferOrderNumber: 'TO000001', CustomerReferenceNo: 'MOVE-2' } },
      ['TransferInfo.CustomerReferenceNo Contradiction'],
    ],
    [{ TransferInfo: named, ItemsInfo: [] }, ['ItemsInfo MinItems']],
    [
      { TransferInfo: { ...named, RequestedDate: '13/01/2031' }, ItemsInfo: [{ ItemNo: 'FEE', ItemQuantity: 0 }] },
      ['ItemsInfo[0].ItemNo ItemNotStored', 'ItemsInfo[0].ItemQuantity Minimum', 'TransferInfo.RequestedDate Format'],
    ],
  ];
  for (const [body, faults] of cases) {
    const answer = await winery.updateTransfer(body);
    expect(answer.status).toBe(400);
    expect(faultsOf(answer.body)).toEqual(faults);
  }
});

test('401: wrong credentials', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred();
  const answer = await winery.updateTransfer({
    TransferInfo: { ...named, SpecialInstruction: 'x' },
    Authentication: { UserKey: 'nobody', Password: 'wrong', CustomerNo: winery.customerNo },
  });
  expect(answer).toMatchObject({ status: 401, body: { Code: 'InvalidCredentials' } });
  expect(await winery.kinds(reference)).toEqual(['created']);
});

test('403: once work has started or it is canceled; the reason names the state', async () => {
  const winery = await openTransferWinery(server);
  const update = async () => {
    const { status, body } = await winery.updateTransfer({ TransferInfo: { ...named, SpecialInstruction: 'x' } });
    return [status, body.Code, body.Reason];
  };
  const reason = (status: string) => [
    403,
    'StateForbids',
    `Transfer order MOVE-1 cannot be updated: its status is ${status}.`,
  ];
  await winery.transferred({ RequestedDate: '03/10/2031' });
  await winery.until('2031-03-10T06:00:00');
  expect(await update()).toEqual(reason('PICKING'));
  await winery.until('2031-03-10T12:00:00');
  expect(await update()).toEqual(reason('IN TRANSIT'));
  await winery.receive({ Lines: [{ ItemNo: 'WINE-1', ItemQuantity: 10 }], Close: false });
  expect(await update()).toEqual(reason('RECEIVING'));
  await winery.receive();
  expect(await update()).toEqual(reason('RECEIVED'));
  await winery.until('2031-03-10T14:00:00');
  expect(await update()).toEqual(reason('CLOSED'));

  await winery.transferred({ CustomerReferenceNo: 'GONE' }, [{ ItemNo: 'WINE-1', ItemQuantity: 1 }]);
  await winery.cancelTransfer({ CustomerReferenceNo: 'GONE' });
  expect(await winery.updateTransfer({ TransferInfo: { CustomerReferenceNo: 'GONE' } })).toMatchObject({
    status: 403,
    body: { Code: 'StateForbids', Reason: expect.stringContaining('CANCELED') },
  });
});

test('403: a credential that may only read', async () => {
  const { client } = await server.customer('read');
  expect(await client.call('InventoryMovement/UpdateTransferOrder', { TransferInfo: named })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test("404: no such transfer order, also another customer's", async () => {
  const [winery, other] = [await openTransferWinery(server), await openTransferWinery(server)];
  const theirs = await other.transferred();
  for (const TransferInfo of [named, { TransferOrderNumber: 'TO000001' }, { TransferOrderNumber: theirs }]) {
    expect(await winery.updateTransfer({ TransferInfo })).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
});
