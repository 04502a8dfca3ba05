/** What changes of a purchase order have in common: who asks, under which reference, which order is meant. */
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { type PurchaseOrder, requireOpenPurchaseOrder } from './purchase-order.ts';
import { lockPurchaseOrders, type PurchaseOrderName } from './purchase-order-store.ts';

/** A request to change an order. */
export interface PurchaseOrderChange {
  readonly name: PurchaseOrderName;
  /** The reference made for this request. */
  readonly reference: string;
  readonly operation: string;
  readonly actor: string;
  /** Names of properties that the caller sent and nobody knows, for the log. */
  readonly unknownProperties: readonly string[];
}

/** The reference of the request that changed the order. */
export interface PurchaseOrderChanged {
  readonly reference: string;
}

/** The order as the caller named it. */
export function purchaseOrderNameText(name: PurchaseOrderName): string {
  return 'customerReferenceNo' in name ? name.customerReferenceNo : name.purchaseOrderNumber;
}

/** A name that two changes of one set must not share. */
export function changeIdentities({ name }: PurchaseOrderChange): string[] {
  return [`purchase order\t${purchaseOrderNameText(name)}`];
}

/** What every change says of itself in the log. */
export function logOf(request: PurchaseOrderChange, order: PurchaseOrder, at: Temporal.Instant) {
  const { reference, operation, actor, unknownProperties } = request;
  return {
    customerNo: order.customerNo,
    subject: order.orderId,
    reference,
    occurredAt: at,
    operation,
    actor,
    data: {
      customerReferenceNo: order.customerReferenceNo,
      purchaseOrderNumber: order.purchaseOrderNumber,
      ...(unknownProperties.length > 0 ? { unknownProperties } : {}),
    },
  };
}

/** 404 for an order that does not exist. */
export function purchaseOrderNotFound(name: PurchaseOrderName): Outcome<never> {
  return refuse('NotFound', `there is no purchase order ${purchaseOrderNameText(name)}`);
}

/**
 * Finds and locks the orders meant, sorted. One outcome per request: the order under its lock, or a refusal, in order of
 * precedence: `NotFound`, `StateForbids` naming the state.
 */
export async function lockOpenPurchaseOrders(
  tx: Tx,
  requests: readonly PurchaseOrderChange[],
  verb: 'updated' | 'canceled',
): Promise<Outcome<PurchaseOrder>[]> {
  const orders = await lockPurchaseOrders(
    tx,
    requests.map((request) => request.name),
  );
  return requests.map(({ name }, index) => {
    const order = orders[index];
    return order === undefined ? purchaseOrderNotFound(name) : requireOpenPurchaseOrder(order, verb);
  });
}
