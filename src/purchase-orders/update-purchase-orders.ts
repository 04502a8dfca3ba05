/**
 * Updates open purchase orders in batches (interface: UpdatePurchaseOrder; decisions 4, 6, 9, 10, 11).
 *
 * An update is merged into the order, and the result is validated like a new order, but for items that the order has already.
 * When lines, warehouse or inventory status change, the inbound stock of the order is replaced in the same transaction.
 */
import {
  applyChangesInRounds,
  documentKeyOfOrder,
  type LockedChange,
  type OrderChangeResult,
  staleLinesRefusal,
} from '../documents/index.ts';
import { replaceExpectedReceipts } from '../inventory/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, okValuesOf, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import {
  checkPurchaseOrderItems,
  computePickupAddressWarnings,
  expectedReceiptsOfPurchaseOrder,
  type PurchaseOrder,
  type PurchaseOrderDetails,
  type PurchaseOrderDraft,
  purchaseLinesVersionOf,
} from './purchase-order.ts';
import {
  lockRequestedOpenPurchaseOrders,
  numberedPurchaseOrderStore,
  type PurchaseOrderChange,
} from './purchase-order-changes.ts';
import { readPurchaseOrderDetails, savePurchaseOrders } from './purchase-order-store.ts';
import {
  checkPurchaseOrderRequest,
  diffPurchaseOrderFields,
  mergePurchaseOrderUpdate,
  type PurchaseOrderPatch,
  purchaseOrderAsRequest,
  toPurchaseOrderDraft,
} from './request-mapping.ts';

/** A request to update a purchase order, for the write queue. */
export interface PurchaseOrderUpdate extends PurchaseOrderChange {
  readonly patch: PurchaseOrderPatch;
  /** The version of the lines that it was made for; absent: any. */
  readonly expectedLines?: string | undefined;
}

/** An order with its content after the update. */
interface MergedOrder {
  readonly update: PurchaseOrderUpdate;
  readonly order: PurchaseOrder;
  readonly draft: PurchaseOrderDraft;
  /** Names of the changed fields. */
  readonly changed: readonly string[];
}

/**
 * One outcome per update, in their order; several updates of one order are applied one after the other. Refusals, in order of
 * precedence: `NotFound`, `StateForbids` unless the order is OPEN and has the expected lines, then all faults of the merged
 * order.
 */
async function updatePurchaseOrders(
  tx: Tx,
  updates: readonly PurchaseOrderUpdate[],
): Promise<Outcome<OrderChangeResult>[]> {
  return await applyChangesInRounds(tx, updates, lockRequestedOpenPurchaseOrders('updated'), (entries) =>
    applyUpdates(tx, entries),
  );
}

async function applyUpdates(
  tx: Tx,
  entries: readonly LockedChange<PurchaseOrderUpdate, PurchaseOrder>[],
): Promise<Outcome<OrderChangeResult>[]> {
  const details = await readPurchaseOrderDetails(
    tx,
    entries.map(({ order }) => order),
  );
  const skus = await readSkus(
    tx,
    entries.flatMap(({ change, order: { customerNo } }) =>
      (change.patch.ItemsInfo ?? []).map(({ ItemNo }) => ({ customerNo, itemNo: ItemNo })),
    ),
  );
  const merged = entries.map(({ change, order }) => merge(change, order, details.get(order.orderId), skus));
  await write(tx, okValuesOf(merged));
  return merged.map((outcome) => {
    if ('refused' in outcome) return outcome;
    const { update, order } = outcome.ok;
    return { ok: { reference: update.reference, orderId: order.orderId } };
  });
}

/** Pure. `details` are undefined after they were erased. */
function merge(
  update: PurchaseOrderUpdate,
  order: PurchaseOrder,
  details: PurchaseOrderDetails | undefined,
  skus: ReadonlyMap<string, Sku>,
): Outcome<MergedOrder> {
  const { customerNo } = order;
  const otherLines = staleLinesRefusal(
    `purchase order ${order.number}`,
    purchaseLinesVersionOf(order),
    update.expectedLines,
  );
  if (otherLines !== undefined) return otherLines;
  const before = purchaseOrderAsRequest(order, details);
  const after = mergePurchaseOrderUpdate(before, update.patch);
  const draft = toPurchaseOrderDraft(after);
  const known = new Set(order.lines.map((line) => line.itemNo));
  const faults = [
    ...checkUnchangedReference(update.patch, order),
    ...checkPurchaseOrderRequest(after),
    ...checkPurchaseOrderItems(draft.lines, (itemNo) => skus.get(formatSkuKey({ customerNo, itemNo })), known),
  ];
  if (faults.length > 0) return refuseFaults(faults);
  return { ok: { update, order, draft, changed: diffPurchaseOrderFields(before, after) } };
}

/** When PurchaseOrderNumber names the order, a different CustomerReferenceNo is a conflict: it never changes. */
function checkUnchangedReference(patch: PurchaseOrderPatch, order: PurchaseOrder): Fault[] {
  const reference = patch.OrderInfo?.CustomerReferenceNo;
  if (reference === undefined || reference === order.customerReferenceNo) return [];
  const message = `is not the reference of purchase order ${order.number}, which is ${order.customerReferenceNo}`;
  return [{ field: 'OrderInfo.CustomerReferenceNo', code: 'Conflict', message }];
}

/** Fields that change the inbound stock. */
const expectationFields: readonly string[] = [
  'OrderInfo.ReceiveToLocation',
  'OrderInfo.InventoryStatusCode',
  'ItemsInfo',
];

async function write(tx: Tx, merged: readonly MergedOrder[]): Promise<void> {
  if (merged.length === 0) return;
  savePurchaseOrders(
    tx,
    merged.map(({ order: { customerNo, orderId }, draft, changed }) => ({
      customerNo,
      orderId,
      draft,
      hasNewLines: changed.includes('ItemsInfo'),
    })),
  );
  numberedPurchaseOrderStore.addReferences(
    tx,
    merged.map(({ update: { reference }, order }) => ({ ...order, reference })),
  );
  await replaceExpectedReceipts(
    tx,
    merged
      .filter(({ changed }) => changed.some((field) => expectationFields.includes(field)))
      .map(({ order, draft }) => ({
        document: documentKeyOfOrder(order),
        expectations: expectedReceiptsOfPurchaseOrder(order, draft),
      })),
  );
  const timeOf = await readCustomerClockLookup(
    tx,
    merged.map(({ order }) => order.customerNo),
  );
  for (const { update, order, draft, changed } of merged) {
    const lines = draft.lines.map(({ itemNo, quantity }) => ({ itemNo, quantity }));
    const warnings = computePickupAddressWarnings(draft);
    numberedPurchaseOrderStore.record(tx, 'updated', order, timeOf(order.customerNo), update, {
      changed,
      ...(changed.includes('ItemsInfo') ? { lines } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
    });
  }
}

export const purchaseOrderUpdateWriter: BatchWriter<PurchaseOrderUpdate, OrderChangeResult> = {
  name: 'purchase-orders.update',
  maxItems: 100,
  customerNo: (update) => update.name.customerNo,
  identities: numberedPurchaseOrderStore.identitiesOf,
  write: updatePurchaseOrders,
};
