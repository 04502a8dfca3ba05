/**
 * Receives purchase orders, in batches. One transaction posts the received units to the ledger (`Purchase Order`), adds
 * them to the lines of the order, subtracts them from inbound stock, and allocates them to backorders.
 */
import {
  applyChangesInRounds,
  buildOrderPosting,
  type ChangeReference,
  countOpenReceiptsAfter,
  documentKeyOfOrder,
  type LockedChange,
  loadOrderSkuLookup,
  type OrderLineUnits,
  type ReceiptOrigin,
  type ReceivedItem,
} from '../documents/index.ts';
import { receiveStock, removeExpectedReceipts } from '../inventory/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  type PurchaseOrder,
  type PurchaseOrderStatus,
  planPurchaseArrivals,
  purchaseStatusAfterArrivals,
} from './purchase-order.ts';
import { numberedPurchaseOrderStore } from './purchase-order-changes.ts';
import { addPurchaseOrderArrivals, lockPurchaseOrders } from './purchase-order-store.ts';

/** A report of goods that arrived for a purchase order. */
export interface PurchaseOrderReceipt extends CommandContext, ReceiptOrigin {
  readonly customerReferenceNo: string;
  /** Absent: everything that is open, as ordered. */
  readonly lines: readonly ReceivedItem[] | undefined;
  /** Further data of its log entry. */
  readonly logged?: Readonly<Record<string, unknown>>;
}

export interface PurchaseOrderReceiptResult extends ChangeReference {
  readonly number: string;
  readonly status: PurchaseOrderStatus;
  /** The units that this receipt posted. */
  readonly lines: readonly OrderLineUnits[];
}

/** The name of the order alone: a receipt has a reference of its own, which names no order. */
const orderNameOf = ({ customerNo, customerReferenceNo }: PurchaseOrderReceipt) => ({
  customerNo,
  customerReferenceNo,
});

interface PlannedReceipt {
  readonly receipt: PurchaseOrderReceipt;
  readonly order: PurchaseOrder;
  readonly arrivals: readonly OrderLineUnits[];
  readonly status: PurchaseOrderStatus;
  /** Receipts that stay open. */
  readonly openReceipts: number;
  readonly at: Temporal.Instant;
}

/**
 * One outcome per receipt, in their order; several receipts of one order are posted one after the other. Refusals, in order of
 * precedence: `NotFound`, `StateForbids` (CANCELED, CLOSED or RECEIVED), the faults of the lines (`NotOnOrder`, `NothingOpen`),
 * `StateForbids` of a receipt without `source` while people receive it.
 */
export async function postPurchaseOrderReceipts(
  tx: Tx,
  receipts: readonly PurchaseOrderReceipt[],
): Promise<Outcome<PurchaseOrderReceiptResult>[]> {
  const timeOf = await readCustomerClockLookup(tx, receipts);
  const lock = (_: Tx, open: readonly PurchaseOrderReceipt[]) =>
    numberedPurchaseOrderStore.lock(tx, open.map(orderNameOf), lockPurchaseOrders);
  return await applyChangesInRounds(tx, receipts, lock, (entries) => receiveRound(tx, entries, timeOf));
}

async function receiveRound(
  tx: Tx,
  entries: readonly LockedChange<PurchaseOrderReceipt, PurchaseOrder>[],
  timeOf: (customerNo: string) => Temporal.Instant,
): Promise<Outcome<PurchaseOrderReceiptResult>[]> {
  const planned: PlannedReceipt[] = [];
  const outcomes = entries.map(({ change: receipt, order }): Outcome<PurchaseOrderReceiptResult> => {
    const plan = planPurchaseArrivals(order, receipt.lines);
    if ('refused' in plan) return plan;
    const remaining = countOpenReceiptsAfter('Purchase order', order, receipt.source);
    if ('refused' in remaining) return remaining;
    const openReceipts = remaining.ok;
    const [lines, status] = [plan.ok, purchaseStatusAfterArrivals(order, plan.ok, openReceipts)];
    planned.push({ receipt, order, arrivals: lines, status, openReceipts, at: timeOf(receipt.customerNo) });
    return { ok: { reference: receipt.reference, number: order.number, status, lines } };
  });
  await post(tx, planned);
  for (const { receipt, order, arrivals, status, at } of planned) {
    numberedPurchaseOrderStore.record(tx, 'received', order, at, receipt, {
      warehouse: order.warehouse,
      status,
      lines: arrivals.map(({ itemNo, quantity, status: inventoryStatus }) => ({ itemNo, quantity, inventoryStatus })),
      ...receipt.logged,
    });
  }
  return outcomes;
}

async function post(tx: Tx, planned: readonly PlannedReceipt[]): Promise<void> {
  if (planned.length === 0) return;
  const skuOf = await loadOrderSkuLookup(
    tx,
    planned.map(({ order: { customerNo }, arrivals }) => ({ customerNo, lines: arrivals })),
  );
  await receiveStock(
    tx,
    planned.flatMap((receipt) =>
      receipt.arrivals.map((arrival) => ({
        line: arrival.line,
        posting: buildOrderPosting(receipt, skuOf, arrival, {
          warehouse: receipt.order.warehouse,
          type: 'Purchase Order',
        }),
      })),
    ),
  );
  addPurchaseOrderArrivals(
    tx,
    planned.map(({ order: { customerNo, orderId }, arrivals, status, openReceipts }) => ({
      customerNo,
      orderId,
      status,
      arrivals,
      openReceipts,
    })),
  );
  const complete = planned.filter(({ status }) => status === 'RECEIVED');
  if (complete.length === 0) return;
  await removeExpectedReceipts(
    tx,
    complete.map(({ order }) => documentKeyOfOrder(order)),
  );
}

export const purchaseOrderReceiptWriter: BatchWriter<PurchaseOrderReceipt, PurchaseOrderReceiptResult> = {
  name: 'purchase-orders.receive',
  maxItems: 50,
  customerNo: (receipt) => receipt.customerNo,
  identities: (receipt) => numberedPurchaseOrderStore.identitiesOf({ name: orderNameOf(receipt) }),
  write: postPurchaseOrderReceipts,
};
