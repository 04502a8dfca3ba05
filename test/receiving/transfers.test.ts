/** Transfers by scan: the departing and the arriving warehouse count the same document, and a worked warehouse leaves nothing to the simulation. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { mustSucceed } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { receiptCount, receiptScan } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

let server: TestServer;
let sender: OperatorClient;
let receiver: OperatorClient;

beforeAll(async () => {
  server = await openTestServer();
  sender = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  receiver = await signedIn(server, 'floor', { warehouses: ['SJU01'] });
});
afterEach(async () => {
  await editSettings(server.environment.db, "update warehouses set is_worked = false where code in ('APC01', 'SJU01')");
  await expectLedgerConsistent(server.environment.db);
});
afterAll(() => server.close());

const called = async (person: OperatorClient, operation: string, body: object) =>
  mustSucceed(await person.call(`Receiving/${operation}`, body));
const open = async (person: OperatorClient, Scan: string) => {
  const Warehouse = person.operator.warehouses[0];
  return (await called(person, 'Open', { Warehouse, Scan })).Receipt;
};
const worked = () =>
  editSettings(server.environment.db, "update warehouses set is_worked = true where code in ('APC01', 'SJU01')");

test('a transfer leaves with what was scanned, arrives by scan, and both warehouses see the same document', async () => {
  await worked();
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 3 }]);
  // People pick at a worked warehouse: it does not leave by itself, nor does it arrive.
  await winery.until('2031-03-20T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'OPEN' });
  const out = await open(sender, reference);
  expect(out).toMatchObject({ Kind: 'transfer out', Lines: [{ ItemNo: 'WINE-1', Counted: 0, ToPick: 3 }] });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'PICKING' });
  for (let nth = 0; nth < 3; nth += 1) await called(sender, 'Scan', receiptScan(out.Session, 'WINE-1'));
  expect(await called(sender, 'Scan', receiptScan(out.Session, 'WINE-1'))).toMatchObject({
    Verdict: 'wrong',
    Units: 3,
  });
  expect(await called(sender, 'Finish', { Session: out.Session })).toMatchObject({
    Result: { OrderStatus: 'IN TRANSIT' },
  });
  await winery.until('2031-04-20T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT' });
  const seen = await called(receiver, 'List', {});
  expect(seen.Expected).toMatchObject([
    { Kind: 'transfer in', TransactionReferenceNumber: reference, OtherWarehouse: 'APC01' },
  ]);
  const arrived = await open(receiver, out.OrderNumber);
  expect(arrived).toMatchObject({ Kind: 'transfer in', TransactionReferenceNumber: reference, Units: 0 });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'RECEIVING' });
  expect((await winery.receive()).status).toBe(403);
  await called(receiver, 'Count', receiptCount(arrived.Session, 'WINE-1', 2));
  const shown = await called(receiver, 'Finish', { Session: arrived.Session });
  expect(shown.Differences).toMatchObject([{ ItemNo: 'WINE-1', Expected: 3, Counted: 2, Difference: -1 }]);
  await called(receiver, 'Finish', { Session: arrived.Session, Confirm: true });
  const rest = await open(receiver, reference);
  await called(receiver, 'Count', receiptCount(rest.Session, 'WINE-1', 2));
  const Reasons = [{ ItemNo: 'WINE-1', ReasonCode: 'FOUND' }];
  expect(await called(receiver, 'Finish', { Session: rest.Session, Confirm: true, Reasons })).toMatchObject({
    Result: { OrderStatus: 'RECEIVED', Posted: [{ ItemNo: 'WINE-1', Units: 2 }] },
  });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 4, expected: 0 });
  expect(await winery.kinds(reference)).toEqual([
    'created',
    'picking',
    'shipped',
    'receiving',
    'received',
    'receiving',
    'received',
  ]);
});

test('the simulation does not ship a transfer that a person is picking, also at an automatic warehouse', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ RequestedDate: '03/05/2031' }, [{ ItemNo: 'WINE-1', ItemQuantity: 3 }]);
  // Its picking starts by itself on the morning of its day; a person begins to pick it before it leaves at noon.
  await winery.until('2031-03-05T10:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'PICKING' });
  const { Session } = await open(sender, reference);
  await winery.until('2031-04-10T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'PICKING' });
  await called(sender, 'Count', receiptCount(Session, 'WINE-1', 3));
  expect(await called(sender, 'Finish', { Session })).toMatchObject({ Result: { OrderStatus: 'IN TRANSIT' } });
  await winery.until('2031-05-10T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED' });
});

test('a transfer that is picked short leaves with what there is, and the rest is free again', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const out = await open(sender, reference);
  await called(sender, 'Count', receiptCount(out.Session, 'WINE-1', 4));
  expect(await called(sender, 'Finish', { Session: out.Session })).toMatchObject({ Differences: [{ Difference: -1 }] });
  await called(sender, 'Finish', { Session: out.Session, Confirm: true });
  expect(await winery.balance('WINE-1')).toMatchObject({ reserved: 0 });
  // Its destination is automatic, so it arrives by itself.
  await winery.until('2031-03-20T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED' });
  expect(await winery.balance('WINE-1', 'SJU01')).toMatchObject({ onHand: 4, expected: 0 });
});

test('bottles that were scanned and then lost from stock are not shipped, and the reply says to put them back', async () => {
  const winery = await openTransferWinery(server, 5);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const { Session, OrderNumber } = await open(sender, reference);
  await called(sender, 'Count', receiptCount(Session, 'WINE-1', 5));
  await winery.broken(2);
  const rest = `Put back 2 × WINE-1: these units are no longer in stock and do not leave with ${OrderNumber}.`;
  expect(await called(sender, 'Finish', { Session })).toMatchObject({
    State: 'open',
    Differences: [{ ItemNo: 'WINE-1', Expected: 3, Counted: 5, Difference: 2 }],
    Message: `This differs from what was expected. Count again, or confirm it. ${rest}`,
  });
  const finished = await called(sender, 'Finish', { Session, Confirm: true });
  const Message = `${OrderNumber} is IN TRANSIT. ${rest}`;
  expect(finished).toMatchObject({ Message, Result: { Posted: [{ ItemNo: 'WINE-1', Units: 3 }] } });
  expect(await called(sender, 'Finish', { Session })).toMatchObject({ Message });
});

test('a transfer whose scanned bottles are all lost from stock is closed, and nothing leaves', async () => {
  const winery = await openTransferWinery(server, 5);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const { Session, OrderNumber } = await open(sender, reference);
  await called(sender, 'Count', receiptCount(Session, 'WINE-1', 5));
  await winery.broken(5);
  await called(sender, 'Finish', { Session });
  const Message = `${OrderNumber} is CLOSED. Put back 5 × WINE-1: these units are no longer in stock and do not leave with ${OrderNumber}.`;
  expect(await called(sender, 'Finish', { Session, Confirm: true })).toMatchObject({ Message, Result: { Posted: [] } });
});

test('a transfer of which nothing is there is closed, and its stock is free again', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const { Session } = await open(sender, reference);
  expect(await called(sender, 'Finish', { Session })).toMatchObject({ Differences: [{ Difference: -5 }] });
  expect(await called(sender, 'Finish', { Session, Confirm: true })).toMatchObject({
    Result: { OrderStatus: 'CLOSED', Posted: [] },
  });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED' });
  expect(await winery.balance('WINE-1')).toMatchObject({ reserved: 0 });
});

test('a labeled pallet is counted where it leaves and where it arrives, once each', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const labeled = (Warehouse: string) => ({ Warehouse, Scan: reference, Pallet: 'P-1' });
  const { Receipt: out } = await called(sender, 'Open', labeled('APC01'));
  await called(sender, 'Count', receiptCount(out.Session, 'WINE-1', 5));
  await called(sender, 'Finish', { Session: out.Session });
  const { Receipt: arrived } = await called(receiver, 'Open', labeled('SJU01'));
  expect(arrived).toMatchObject({ Kind: 'transfer in', Label: 'P-1', Pallet: 1 });
  await called(receiver, 'Count', receiptCount(arrived.Session, 'WINE-1', 3));
  await called(receiver, 'Finish', { Session: arrived.Session });
  await called(receiver, 'Finish', { Session: arrived.Session, Confirm: true });
  expect(await receiver.call('Receiving/Open', labeled('SJU01'))).toMatchObject({
    status: 403,
    body: { Reason: expect.stringContaining('has counted the pallet P-1') },
  });
});

test('a transfer that began by itself is left to people once its source is worked', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ RequestedDate: '03/05/2031' }, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  await winery.until('2031-03-05T09:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'PICKING' });
  await worked();
  await winery.until('2031-03-07T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'PICKING' });
  const { Session } = await open(sender, reference);
  await called(sender, 'Count', receiptCount(Session, 'WINE-1', 5));
  expect(await called(sender, 'Finish', { Session })).toMatchObject({ Result: { OrderStatus: 'IN TRANSIT' } });
});

test('an arrival that one person ends while another counts stays RECEIVING, and cannot be closed', async () => {
  await worked();
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 3 }]);
  const out = await open(sender, reference);
  await called(sender, 'Count', receiptCount(out.Session, 'WINE-1', 3));
  await called(sender, 'Finish', { Session: out.Session });
  const first = await open(receiver, reference);
  const second = await open(await signedIn(server, 'floor', { warehouses: ['SJU01'] }), reference);
  expect(second.Receipt).not.toBe(first.Receipt);
  await called(receiver, 'Count', receiptCount(first.Session, 'WINE-1', 3));
  expect(await called(receiver, 'Finish', { Session: first.Session })).toMatchObject({
    Result: { OrderStatus: 'RECEIVING' },
  });
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const closing = await (await signedIn(server, 'admin')).call('TransferOrders/CloseShort', key);
  expect(closing).toMatchObject({ status: 403, body: { State: 'RECEIVING' } });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'RECEIVING' });
});

test('one person picks a transfer; what waits for stock does not start', async () => {
  const winery = await openTransferWinery(server, 10);
  const other = await signedIn(server, 'floor', { warehouses: ['APC01'] });
  const reference = await winery.transferred({ CustomerReferenceNo: 'ONE' }, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const { Receipt, CustomerNo } = await open(sender, reference);
  const scan = { Warehouse: 'APC01', Scan: reference };
  expect(await other.call('Receiving/Open', scan)).toMatchObject({ status: 403, body: { State: 'RECEIVING' } });
  const taken = await other.call('Receiving/Open', { ...scan, TakeOver: true });
  expect(taken.body.Receipt.Receipt).toBe(Receipt);
  await called(other, 'Discard', { CustomerNo, Receipt, Reason: 'The truck is full' });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'PICKING' });
  const again = await open(sender, reference);
  await called(sender, 'Scan', receiptScan(again.Session, 'WINE-1', uuidv7()));
  const short = await winery.transferred({ CustomerReferenceNo: 'TWO' }, [{ ItemNo: 'WINE-1', ItemQuantity: 50 }]);
  expect(await sender.call('Receiving/Open', { ...scan, Scan: short })).toMatchObject({ status: 403 });
});

test('the arrival that is given up is IN TRANSIT again, and arrives by itself at an automatic warehouse', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const out = await open(sender, reference);
  await called(sender, 'Count', receiptCount(out.Session, 'WINE-1', 5));
  await called(sender, 'Finish', { Session: out.Session });
  const { Receipt, CustomerNo } = await open(receiver, reference);
  await winery.until('2031-03-20T12:00:00');
  await called(receiver, 'Discard', { CustomerNo, Receipt, Reason: 'Not unloaded yet' });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT' });
  await winery.until('2031-04-20T12:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'CLOSED' });
});

test('a departure that is given up before its day leaves by itself at an automatic warehouse', async () => {
  const winery = await openTransferWinery(server);
  const reference = await winery.transferred({ RequestedDate: '03/05/2031' }, [{ ItemNo: 'WINE-1', ItemQuantity: 5 }]);
  const { Receipt, CustomerNo } = await open(sender, reference);
  await called(sender, 'Discard', { CustomerNo, Receipt, Reason: 'The truck comes on its day' });
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'PICKING' });
  await winery.until('2031-03-05T13:00:00');
  expect(await winery.transferOrder(reference)).toMatchObject({ status: 'IN TRANSIT' });
});

test('a departure returns what left in the inventory status of each line', async () => {
  await worked();
  const winery = await openTransferWinery(server);
  await winery.stocked([{ itemNo: 'WINE-1', quantity: 5, status: 'GOOD-ST-TX' }]);
  const items = [
    { ItemNo: 'WINE-1', ItemQuantity: 2 },
    { ItemNo: 'WINE-1', ItemQuantity: 2, InventoryTaxStatus: 'GOOD-ST-TX' },
  ];
  const reference = await winery.transferred({}, items);
  const { Session } = await open(sender, reference);
  for (let nth = 0; nth < 3; nth += 1) await called(sender, 'Scan', receiptScan(Session, 'WINE-1'));
  expect((await called(sender, 'Finish', { Session, Confirm: true })).Result.Posted).toEqual([
    { ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX', Units: 2 },
    { ItemNo: 'WINE-1', InventoryStatus: 'GOOD-ST-TX', Units: 1 },
  ]);
});
