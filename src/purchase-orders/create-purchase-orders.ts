/** Creates purchase orders in batches. Every line counts as inbound at the receiving warehouse from the same commit on. */
import { type ChangeReference, documentKeyOfOrder, type OrderCreation } from '../documents/index.ts';
import { replaceExpectedReceipts } from '../inventory/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import {
  checkPurchaseOrderItems,
  computePickupAddressWarnings,
  expectedReceiptsOfPurchaseOrder,
  type PurchaseOrderDraft,
} from './purchase-order.ts';
import { numberedPurchaseOrderStore } from './purchase-order-changes.ts';
import { insertPurchaseOrders } from './purchase-order-store.ts';

/** A request to create a purchase order, for the write queue. */
export type PurchaseOrderCreation = OrderCreation<PurchaseOrderDraft>;

/**
 * One outcome per creation, in their order; no two may share customer and CustomerReferenceNo. Refusals, in order of
 * precedence: `DuplicatePurchaseOrder` (the reference belongs to an order with other content), then the faults of the items
 * (`UnknownItem`, `RetiredItem`, `ItemNotStored`).
 */
export async function createPurchaseOrders(
  tx: Tx,
  creations: readonly PurchaseOrderCreation[],
): Promise<Outcome<ChangeReference>[]> {
  return await numberedPurchaseOrderStore.create(tx, creations, {
    accept: ({ draft }, skuOf): Outcome<PurchaseOrderDraft> => {
      const faults = checkPurchaseOrderItems(draft.lines, skuOf);
      return faults.length > 0 ? refuseFaults(faults) : { ok: draft };
    },
    write: async (created) => {
      const orders = created.map((each) => ({ ...each, draft: each.accepted }));
      insertPurchaseOrders(tx, orders);
      await replaceExpectedReceipts(
        tx,
        orders.map((order) => ({
          document: documentKeyOfOrder(order),
          expectations: expectedReceiptsOfPurchaseOrder(order, order.draft),
        })),
      );
      for (const { creation, draft, createdAt, ...order } of orders) {
        const { customerReferenceNo, warehouse, inventoryStatus } = draft;
        const warnings = computePickupAddressWarnings(draft);
        numberedPurchaseOrderStore.record(tx, 'created', { ...order, customerReferenceNo }, createdAt, creation, {
          warehouse,
          inventoryStatus,
          lines: draft.lines.map(({ itemNo, quantity }) => ({ itemNo, quantity })),
          ...(warnings.length > 0 ? { warnings } : {}),
        });
      }
    },
  });
}

export const purchaseOrderCreationWriter: BatchWriter<PurchaseOrderCreation, ChangeReference> = {
  name: 'purchase-orders.create',
  maxItems: 100,
  customerNo: (creation) => creation.customerNo,
  identities: (creation) => [`purchase order\t${creation.draft.customerReferenceNo}`],
  write: createPurchaseOrders,
};
