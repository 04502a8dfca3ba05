/**
 * The reference of the database alone: the rows of whole orders, written directly in batches without any decision.
 * Identities, orders, their details, reservations with their balances, due work and the log are the same rows as those of
 * an order received over HTTP.
 */

import { randomBytes } from 'node:crypto';
import { demandRanks, reserveDemands } from '../../src/inventory/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { scheduleDueWork } from '../../src/platform/due-work-store.ts';
import { appendLog } from '../../src/platform/log.ts';
import { claimSalesOrderIdentities, type SalesOrderIdentity } from '../../src/sales-orders/identity-store.ts';
import { insertOrderDetails, insertSalesOrders, type NewSalesOrder } from '../../src/sales-orders/order-store.ts';
import { parseOrderContent } from '../../src/sales-orders/request-mapping.ts';
import { orderNoOf, orderRequest, transmissionIdOf } from '../support/orders.ts';

/** The orders of one batch, which one transaction writes. */
const ordersPerBatch = 200;
/** Concurrent batches, each of its own customer. */
export const writers = 2;

/** Writes batches for a time. `nextNumber` returns order numbers; `written` is called with every committed order. */
export async function writeDirectly(
  db: Db,
  customerNos: readonly string[],
  seconds: number,
  nextNumber: () => number,
  written: (customerNo: string, n: number) => void,
): Promise<{ orders: number; seconds: number }> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let orders = 0;
  await Promise.all(
    customerNos.slice(0, writers).map(async (customerNo) => {
      while (performance.now() < until) {
        const numbers = Array.from({ length: ordersPerBatch }, nextNumber);
        await writeBatch(
          db,
          numbers.map((n) => newOrder(customerNo, n)),
        );
        for (const n of numbers) written(customerNo, n);
        orders += ordersPerBatch;
      }
    }),
  );
  return { orders, seconds: (performance.now() - startedAt) / 1000 };
}

const contentHash = randomBytes(32).toString('hex');
const template = parseOrderContent(orderRequest(0));

function newOrder(customerNo: string, n: number): NewSalesOrder {
  const now = Temporal.Now.instant();
  const { lines } = parseOrderContent(orderRequest(n));
  return {
    ...template,
    shipDays: '',
    customerNo,
    orderId: uuidv7(),
    orderNo: orderNoOf(n),
    status: 'RECEIVED',
    warehouseNamed: true,
    jitLabelId: undefined,
    acceptedAt: now,
    queuedAt: now,
    contentHash,
    details: { ...template.details, transmissionId: transmissionIdOf(n) },
    allocation: undefined,
    lines: lines.map((line, i) => ({
      ...line,
      line: i + 1,
      units: line.quantity,
      uom: '750',
      storage: 'service',
      status: 'GOOD-NO-TX',
    })),
  };
}

const identitiesOf = ({ customerNo, orderId, orderNo, details }: NewSalesOrder): SalesOrderIdentity[] => [
  { customerNo, kind: 1, name: orderNo, shipmentKey: '', orderId },
  { customerNo, kind: 2, name: details.transmissionId, shipmentKey: '', orderId },
];

async function writeBatch(db: Db, orders: readonly NewSalesOrder[]): Promise<void> {
  await db.write(async (tx) => {
    await claimSalesOrderIdentities(tx, orders.flatMap(identitiesOf));
    await reserveDemands(
      tx,
      orders.map(({ customerNo, orderId, queuedAt, warehouse, lines }) => ({
        customerNo,
        subject: orderId,
        rank: demandRanks.order,
        queuedAt,
        warehouse: { named: warehouse },
        lines: lines.map(({ itemNo, status, units }) => ({ itemNo, status, quantity: units })),
      })),
    );
    insertSalesOrders(tx, orders);
    insertOrderDetails(tx, orders);
    scheduleDueWork(
      tx,
      orders.map(({ customerNo, orderId, acceptedAt }) => ({
        customerNo,
        dueAt: acceptedAt,
        step: 'sales_order.process',
        subject: orderId,
      })),
    );
    for (const order of orders) {
      const operation = 'SalesOrder/CreateSalesOrder';
      const context = { customerNo: order.customerNo, reference: order.orderId, operation, actor: 'bench' };
      appendLog(tx, context, {
        kind: 'sales_order.accepted',
        subject: order.orderId,
        occurredAt: order.acceptedAt,
        data: {
          orderNo: order.orderNo,
          type: order.orderType,
          status: order.status,
          warehouse: order.warehouse,
          transmissionId: order.details.transmissionId,
        },
      });
    }
  });
}
