/**
 * Receives purchase orders: what the warehouse calls when goods have been counted in.
 *
 * Guarantee: in one transaction what arrived is posted to the ledger (`Purchase Order`), counts against the order's
 * lines, no longer counts as inbound, and goes to those who wait for it.
 */

import { receiveStock, removeExpectations } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import {
  type LineArrival,
  type PurchaseOrder,
  type PurchaseOrderReceiptLine,
  type PurchaseOrderStatus,
  planArrivals,
  statusAfter,
} from './purchase-order.ts';
import { addPurchaseOrderArrivals, lockPurchaseOrders } from './purchase-order-store.ts';

export interface PurchaseOrderReceipt extends CommandContext {
  readonly customerReferenceNo: string;
  /** What has arrived; absent: everything that is still open, as ordered. */
  readonly lines: readonly PurchaseOrderReceiptLine[] | undefined;
}

export interface PurchaseOrderReceived {
  readonly reference: string;
  readonly purchaseOrderNumber: string;
  readonly status: PurchaseOrderStatus;
  /** What this receipt posted. */
  readonly lines: readonly LineArrival[];
}

interface Received {
  readonly receipt: PurchaseOrderReceipt;
  readonly order: PurchaseOrder;
  readonly arrivals: readonly LineArrival[];
  readonly status: PurchaseOrderStatus;
  readonly at: Temporal.Instant;
}

/**
 * One outcome per receipt, in their order. No two may be of one order. Refusals, in this order: 404 `NotFound`, 403
 * `StateForbids` (CANCELED, CLOSED or RECEIVED), then the faults of the lines (`NotOnOrder`, `NothingOpen`).
 */
export async function receivePurchaseOrders(
  tx: Tx,
  receipts: readonly PurchaseOrderReceipt[],
): Promise<Outcome<PurchaseOrderReceived>[]> {
  const now = await customerTimes(tx, [...new Set(receipts.map((receipt) => receipt.customerNo))]);
  const orders = await lockPurchaseOrders(tx, receipts);
  const outcomes = new Map<PurchaseOrderReceipt, Outcome<PurchaseOrderReceived>>();
  const received: Received[] = [];
  for (const [index, receipt] of receipts.entries()) {
    const order = orders[index];
    if (order === undefined) {
      outcomes.set(receipt, refuse('NotFound', `there is no purchase order ${receipt.customerReferenceNo}`));
      continue;
    }
    const plan = planArrivals(order, receipt.lines);
    if ('refused' in plan) {
      outcomes.set(receipt, plan);
      continue;
    }
    const status = statusAfter(order, plan.done);
    received.push({ receipt, order, arrivals: plan.done, status, at: now(receipt.customerNo) });
  }
  await post(tx, received);
  for (const { receipt, order, arrivals, status, at } of received) {
    const { purchaseOrderNumber } = order;
    outcomes.set(receipt, { done: { reference: receipt.reference, purchaseOrderNumber, status, lines: arrivals } });
    appendLog(tx, receipt, {
      kind: 'purchase_order.received',
      subject: order.orderId,
      occurredAt: at,
      data: {
        customerReferenceNo: order.customerReferenceNo,
        purchaseOrderNumber,
        warehouse: order.warehouse,
        status,
        lines: arrivals.map(({ itemNo, quantity, status: inventoryStatus }) => ({ itemNo, quantity, inventoryStatus })),
      },
    });
  }
  return receipts.map((receipt) => assertPresent(outcomes.get(receipt), 'the outcome of a receipt'));
}

/** Ledger, lines and statuses. The orders are locked; the ledger locks who waits and the balances. */
async function post(tx: Tx, received: readonly Received[]): Promise<void> {
  if (received.length === 0) return;
  const skus = await readSkus(
    tx,
    received.flatMap(({ order, arrivals }) => arrivals.map(({ itemNo }) => ({ customerNo: order.customerNo, itemNo }))),
  );
  await receiveStock(
    tx,
    received.flatMap((receipt) =>
      receipt.arrivals.map((arrival) => {
        const key = skuKeyText({ customerNo: receipt.order.customerNo, itemNo: arrival.itemNo });
        const sku = assertPresent(skus.get(key), `the item ${arrival.itemNo} of a purchase order`);
        return { line: arrival.line, posting: postingOf(receipt, arrival, sku) };
      }),
    ),
  );
  await addPurchaseOrderArrivals(
    tx,
    received.map(({ order, arrivals, status }) => ({
      customerNo: order.customerNo,
      orderId: order.orderId,
      status,
      arrivals,
    })),
  );
  const complete = received.filter(({ status }) => status === 'RECEIVED');
  if (complete.length === 0) return;
  await removeExpectations(
    tx,
    complete.map(({ order }) => ({ customerNo: order.customerNo, subject: order.orderId })),
  );
}

function postingOf({ order, at }: Received, arrival: LineArrival, sku: Sku) {
  return {
    customerNo: order.customerNo,
    itemNo: arrival.itemNo,
    warehouse: order.warehouse,
    status: arrival.status,
    quantity: arrival.quantity,
    type: 'Purchase Order' as const,
    reference: order.customerReferenceNo,
    subject: order.orderId,
    occurredAt: at,
    poNumber: order.purchaseOrderNumber,
    itemDescription: sku.description,
    itemUnit: sku.uom,
    alcoholPercentage: sku.alcoholByVolume,
  };
}

/** The lane's writer of receipts. */
export const purchaseOrderReceipts: BatchWriter<PurchaseOrderReceipt, PurchaseOrderReceived> = {
  name: 'purchase-orders.receive',
  maxItems: 50,
  customerNo: (receipt) => receipt.customerNo,
  identities: (receipt) => [`purchase order\t${receipt.customerReferenceNo}`],
  write: receivePurchaseOrders,
};
