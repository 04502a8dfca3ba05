/**
 * Creates, identifies, locks and logs purchase orders with the shared functions of numbered orders; common parts of
 * their changes.
 */
import { createNumberedOrderStore, type NumberedOrderName } from '../documents/index.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { PurchaseOrder } from './purchase-order.ts';
import { lockPurchaseOrders } from './purchase-order-store.ts';

export const numberedPurchaseOrderStore = createNumberedOrderStore({
  kind: 'purchase order',
  numberPrefix: 'PO',
  referenceField: 'OrderInfo.CustomerReferenceNo',
  duplicateCode: 'DuplicatePurchaseOrder',
});

/** A request to change one order. */
export interface PurchaseOrderChange extends CommandContext {
  readonly name: NumberedOrderName;
}

/** Finds and locks the orders, in sorted order; one outcome per change: the order, or `NotFound`. */
export async function lockRequestedPurchaseOrders(
  tx: Tx,
  changes: readonly PurchaseOrderChange[],
): Promise<Outcome<PurchaseOrder>[]> {
  return await numberedPurchaseOrderStore.lock(
    tx,
    changes.map(({ name }) => name),
    lockPurchaseOrders,
  );
}

/** `lockRequestedPurchaseOrders`, with `StateForbids` for orders that are not OPEN. `verb`: for the text of the refusal. */
export const lockRequestedOpenPurchaseOrders =
  (verb: 'updated' | 'canceled') =>
  async (tx: Tx, changes: readonly PurchaseOrderChange[]): Promise<Outcome<PurchaseOrder>[]> =>
    (await lockRequestedPurchaseOrders(tx, changes)).map((outcome) =>
      'refused' in outcome ? outcome : numberedPurchaseOrderStore.requireStatus(outcome.ok, ['OPEN'], verb),
    );
