/** Floor/ReportProblem: an order with a wrong address or name is parked with the person's words until it is corrected. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { verifyFloor } from '../../src/floor/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { mustSucceed, scanOf, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openPicking, type Picking } from '../support/picking.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let picking: Picking;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  picking = await openPicking(server);
  service = await signedIn(server, 'service');
});
afterEach(async () => {
  await expectLedgerConsistent(server.environment.db);
  expect(await verifyFloor(server.environment.db)).toEqual([]);
});
afterAll(() => server.close());

const problem = (Session: string, change: object = {}) => ({
  Session,
  ScanId: uuidv7(),
  Kind: 'address',
  Note: 'No house number on the slip',
  ...change,
});

async function opened() {
  const { floor } = picking;
  const winery = await floor.winery();
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  const named = { CustomerNo: winery.customerNo, TransactionReferenceNumber: order.reference };
  const page = async (): Promise<Json> => mustSucceed(await service.call('Orders/Get', named));
  const exceptions = async (): Promise<Json[]> =>
    mustSucceed(await service.call('Exceptions/List', { Kinds: ['Problem'], Customers: [winery.customerNo] })).Records;
  return { floor, winery, ...order, named, page, exceptions, Session: Session as string };
}

test('200 the order is parked once with the words and the person; corrected, it is released and packed again', async () => {
  const { floor, winery, reference, orderNo, page, exceptions, Session } = await opened();
  await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  const report = problem(Session);
  const parked = await floor.pack('ReportProblem', report);
  expect(parked).toMatchObject({
    State: 'problem',
    Next: 'none',
    Verdict: 'wrong',
    Boxes: [],
    Packer: '',
    Message: `Put all of its bottles aside together. Order ${orderNo} is parked until customer service has settled it.`,
  });
  // Sent again, it says the same.
  expect(await floor.pack('ReportProblem', report)).toMatchObject({ State: 'problem', Message: parked.Message });
  // A key or a scan after it changes nothing, and says what has become of the order.
  const reason = { State: 'PROBLEM', Reason: `Order ${orderNo} is a problem: No house number on the slip` };
  for (const [operation, request] of [
    ['Undo', { Session, ScanId: uuidv7() }],
    ['ScanBottle', scanOf(Session, 'WINE-1')],
  ] as const) {
    expect(await floor.packer.call(`Floor/${operation}`, request)).toMatchObject({ status: 403, body: reason });
  }
  expect((await floor.pack('CloseOfDay', { Warehouse: worked })).Problems).toMatchObject([
    { OrderNo: orderNo, Note: 'No house number on the slip' },
  ]);
  expect(await exceptions()).toEqual([
    expect.objectContaining({
      Kind: 'Problem',
      OrderNo: orderNo,
      TransactionReferenceNumber: reference,
      Warehouse: worked,
      Text: 'No house number on the slip',
    }),
  ]);
  const { Timeline, Holds, Status } = await page();
  expect(Status).toBe('ON CUSTOMER SERVICE HOLD');
  expect(Timeline).toContainEqual(
    expect.objectContaining({
      Text: 'The packing station reported a problem with the address: No house number on the slip.',
      By: floor.packer.operator.email,
    }),
  );
  expect(Timeline.filter(({ Kind }: Json) => Kind === 'sales_order.floor_problem')).toHaveLength(1);
  expect(Holds).toMatchObject([
    {
      Reason: 'Address',
      Owner: 'operator',
      MayRelease: true,
      Problem: "The packing station reported a problem with the recipient's address: No house number on the slip.",
    },
  ]);
  // A change of something else does not correct it.
  const OrderInfo = { OrderNo: orderNo, OrderType: 'CLUB' };
  const update = async (body: object) =>
    expect((await winery.client.call('SalesOrder/UpdateSalesOrder', { OrderInfo, ...body })).status).toBe(200);
  await update({ ShipmentInfo: { IcePack: 1 } });
  await update({ RecipientContactInfo: { PhoneNumber: '7075550142', EmailAddress: 'other@example.com' } });
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  await update({ RecipientContactInfo: { Address: '101 Main St' } });
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  await floor.release(winery, reference);
  expect(await exceptions()).toEqual([]);
  expect(await floor.label(orderNo, ['WINE-1', 'WINE-1'])).toMatchObject({ State: 'labeled' });
});

test('200 after the labels, another problem voids them; customer service releases the order', async () => {
  const { floor, winery, reference, orderNo, named, page, Session } = await opened();
  await floor.label(orderNo, ['WINE-1', 'WINE-1']);
  const report = problem(Session, { Kind: 'other', Note: 'The gift note is for someone else.' });
  expect(await floor.pack('ReportProblem', report)).toMatchObject({ State: 'problem', Boxes: [] });
  const { Holds, Packages, Timeline } = await page();
  expect(Packages.every(({ Status }: Json) => Status === 'CANCELED')).toBe(true);
  expect(Holds).toMatchObject([{ Reason: 'Customer Service', Owner: 'operator' }]);
  expect(Timeline.at(-1).Text).toBe('The packing station reported a problem: The gift note is for someone else.');
  const released = mustSucceed(await service.call('Holds/ReleaseMany', { Orders: [named], AcceptWarning: true }));
  expect(released.Outcomes).toMatchObject([{ Released: true }]);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  await floor.release(winery, reference);
});

test('200 the picked bottles of a wrong name stay aside, and no other order loses its stock to it', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const [shelf, tote] = [await picking.bin({}, [winery, 'WINE-1', 20]), await picking.tote()];
  const { reference, orderNo } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const task = await picking.start(await picking.wave([winery, reference]));
  await picking.scan(task.Session, shelf, 'WINE-1', 'WINE-1', tote);
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  const parked = await floor.pack('ReportProblem', problem(Session, { Kind: 'name', Note: 'There is no name.' }));
  expect(parked.Message).toContain('Put all of its bottles aside together.');
  const demands = () =>
    server.environment.db.rows(
      'select state, is_packed from demands where customer_no = $1 and subject = $2 order by item_no',
      [winery.customerNo, reference],
    );
  expect(await demands()).toEqual([{ state: 'reserved', is_packed: true }]);
  const inNoBin = async () => {
    const CustomerNo = winery.customerNo;
    const { Records } = mustSucceed(await floor.lead.call('Bins/ListUnplaced', { Warehouse: worked, CustomerNo }));
    const unplacedOf = (itemNo: string) =>
      Records.find((row: Json) => row.CustomerNo === CustomerNo && row.ItemNo === itemNo).Unplaced;
    return [unplacedOf('WINE-1'), unplacedOf('WINE-2')];
  };
  const before = await inNoBin();
  const bottles = (ItemNo: string, ItemQuantity: number) => ({ ItemNo, ItemQuantity });
  // The winery corrects the name and changes the items: what is aside is still there, and nothing else is.
  for (const ItemsInfo of [
    [bottles('WINE-1', 2), bottles('WINE-2', 1)],
    [bottles('WINE-1', 5)],
    [bottles('WINE-1', 1)],
    [bottles('WINE-2', 1)],
    [bottles('WINE-1', 9000)],
    [bottles('WINE-1', 2)],
  ]) {
    const update = { TransactionReferenceNumber: reference, ItemsInfo };
    mustSucceed(await winery.client.call('SalesOrder/UpdateSalesOrder', update));
    expect([ItemsInfo, ...(await inNoBin())]).toEqual([ItemsInfo, ...before]);
  }
  expect(await demands()).toEqual([{ state: 'reserved', is_packed: true }]);
  // A lead takes it back, and puts its bottles back.
  const named = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  mustSucceed(await floor.lead.call('Floor/TakeBack', { Orders: [named], Note: 'Not wanted' }));
  expect(await inNoBin()).toEqual([(before[0] as number) + 2, before[1]]);
});

test('400 for an unknown kind, no words, and what is no session', async () => {
  const { floor, Session } = await opened();
  for (const [change, field] of [
    [{ Kind: 'price' }, 'Kind'],
    [{ Note: '  ' }, 'Note'],
    [{ Session: 'x' }, 'Session'],
  ] as const) {
    const { status, body } = await floor.packer.call('Floor/ReportProblem', problem(Session, change));
    expect([status, body.Errors?.[0].Field]).toEqual([400, field]);
  }
});

test('403 for a session that another person took over, and for staged boxes', async () => {
  const { floor, orderNo, Session } = await opened();
  const { Boxes } = await floor.label(orderNo, ['WINE-1', 'WINE-1']);
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  expect((await floor.packer.call('Floor/ReportProblem', problem(Session))).body.State).toBe('STAGED');
  await picking.other.call('Floor/OpenPacking', { Scan: orderNo, TakeOver: true });
  expect((await floor.packer.call('Floor/ReportProblem', problem(Session))).status).toBe(403);
});

test('404 for an order that is not on the floor', async () => {
  const Session = 'W9999.0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c009.1';
  expect((await picking.floor.packer.call('Floor/ReportProblem', problem(Session))).status).toBe(404);
});
