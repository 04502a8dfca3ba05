/** Stock that is received while an order is being backordered: whichever commits first, the order gets the stock. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adjustStock,
  changeBackorderStockStatuses,
  type Demand,
  receiveStock,
  replaceExpectedReceipts,
  reserveDemands,
} from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import { salesOrderCreationWriter } from '../../src/sales-orders/index.ts';
import { balanceOf, givenCustomer, givenItems, givenStock } from '../support/catalog.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { draft, type OrderOverrides, orderRequest } from '../support/orders.ts';
import { openTransaction, openTwoProcesses, type TwoProcesses } from '../support/two-processes.ts';

let processes: TwoProcesses;
let db: Db;
let other: Db;

beforeAll(async () => {
  processes = await openTwoProcesses();
  ({ db, other } = processes);
});

afterAll(async () => {
  await expectLedgerConsistent(db);
  await processes.close();
});

async function winery() {
  const customerNo = await givenCustomer(db);
  await givenItems(db, customerNo, [{ itemNo: 'WINE-1' }]);
  return customerNo;
}

const arrival = (customerNo: string, quantity: number, warehouse = 'APC01', status = 'GOOD-NO-TX') => [
  {
    posting: {
      customerNo,
      itemNo: 'WINE-1',
      warehouse,
      status,
      quantity,
      type: 'Inventory Adjustment' as const,
      reference: 'FOUND',
      subject: uuidv7(),
      occurredAt: Temporal.Now.instant(),
      itemDescription: 'Wine',
      itemUnit: '750',
    },
  },
];

const anywhere: OrderOverrides = { ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' } };

const statusOf = async (customerNo: string, orderId: string) =>
  (
    await db.rows<{ status: string; warehouse: string }>(
      'select status, warehouse from sales_orders where customer_no = $1 and order_id = $2',
      [customerNo, orderId],
    )
  )[0];

test.each<[string, OrderOverrides, boolean]>([
  ['at a warehouse that had stock before', {}, true],
  ['where there never was any', {}, false],
  ['at a warehouse of its choice, where there never was any', anywhere, false],
])('a backordered order gets stock that arrives later: %s', async (_, overrides, hadStock) => {
  const customerNo = await winery();
  if (hadStock) await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 1 }]);
  const order = draft(customerNo, orderRequest({ ...overrides, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }));
  const placing = await openTransaction(db, (tx) => salesOrderCreationWriter.write(tx, [order]));
  const receiving = other.write((tx) => receiveStock(tx, arrival(customerNo, 2)));
  await untilBlocked(db);
  await placing.commit();
  expect(await receiving).toMatchObject([{ subject: order.reference }]);
  expect(await statusOf(customerNo, order.reference)).toEqual({ status: 'RECEIVED', warehouse: 'APC01' });
});

test.each<[string, OrderOverrides, boolean]>([
  ['at a warehouse that had stock before', {}, true],
  ['where there never was any', {}, false],
  ['at a warehouse of its choice, where there never was any', anywhere, false],
])('an order created while stock is being posted is reserved: %s', async (_, overrides, hadStock) => {
  const customerNo = await winery();
  if (hadStock) await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 1 }]);
  const order = draft(customerNo, orderRequest({ ...overrides, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }));
  const receiving = await openTransaction(other, (tx) => receiveStock(tx, arrival(customerNo, 2)));
  const placing = db.write((tx) => salesOrderCreationWriter.write(tx, [order]));
  await untilBlocked(db);
  await receiving.commit();
  await placing;
  expect(await statusOf(customerNo, order.reference)).toEqual({ status: 'RECEIVED', warehouse: 'APC01' });
});

test('a backordered order moves to where stock is expected, when both are accepted at the same time', async () => {
  const customerNo = await winery();
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 2 }];
  const order = draft(customerNo, orderRequest({ ...anywhere, ItemsInfo }));
  const document = { customerNo, subject: uuidv7() };
  const expectation = { ...document, itemNo: 'WINE-1', warehouse: 'COB01', status: 'GOOD-NO-TX', line: 1, ordered: 5 };
  const placing = await openTransaction(db, (tx) => salesOrderCreationWriter.write(tx, [order]));
  const announcing = other.write((tx) => replaceExpectedReceipts(tx, [{ document, expectations: [expectation] }]));
  await untilBlocked(db);
  await placing.commit();
  await announcing;
  expect(await statusOf(customerNo, order.reference)).toEqual({ status: 'ON INV HOLD', warehouse: 'COB01' });
});

/** An order that may ship from anywhere and has the only two units reserved at APC01, and the loss of one of them. */
async function orderThatLosesStock() {
  const customerNo = await winery();
  await givenStock(db, customerNo, [{ itemNo: 'WINE-1', quantity: 2 }]);
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 2 }];
  const order = draft(customerNo, orderRequest({ ...anywhere, ItemsInfo }));
  await db.write((tx) => salesOrderCreationWriter.write(tx, [order]));
  const loss = {
    customerNo,
    reference: uuidv7(),
    operation: 'test',
    actor: 'tester',
    warehouse: 'APC01',
    status: 'GOOD-NO-TX',
    reasonCode: 'BROKEN',
    items: [{ itemNo: 'WINE-1', quantity: -1 }],
  };
  return { customerNo, order, loss };
}

test('an order that loses its stock gets stock that arrives at the same time, where there never was any', async () => {
  const { customerNo, order, loss } = await orderThatLosesStock();
  const losing = await openTransaction(db, (tx) => adjustStock(tx, [loss]));
  const receiving = other.write((tx) => receiveStock(tx, arrival(customerNo, 2, 'COB01')));
  await Promise.race([untilBlocked(db), receiving]);
  await losing.commit();
  expect(await receiving).toMatchObject([{ subject: order.reference, warehouse: 'COB01' }]);
  expect(await statusOf(customerNo, order.reference)).toEqual({ status: 'RECEIVED', warehouse: 'COB01' });
});

test('an order that loses its stock while other stock is being posted moves there', async () => {
  const { customerNo, order, loss } = await orderThatLosesStock();
  const receiving = await openTransaction(other, (tx) => receiveStock(tx, arrival(customerNo, 2, 'COB01')));
  const losing = db.write((tx) => adjustStock(tx, [loss]));
  await Promise.race([untilBlocked(db), losing]);
  await receiving.commit();
  await losing;
  expect(await statusOf(customerNo, order.reference)).toEqual({ status: 'RECEIVED', warehouse: 'COB01' });
});

test.each(['the change', 'the receipt'])(
  'a backordered order gets stock in a status that it may draw now: %s first',
  async (first) => {
    const customerNo = await winery();
    const order = draft(customerNo, orderRequest({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }));
    await db.write((tx) => salesOrderCreationWriter.write(tx, [order]));
    const statuses = ['GOOD-NO-TX', 'DMGD-NO-TX'];
    const lines = [{ itemNo: 'WINE-1', status: 'GOOD-NO-TX', statuses, quantity: 2 }];
    const change = (tx: Tx) => changeBackorderStockStatuses(tx, [{ customerNo, subject: order.reference, lines }]);
    const receive = (tx: Tx) => receiveStock(tx, arrival(customerNo, 2, 'APC01', 'DMGD-NO-TX'));
    const [open, follow] = first === 'the change' ? [change, receive] : [receive, change];
    const opened = await openTransaction<unknown>(db, open);
    const following = other.write<unknown>(follow);
    await Promise.race([untilBlocked(db), following]);
    await opened.commit();
    await following;
    expect(await statusOf(customerNo, order.reference)).toEqual({ status: 'RECEIVED', warehouse: 'APC01' });
  },
);

test('an uncommitted balance of another backorder does not hide stock', async () => {
  const customerNo = await winery();
  const wants = (subject: string): Demand => ({
    customerNo,
    subject,
    rank: 2,
    queuedAt: Temporal.Now.instant(),
    warehouse: { choices: ['COB01', 'APC01'] },
    lines: [{ itemNo: 'WINE-1', status: 'GOOD-NO-TX', quantity: 2 }],
  });
  const [first, second] = [uuidv7(), uuidv7()];
  const waiting = await openTransaction(db, (tx) => reserveDemands(tx, [wants(first)]));
  // Creates the balance at APC01 without stock.
  await other.write((tx) =>
    reserveDemands(tx, [{ ...wants(second), warehouse: { named: 'APC01' }, queuedAt: Temporal.Now.instant() }]),
  );
  const receiving = other.write((tx) => receiveStock(tx, arrival(customerNo, 2)));
  await untilBlocked(db);
  await waiting.commit();
  expect(await receiving).toMatchObject([{ subject: first, warehouse: 'APC01' }]);
  expect(await balanceOf(db, customerNo, 'WINE-1')).toMatchObject({ onHand: 2, reserved: 2, backOrdered: 2 });
  await db.rows('delete from demands where customer_no = $1', [customerNo]);
  await db.rows('update balances set reserved = 0, back_ordered = 0 where customer_no = $1', [customerNo]);
});
