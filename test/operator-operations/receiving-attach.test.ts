/** Receiving/Attach: a parked delivery is posted to a purchase order of its winery, once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { balanceOf } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type Dock, dock, openDock, receiptCount } from '../support/receiving.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';

let server: TestServer;
let at: Dock;
beforeAll(async () => {
  server = await openTestServer();
  at = await openDock(server);
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const parked = async (...items: readonly string[]) => {
  const CustomerNo = at.winery.customerNo;
  const { Session, Receipt } = await at.receive('Park', { Warehouse: dock, CustomerNo, Place: 'Dock 2' });
  for (const item of items) await at.receive('Count', receiptCount(Session, item, 6));
  await at.receive('Finish', { Session });
  return { CustomerNo, Receipt };
};
const attach = (body: object) => at.service.call('Receiving/Attach', body);

test('200 to an order that was created later, also while others count it; repeated, it posts nothing', async () => {
  const delivery = await parked('PIN');
  const order = await at.ordered();
  await at.open(order.reference);
  const before = (await balanceOf(server.environment.db, at.winery.customerNo, 'PIN', dock))?.onHand ?? 0;
  for (let nth = 0; nth < 2; nth += 1) {
    const { status, body } = await attach({ ...delivery, PurchaseOrder: order.reference });
    expect([status, body.State]).toEqual([200, 'attached']);
  }
  expect((await balanceOf(server.environment.db, at.winery.customerNo, 'PIN', dock))?.onHand).toBe(before + 6);
  expect((await at.winery.order(order.orderId)).status).toBe('RECEIVING');
  const received = (await at.winery.timeline(order.orderId)).filter(({ kind }) => kind === 'purchase_order.received');
  expect(received).toMatchObject([{ data: { receipt: delivery.Receipt, place: 'Dock 2' } }]);
});

test('200 repeated, also after it has completed its order; the log of the order has lots and conditions', async () => {
  const CustomerNo = at.winery.customerNo;
  const { Session, Receipt } = await at.receive('Park', { Warehouse: dock, CustomerNo, Place: 'Dock 3' });
  const wet = { InventoryStatusCode: 'DMGD-NO-TX', ReasonCode: 'DAMAGED' };
  await at.receive('Count', { ...receiptCount(Session, 'PIN', 24), Lot: 'L7' });
  await at.receive('Count', { ...receiptCount(Session, 'CAB', 12), ...wet });
  await at.receive('Finish', { Session });
  const { reference, orderId } = await at.ordered();
  for (const PurchaseOrder of [reference, reference, orderId]) {
    const { status, body } = await attach({ CustomerNo, Receipt, PurchaseOrder });
    expect([status, body.State]).toEqual([200, 'attached']);
  }
  expect((await at.winery.order(orderId)).status).toBe('RECEIVED');
  const received = (await at.winery.timeline(orderId)).filter(({ kind }) => kind === 'purchase_order.received');
  expect(received).toMatchObject([{ data: { lots: ['L7'], issues: [{ itemNo: 'CAB', reasonCode: 'DAMAGED' }] } }]);
});

test('400 for an order without an item of the delivery', async () => {
  const delivery = await parked('ZIN');
  const { reference } = await at.ordered();
  const { status, body } = await attach({ ...delivery, PurchaseOrder: reference });
  expect([status, body.Errors[0].Code]).toEqual([400, 'NotOnOrder']);
});

test('403 for a delivery that was discarded', async () => {
  const delivery = await parked('PIN');
  const { reference } = await at.ordered();
  await at.service.call('Receiving/Discard', { ...delivery, Reason: 'Sent back' });
  expect((await attach({ ...delivery, PurchaseOrder: reference })).status).toBe(403);
});

test('403 for a delivery that is attached to another order', async () => {
  const delivery = await parked('PIN');
  const [first, second] = [await at.ordered(), await at.ordered()];
  expect((await attach({ ...delivery, PurchaseOrder: first.reference })).status).toBe(200);
  const { status, body } = await attach({ ...delivery, PurchaseOrder: second.reference });
  expect([status, body.State]).toEqual([403, 'ATTACHED']);
  expect((await at.winery.order(second.orderId)).status).toBe('OPEN');
});

test('403 for an order that is to arrive at another warehouse', async () => {
  const delivery = await parked('PIN');
  const { reference, orderId } = await at.ordered();
  await server.environment.db.rows(
    "update purchase_orders set warehouse = 'SJU01' where customer_no = $1 and order_id = $2",
    [delivery.CustomerNo, orderId],
  );
  const { status, body } = await attach({ ...delivery, PurchaseOrder: reference });
  expect([status, body.Reason]).toEqual([403, expect.stringContaining('is to arrive at SJU01')]);
  await server.environment.db.rows(
    'update purchase_orders set warehouse = $3 where customer_no = $1 and order_id = $2',
    [delivery.CustomerNo, orderId, dock],
  );
});

test('404 for a delivery or an order that is not there', async () => {
  const delivery = await parked('PIN');
  expect((await attach({ ...delivery, PurchaseOrder: 'NOTHING' })).status).toBe(404);
  expect((await attach({ ...delivery, Receipt: uuidv7(), PurchaseOrder: 'X' })).status).toBe(404);
});

test('403 for units in a status that was removed since: the status is added again, or the delivery is discarded', async () => {
  const CustomerNo = at.winery.customerNo;
  const { db } = server.environment;
  const add = "insert into customer_inventory_statuses values ($1, 'WET-OWN', 'Wet', false, false, true, false, true)";
  await editSettings(db, add, [CustomerNo]);
  const { Session, Receipt } = await at.receive('Park', { Warehouse: dock, CustomerNo, Place: 'Dock 4' });
  const wet = { InventoryStatusCode: 'WET-OWN', ReasonCode: 'DAMAGED' };
  await at.receive('Count', { ...receiptCount(Session, 'PIN', 3), ...wet });
  await at.receive('Finish', { Session });
  await editSettings(db, 'delete from customer_inventory_statuses where customer_no = $1', [CustomerNo]);
  const { reference } = await at.ordered();
  const refused = await attach({ CustomerNo, Receipt, PurchaseOrder: reference });
  expect(refused.status).toBe(403);
  expect(refused.body.Reason).toBe(
    '3 × PIN are counted as WET-OWN, which was removed. Have an admin add it again, or discard the delivery and count it again.',
  );
  await editSettings(db, add, [CustomerNo]);
  expect((await attach({ CustomerNo, Receipt, PurchaseOrder: reference })).status).toBe(200);
});
