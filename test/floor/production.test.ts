/** The floor in production: real labels with the weights of the station, bought once, and refusals in the carrier's words. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { adjustStock } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createSystemCommandContext } from '../../src/platform/command-context.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { type FakeCarrier, openFakeCarrier, refusal } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps, later, takeUp } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { json } from '../carriers/recorded-server.ts';
import { type Floor, openFloor, worked } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { signedIn } from '../support/operator.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let carrier: FakeCarrier;
beforeAll(async () => {
  server = await openProductionServer();
  floor = await openFloor(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});
beforeEach(async () => {
  carrier = await openFakeCarrier();
  connectCarrier(server.environment, carrier.url);
});
afterEach(() => carrier.close());

const waiting = async () => {
  const winery = await floor.winery();
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] });
  return { winery, ...order };
};
const bottles = ['WINE-1', 'WINE-1'];

test('no label is bought before the station asks; then one per box, with its weight, and reprints buy nothing', async () => {
  const { winery, orderNo, reference } = await waiting();
  await takeUp(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  await floor.release(winery, reference);
  await takeUp(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  expect(carrier.asked).toEqual([]);
  const { Boxes, State, Session } = await floor.label(orderNo, bottles, 9.75);
  expect(State).toBe('labeled');
  await Promise.all([floor.pack('BuyLabels', { Session }), floor.pack('BuyLabels', { Session })]);
  expect(carrier.paid()).toMatchObject([{ weight: 156, trackingNo: Boxes[0].TrackingNumber }]);
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  for (let n = 0; n < 10; n += 1) await floor.pack('Reprint', { ...order, Format: 'LabelPDF' });
  expect(carrier.paid()).toHaveLength(1);
  const { body } = await winery.client.call('Tracking/GetPackages', { OrderNo: orderNo });
  expect(body.Packages ?? body).toMatchObject([{ Status: 'READY TO SHIP', GrossWeight: '9.75', Length: '16' }]);
  await floor.pack('Stage', { TrackingNumber: Boxes[0].TrackingNumber });
  const { Manifest } = await floor.led('Manifest', { Warehouse: worked, Carrier: 'FEX' });
  await expectLedgerConsistent(server.environment.db);
  await floor.led('Depart', { Manifest });
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
});

test('a refusal of the address parks the order, with the words of the carrier for service only; corrected and released again, it ships', async () => {
  const { winery, orderNo, reference } = await waiting();
  await floor.release(winery, reference);
  carrier.interrupt = (request, usual) =>
    request.path === '/v2/shipments' ? refusal(422, 'ADDRESS.VERIFY.FAILURE', 'Unable to verify address.') : usual();
  const note = "The recipient's address must be corrected.";
  const refused = await floor.label(orderNo, bottles);
  expect(refused).toMatchObject({ State: 'problem', Message: `The carrier refused it: ${note}` });
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  expect((await floor.pack('CloseOfDay', { Warehouse: worked })).Problems).toMatchObject([
    { OrderNo: orderNo, Note: note },
  ]);
  await expectLedgerConsistent(server.environment.db);
  carrier.interrupt = (_request, usual) => usual();
  const OrderInfo = { OrderNo: orderNo, OrderType: 'CLUB' };
  const corrected = { OrderInfo, RecipientContactInfo: { Address: '101 Main St' } };
  const updated = await winery.client.call('SalesOrder/UpdateSalesOrder', corrected);
  expect([updated.status, updated.body?.Reason]).toEqual([200, undefined]);
  await takeUp(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  await floor.release(winery, reference);
  expect(await floor.label(orderNo, bottles)).toMatchObject({ State: 'labeled' });
});

test('a packer who asks again after an outage gets the labels at once, whenever they are due', async () => {
  const { winery, orderNo, reference } = await waiting();
  await floor.release(winery, reference);
  carrier.interrupt = () => json(503, {});
  const waits = await floor.label(orderNo, bottles);
  expect(waits).toMatchObject({ State: 'labeling', Message: expect.stringContaining('Ask again') });
  // The outage lasted for hours.
  await server.environment.db.rows(
    "update label_intents set attempts = 8, due_at = now() + interval '1 hour' where order_id = $1",
    [reference],
  );
  carrier.interrupt = (_request, usual) => usual();
  expect(await floor.pack('BuyLabels', { Session: waits.Session })).toMatchObject({ State: 'labeled' });
  expect(carrier.paid()).toHaveLength(1);
});

test('an order that a lead takes back while its label is bought is not said to be labeled', async () => {
  const { winery, orderNo, reference } = await waiting();
  await floor.release(winery, reference);
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }];
  carrier.interrupt = async (request, usual) => {
    if (request.path === '/v2/shipments') await floor.led('TakeBack', { Orders, Note: 'the winery called' });
    return await usual();
  };
  const Message = 'No labels: the order is stopped. Note: the winery called';
  expect(await floor.label(orderNo, bottles)).toMatchObject({ State: 'stopped', Message });
  carrier.interrupt = (_request, usual) => usual();
});

test('a refused order keeps the stock of its packed bottles until an older one has lost its own; taken back, it loses like others', async () => {
  const older = await waiting();
  const { winery } = older;
  const two = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] };
  const refused = await winery.waiting(two);
  await floor.release(winery, refused.reference);
  carrier.interrupt = (request, usual) =>
    request.path === '/v2/shipments' ? refusal(422, 'ADDRESS.VERIFY.FAILURE', 'Unable to verify address.') : usual();
  expect(await floor.label(refused.orderNo, bottles)).toMatchObject({ State: 'problem' });
  const adjust = async (quantity: number) => {
    const { customerNo } = winery;
    const posting = { warehouse: worked, status: 'GOOD-NO-TX', reasonCode: quantity < 0 ? 'BROKEN' : 'FOUND' };
    const context = createSystemCommandContext(customerNo, 'test');
    const adjustment = { ...context, ...posting, items: [{ itemNo: 'WINE-1', quantity }] };
    const { db } = server.environment;
    expect(await db.write((tx) => adjustStock(tx, [adjustment]))).toMatchObject([{ ok: {} }]);
  };
  const statuses = async () => [await winery.statusOf(older.reference), await winery.statusOf(refused.reference)];
  const aside = async () => {
    const { Problems } = await floor.pack('CloseOfDay', { Warehouse: worked });
    return Problems.find(({ OrderNo }: { OrderNo: string }) => OrderNo === refused.orderNo)?.Aside;
  };
  await adjust(-98);
  expect(await statuses()).toEqual(['ON INV HOLD', 'ON CUSTOMER SERVICE HOLD']);
  expect(await aside()).toEqual([{ ItemNo: 'WINE-1', Units: 2, Unreserved: 0 }]);
  await adjust(2);
  expect(await statuses()).toEqual(['RECEIVED', 'ON CUSTOMER SERVICE HOLD']);
  const holdsOf = async () => {
    const rows = await server.environment.db.rows<{ reason: string }>(
      'select reason from sales_order_holds where customer_no = $1 and order_id = $2 order by reason',
      [winery.customerNo, refused.reference],
    );
    return rows.map(({ reason }) => reason);
  };
  expect(await holdsOf()).toEqual(['Address']);
  // Its last bottles are lost, and found again by another order: they still stand aside, and it reserves none of them.
  await adjust(-4);
  expect(await aside()).toEqual([{ ItemNo: 'WINE-1', Units: 2, Unreserved: 2 }]);
  await adjust(4);
  expect(await holdsOf()).toEqual(['Address']);
  expect(await aside()).toEqual([{ ItemNo: 'WINE-1', Units: 2, Unreserved: 0 }]);
  const Orders = [{ CustomerNo: winery.customerNo, TransactionReferenceNumber: refused.reference }];
  await floor.led('TakeBack', { Orders, Note: 'unpacked' });
  await adjust(-2);
  expect(await winery.statusOf(older.reference)).toBe('RECEIVED');
  expect(await holdsOf()).toEqual(['Address', 'Inventory']);
  await expectLedgerConsistent(server.environment.db);
});

test('while the carrier does not answer the order waits; asked again, it is labeled, and was bought once', async () => {
  const { winery, orderNo, reference } = await waiting();
  await floor.release(winery, reference);
  connectCarrier(server.environment, carrier.url, { maxLabelWaitMs: 0 });
  const { Session, ...pending } = await floor.label(orderNo, bottles);
  expect(pending).toMatchObject({ State: 'labeling', Next: 'wait', Message: expect.stringContaining('not replied') });
  connectCarrier(server.environment, carrier.url);
  expect(await floor.pack('BuyLabels', { Session })).toMatchObject({ State: 'labeled' });
  expect(carrier.paid()).toHaveLength(1);
});

test('labels that are bought in the background make the order labeled at once: it is missing at the close of day, and staged', async () => {
  const { winery, orderNo, reference } = await waiting();
  await floor.release(winery, reference);
  connectCarrier(server.environment, carrier.url, { maxLabelWaitMs: 0 });
  carrier.interrupt = () => refusal(503, 'UNAVAILABLE', 'Down for maintenance.');
  expect(await floor.label(orderNo, bottles)).toMatchObject({ State: 'labeling' });
  carrier.interrupt = (_request, usual) => usual();
  await later(server.environment.db);
  await buyAndVoidDueLabels(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  const { Carriers } = await floor.pack('CloseOfDay', { Warehouse: worked });
  const [bought] = carrier.paid();
  expect(Carriers.flatMap(({ Missing }: { Missing: object[] }) => Missing)).toContainEqual(
    expect.objectContaining({ OrderNo: orderNo, Box: 1, TrackingNumber: bought?.trackingNo }),
  );
  expect(await floor.pack('Stage', { TrackingNumber: bought?.trackingNo })).toMatchObject({ Staged: 1 });
});

test('a problem ends when its order is canceled, and when it may start again; one that was sent again is found by its number', async () => {
  const { winery, orderNo, reference } = await waiting();
  const corrected = await winery.waiting();
  const isProblem = async (order: string) =>
    (await floor.pack('CloseOfDay', { Warehouse: worked })).Problems.some(
      ({ OrderNo }: { OrderNo: string }) => OrderNo === order,
    );
  await floor.release(winery, reference, corrected.reference);
  carrier.interrupt = (request, usual) =>
    request.path === '/v2/shipments' ? refusal(422, 'ADDRESS.VERIFY.FAILURE', 'Unable to verify address.') : usual();
  await floor.label(orderNo, bottles);
  await floor.label(corrected.orderNo, ['WINE-1']);
  carrier.interrupt = (_request, usual) => usual();
  expect([await isProblem(orderNo), await isProblem(corrected.orderNo)]).toEqual([true, true]);
  const canceled = await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
  expect(canceled.status).toBe(200);
  expect([await isProblem(orderNo), await isProblem(corrected.orderNo)]).toEqual([false, true]);
  const again = await winery.waiting({ OrderInfo: { OrderNo: orderNo } });
  await floor.release(winery, again.reference);
  expect(await floor.label(orderNo, ['WINE-1'])).toMatchObject({ State: 'labeled' });

  const OrderInfo = { OrderNo: corrected.orderNo, OrderType: 'CLUB' };
  const update = { OrderInfo, RecipientContactInfo: { Address: '101 Main St' } };
  expect((await winery.client.call('SalesOrder/UpdateSalesOrder', update)).status).toBe(200);
  await takeUp(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  expect(await isProblem(corrected.orderNo)).toBe(false);
});

test('a label that shows a wrong address is reported: it is voided, the order is parked, and corrected it is bought again', async () => {
  const { winery, orderNo, reference } = await waiting();
  await floor.release(winery, reference);
  const { Session } = await floor.label(orderNo, bottles);
  const report = { Session, ScanId: uuidv7(), Kind: 'address', Note: 'The label has no house number.' };
  expect(await floor.pack('ReportProblem', report)).toMatchObject({ State: 'problem', Boxes: [] });
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
  await buyAndVoidDueLabels(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(['submitted']);
  const service = await signedIn(server, 'service');
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const corrected = await service.call('Orders/CorrectRecipient', {
    ...order,
    RecipientContactInfo: { Address: '101 Main St' },
  });
  expect(corrected.status).toBe(200);
  await takeUp(labelDeps(server.environment.db, carrier.url), winery.customerNo);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  await floor.release(winery, reference);
  expect(await floor.label(orderNo, bottles)).toMatchObject({ State: 'labeled' });
  expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual(['submitted', null]);
});
