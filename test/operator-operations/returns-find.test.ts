/** Returns/Find: the returns and orders that a scan of a package matches. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import { bottle, openReturnStation, type ReturnStation, returnDock } from '../support/return-station.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let at: ReturnStation;
beforeAll(async () => {
  server = await openTestServer();
  at = await openReturnStation(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

async function trackingNo(orderNo: string): Promise<string> {
  const [first] = await server.environment.db.rows<{ no: string }>(
    `select p.tracking_no as no from packages p join sales_orders o using (customer_no, order_id)
      where o.customer_no = $1 and o.order_no = $2`,
    [at.winery.customerNo, orderNo],
  );
  return first?.no ?? '';
}

test('200 an order of which nothing was announced is offered by number, tracking number and reference', async () => {
  const reference = await at.delivered('FIND-1');
  await server.environment.journal.flush();
  await catchUpOrderIndex(server.environment.db);
  const TrackingNumber = await trackingNo('FIND-1');
  for (const scan of ['FIND-1', reference, TrackingNumber, `1Z|${TrackingNumber}|x`]) {
    expect(await at.find(scan), scan).toMatchObject({
      Matches: [{ Kind: 'order', OrderNo: 'FIND-1', TransactionReferenceNumber: reference, Status: 'SHIPPED' }],
    });
  }
});

test('200 an open return by RMA number, order, reference and tracking number, also within the barcode of a label', async () => {
  const key = await at.arrived('FIND-2');
  const { Return } = await at.find('FIND-2');
  expect(Return).toMatchObject({ ...key, Status: 'RECEIVED', OrderNo: 'FIND-2', Found: [], Findings: [] });
  const { RMANumber, OrderReferenceNumber } = Return;
  const TrackingNumber = await trackingNo('FIND-2');
  const scans = [RMANumber.toLowerCase(), `${RMANumber} 1/2`, OrderReferenceNumber, TrackingNumber.toLowerCase()];
  for (const scan of [...scans, ` ${TrackingNumber} `]) {
    expect((await at.find(scan)).Return, scan).toMatchObject(key);
  }
});

test('200 by an order number in small letters, and by one that is in the form of an RMA number', async () => {
  const key = await at.arrived('RMA-2026-000123');
  expect((await at.find('RMA-2026-000123')).Return).toMatchObject(key);
  expect((await at.find('rma-2026-000123')).Return).toMatchObject(key);
  await at.delivered('Find-5b');
  expect((await at.find('Find-5b')).Matches).toMatchObject([{ Kind: 'order', OrderNo: 'Find-5b' }]);
  await at.delivered('FIND-6C');
  expect((await at.find('find-6c')).Matches).toMatchObject([{ Kind: 'order', OrderNo: 'FIND-6C' }]);
});

test('200 reshipments that come back by the RMA number of their closed return, and by their shipment key', async () => {
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 2 }];
  const key = await at.arrived('FIND-7', { ItemsInfo });
  const { RMANumber } = (await at.find('FIND-7')).Return;
  for (const status of ['RTGD-NO-TX', 'RDMG-NO-TX']) await at.does('Scan', bottle(key, 'WINE-1', status));
  await at.does('Inspected', { ...key, Confirm: true });
  const [one, two] = [
    { Line: 1, Finding: 1 },
    { Line: 1, Finding: 2 },
  ];
  await at.does('Dispose', { ...key, ...one, ScanId: uuidv7(), DispositionCode: 'Reship' });
  // Not closed yet: it is what the scan means.
  expect((await at.find(RMANumber)).Return).toMatchObject(key);
  await at.does('Dispose', { ...key, ...two, ScanId: uuidv7(), DispositionCode: 'Reship' });
  await at.winery.advance(12);
  const kinds = async (scan: string) =>
    (await at.find(scan)).Matches.map(({ Kind, ShipmentKey }: Record<string, string>) => [Kind, ShipmentKey]);
  const reshipments = [RMANumber, `${RMANumber}-2`].map((key) => ['order', key]);
  for (const scan of [RMANumber, RMANumber.toLowerCase()])
    expect(await kinds(scan)).toEqual([...reshipments, ['return', '']]);
  for (const scan of [`${RMANumber}-2`, `${RMANumber}-2`.toLowerCase()])
    expect(await kinds(scan)).toEqual([reshipments[1]]);
  const [second] = (await at.find(`${RMANumber}-2`)).Matches;
  await catchUpOrderIndex(server.environment.db);
  const searched = async (Text: string) =>
    (await at.service.call('Search/Find', { Text })).body.Results.map(({ Kind, Id }: Record<string, string>) => [
      Kind,
      Id,
    ]);
  const [first, last] = (await at.find(RMANumber)).Matches.map((match: Record<string, string>) => [
    'order',
    match.TransactionReferenceNumber,
  ]);
  expect(await searched(`${RMANumber}-2`.toLowerCase())).toEqual([last]);
  expect(await searched(RMANumber)).toEqual([['return', key.TransactionReferenceNumber], first, last]);
  const { TransactionReferenceNumber } = second;
  await at.does('Announce', { ...key, TransactionReferenceNumber, Warehouse: returnDock });
  for (const scan of [TransactionReferenceNumber, `${RMANumber}-2`, RMANumber])
    expect((await at.find(scan)).Return, scan).toMatchObject({ OrderReferenceNumber: TransactionReferenceNumber });
});

test('200 an RMA number means its open return before that of a reshipment, and no closed return of one', async () => {
  const key = await at.arrived('FIND-8', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const { RMANumber } = (await at.find('FIND-8')).Return;
  for (const status of ['RTGD-NO-TX', 'RDMG-NO-TX']) await at.does('Scan', bottle(key, 'WINE-1', status));
  await at.does('Inspected', { ...key, Confirm: true });
  const reship = async (Finding: number) =>
    await at.does('Dispose', { ...key, Line: 1, Finding, ScanId: uuidv7(), DispositionCode: 'Reship' });
  await reship(1);
  await at.winery.advance(12);
  const [reshipment] = await server.environment.db.rows<{ id: string }>(
    'select order_id as id from sales_orders where customer_no = $1 and shipment_key = $2',
    [key.CustomerNo, RMANumber],
  );
  const order = { CustomerNo: key.CustomerNo, TransactionReferenceNumber: reshipment?.id, Warehouse: returnDock };
  const { TransactionReferenceNumber } = await at.does('Announce', order);
  const found = async () => (await at.find(RMANumber)).Return?.TransactionReferenceNumber;
  expect(await found()).toBe(key.TransactionReferenceNumber);
  await reship(2);
  expect(await found()).toBe(TransactionReferenceNumber);
  const again = { CustomerNo: key.CustomerNo, TransactionReferenceNumber };
  await at.does('Receive', { ...again, Warehouse: returnDock });
  await at.does('Scan', bottle(again, 'WINE-1'));
  await at.does('Inspected', { ...again, Confirm: true });
  await at.does('Dispose', { ...again, Line: 1, Finding: 1, ScanId: uuidv7(), DispositionCode: 'Return to Inventory' });
  const { Matches } = await at.find(RMANumber);
  const returns = Matches.filter(({ Kind }: Record<string, string>) => Kind === 'return');
  expect(returns).toMatchObject([{ TransactionReferenceNumber: key.TransactionReferenceNumber }]);
});

test('200 by the canceled label of an order that was packed again, with the message that it was canceled', async () => {
  const { winery } = at;
  const reference = await winery.created({ OrderInfo: { OrderNo: 'FIND-9' } });
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  for (let hours = 0; hours < 200 && (await trackingNo('FIND-9')) === ''; hours += 1) await winery.advance(1 / 24);
  const old = await trackingNo('FIND-9');
  const admin = await signedIn(server, 'admin');
  expect((await admin.call('Orders/VoidLabels', { ...order, Reason: 'Damaged' })).status).toBe(200);
  expect(await at.find(old)).toEqual({ Matches: [] });
  const { body } = await admin.call('Holds/ReleaseMany', { Orders: [order] });
  expect(body).toMatchObject({ Outcomes: [{ Released: true }] });
  await winery.advance(12);
  const Message = expect.stringContaining(`label ${old} was canceled`);
  expect(await at.find(old)).toMatchObject({ Matches: [{ Kind: 'order', OrderNo: 'FIND-9' }], Message });
  const { RMANumber } = await at.does('Announce', { ...order, Warehouse: returnDock });
  expect(await at.find(old)).toMatchObject({ Matches: [{ Kind: 'return', RMANumber }], Message });
});

test('200 by the RMA number of a closed return its order too, while bottles of it are in no return', async () => {
  const { customerNo: CustomerNo } = at.winery;
  const reference = await at.delivered('FIND-10', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  const order = { CustomerNo, TransactionReferenceNumber: reference };
  const announced = await at.does('Announce', { ...order, Warehouse: returnDock });
  const { RMANumber } = announced;
  const key = { CustomerNo, TransactionReferenceNumber: announced.TransactionReferenceNumber };
  // It is given up, and arrives all the same, with its label.
  expect((await at.service.call('Returns/Cancel', key)).status).toBe(200);
  const offered = [
    { Kind: 'order', TransactionReferenceNumber: reference },
    { Kind: 'return', RMANumber },
  ];
  expect((await at.find(RMANumber)).Matches).toMatchObject(offered);
  const again = await at.does('Announce', { ...order, Warehouse: returnDock });
  const second = { CustomerNo, TransactionReferenceNumber: again.TransactionReferenceNumber };
  await at.does('Receive', { ...second, Warehouse: returnDock });
  await at.does('Scan', bottle(second, 'WINE-1'));
  await at.does('Inspected', { ...second, Confirm: true });
  const decision = () => ({ ...second, ScanId: uuidv7(), DispositionCode: 'Return to Inventory' });
  expect(await at.does('Dispose', decision())).toMatchObject({ Status: 'CLOSED' });
  const { RMANumber: secondRma } = again;
  expect((await at.find(secondRma)).Matches).toMatchObject([offered[0], { Kind: 'return', RMANumber: secondRma }]);
  // The other bottle comes back too.
  const last = await at.does('Announce', { ...order, Warehouse: returnDock });
  expect((await at.find(last.RMANumber)).Return).toMatchObject({ RMANumber: last.RMANumber });
  // An old label leads to it.
  expect((await at.find(RMANumber)).Return).toMatchObject({ RMANumber: last.RMANumber });
});

test('200 orders of two wineries with one number are a choice', async () => {
  await at.delivered('FIND-3');
  await (await openReturnsWinery(server)).delivered({ OrderInfo: { OrderNo: 'FIND-3' } });
  const { Matches, Return } = await at.find('FIND-3');
  expect([Return, new Set(Matches.map((each: never) => (each as { CustomerNo: string }).CustomerNo)).size]).toEqual([
    undefined,
    2,
  ]);
});

test('200 nothing for a label that names nothing', async () => {
  expect(await at.find('279384056194')).toEqual({ Matches: [] });
});

test('200 a return that has arrived elsewhere is not for people of another warehouse', async () => {
  await at.arrived('FIND-4');
  const { body } = await at.elsewhere.call('Returns/Find', { Warehouse: 'TWL01', Scan: 'FIND-4' });
  expect(body.Return).toBeUndefined();
});

test('400 without a scan', async () => {
  expect((await at.inspector.call('Returns/Find', { Warehouse: returnDock, Scan: '' })).status).toBe(400);
});

test('403 in a warehouse of others', async () => {
  expect((await at.inspector.call('Returns/Find', { Warehouse: 'TWL01', Scan: 'X1' })).status).toBe(403);
});
