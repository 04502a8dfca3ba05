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

test('200 the bottles aside keep their order the last to lose stock there, also after it waited or was reserved elsewhere', async () => {
  const { floor } = picking;
  const winery = await floor.winery();
  const { customerNo } = winery;
  const { db } = server.environment;
  const ItemsInfo = [{ ItemNo: 'WINE-3', ItemQuantity: 2 }];
  const ordered = (ServiceWarehouseLocation: string) =>
    winery.waiting({ ItemsInfo, ShipmentInfo: { ServiceWarehouseLocation } });
  const change = async (units: number, Warehouse = worked) =>
    mustSucceed(
      await winery.simulate('AdjustInventory', {
        Warehouse,
        InventoryStatus: 'GOOD-NO-TX',
        ReasonCode: 'CORRECTION',
        Items: [{ ItemNo: 'WINE-3', Quantity: units }],
      }),
    );
  const expectStockAt = async (ReceiveToLocation: string) => {
    const OrderInfo = {
      CustomerReferenceNo: `IN-${ReceiveToLocation}`,
      TransportMethod: 'DROPOFF',
      RequestedDate: '1/15/2027',
      ReceiveToLocation,
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'DOCK-1',
    };
    const request = { OrderInfo, ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 60 }] };
    expect((await winery.client.call('InventoryMovement/CreatePurchaseOrder', request)).status).toBe(201);
  };
  await change(4);
  // Without its bottles aside, the later order would lose its stock first.
  const earlier = await ordered(worked);
  const there = await ordered('COB01');
  const aside = await ordered('');
  await floor.release(winery, aside.reference);
  const { Session } = await floor.packInto(aside.orderNo, ['WINE-3', 'WINE-3']);
  await floor.pack('ReportProblem', problem(Session, { Kind: 'other', Note: 'The gift note is for someone else.' }));
  const demands = async () => {
    const rows = await db.rows<{ subject: string; state: string; warehouse: string }>(
      'select subject, state, warehouse from demands where customer_no = $1',
      [customerNo],
    );
    return [aside, earlier].map(({ reference }) => {
      const found = rows.find(({ subject }) => subject === reference);
      return `${found?.state} at ${found?.warehouse}`;
    });
  };
  const keepsItsStock = async () => {
    expect(await demands()).toEqual([`reserved at ${worked}`, `reserved at ${worked}`]);
    await change(-2);
    expect(await demands()).toEqual([`reserved at ${worked}`, `waiting at ${worked}`]);
    await change(2);
  };
  await keepsItsStock();

  // It waits where its stock is expected, and is filled where its bottles are.
  await change(-4);
  await expectStockAt('COB01');
  expect(await demands()).toEqual(['waiting at COB01', `waiting at ${worked}`]);
  await change(4);
  await keepsItsStock();

  // At another warehouse nothing of it stands aside: there it loses its stock before earlier orders. Then it comes back.
  await change(-4);
  await change(4, 'COB01');
  expect(await demands()).toEqual(['reserved at COB01', `waiting at ${worked}`]);
  await change(-2, 'COB01');
  expect(await demands()).toEqual(['waiting at COB01', `waiting at ${worked}`]);
  expect(await winery.statusOf(there.reference)).toBe('RECEIVED');
  await change(4);
  await keepsItsStock();

  // The winery names another warehouse, and this one again.
  const named = { TransactionReferenceNumber: aside.reference };
  for (const ServiceWarehouseLocation of ['APC01', worked]) {
    const update = { ...named, ShipmentInfo: { ServiceWarehouseLocation } };
    mustSucceed(await winery.client.call('SalesOrder/UpdateSalesOrder', update));
    expect((await demands())[0]).toMatch(new RegExp(`at ${ServiceWarehouseLocation}$`));
  }
  await keepsItsStock();

  // A lead takes it back while it waits elsewhere: nothing stands aside any more.
  mustSucceed(
    await winery.client.call('SalesOrder/UpdateSalesOrder', {
      ...named,
      ShipmentInfo: { ServiceWarehouseLocation: 'APC01' },
    }),
  );
  mustSucceed(
    await floor.lead.call('Floor/TakeBack', { Orders: [{ CustomerNo: customerNo, ...named }], Note: 'Not wanted' }),
  );
  mustSucceed(
    await winery.client.call('SalesOrder/UpdateSalesOrder', {
      ...named,
      ShipmentInfo: { ServiceWarehouseLocation: worked },
    }),
  );
  await change(-2);
  expect(await demands()).toEqual([`waiting at ${worked}`, `reserved at ${worked}`]);
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
