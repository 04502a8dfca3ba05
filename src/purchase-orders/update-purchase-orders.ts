/**
 * Updates open purchase orders, many at once (interface: UpdatePurchaseOrder; decisions 4, 6, 9, 10, 11).
 *
 * An update is laid over the order and the whole is judged as a new one would be. When lines, warehouse or status change,
 * what the order announces is replaced in the same transaction.
 */
import { replaceExpectations } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import {
  changeIdentities,
  lockOpenPurchaseOrders,
  logPurchaseOrder,
  type PurchaseOrderChange,
  type PurchaseOrderChanged,
} from './change.ts';
import {
  emptyDetails,
  expectationsOf,
  type PurchaseOrder,
  type PurchaseOrderDetails,
  type PurchaseOrderDraft,
  pickupWarnings,
  purchaseItemFaults,
} from './purchase-order.ts';
import { addReferences } from './purchase-order-identity-store.ts';
import { readPurchaseOrderDetails, savePurchaseOrders } from './purchase-order-store.ts';
import {
  changedPurchaseOrderFields,
  checkPurchaseOrder,
  mergePurchaseOrder,
  type PurchaseOrderPatch,
  toPurchaseOrderDraft,
  toPurchaseOrderRequest,
} from './request-mapping.ts';

export interface PurchaseOrderUpdate extends PurchaseOrderChange {
  readonly patch: PurchaseOrderPatch;
}

/** An order as it is to be. */
interface Merged {
  readonly update: PurchaseOrderUpdate;
  readonly order: PurchaseOrder;
  readonly draft: PurchaseOrderDraft;
  readonly changed: readonly string[];
}

/**
 * One outcome per update, in their order; two of one order, however it is named, follow each other. Refusals, in order of
 * precedence: 404 `NotFound`, 403 `StateForbids` naming the state, then all faults of the order that would come of it.
 */
export async function updatePurchaseOrders(
  tx: Tx,
  updates: readonly PurchaseOrderUpdate[],
): Promise<Outcome<PurchaseOrderChanged>[]> {
  const outcomes = new Map<PurchaseOrderUpdate, Outcome<PurchaseOrderChanged>>();
  let open = updates;
  while (open.length > 0) open = await updateFirstPerOrder(tx, open, outcomes);
  return updates.map((update) => assertPresent(outcomes.get(update), 'the outcome of an update'));
}

/** Does the first update of each order; answers those that must wait for it. */
async function updateFirstPerOrder(
  tx: Tx,
  updates: readonly PurchaseOrderUpdate[],
  outcomes: Map<PurchaseOrderUpdate, Outcome<PurchaseOrderChanged>>,
): Promise<PurchaseOrderUpdate[]> {
  const locked = await lockOpenPurchaseOrders(tx, updates, 'updated');
  const later: PurchaseOrderUpdate[] = [];
  const found = new Map<string, { update: PurchaseOrderUpdate; order: PurchaseOrder }>();
  for (const [index, update] of updates.entries()) {
    const outcome = assertPresent(locked[index], 'the outcome of a lock');
    if ('refused' in outcome) outcomes.set(update, outcome);
    else if (found.has(outcome.done.orderId)) later.push(update);
    else found.set(outcome.done.orderId, { update, order: outcome.done });
  }
  const entries = [...found.values()];
  const documents = await readPurchaseOrderDetails(
    tx,
    entries.map(({ order }) => order),
  );
  const skus = await readSkus(
    tx,
    entries.flatMap(({ update, order: { customerNo } }) =>
      (update.patch.ItemsInfo ?? []).map(({ ItemNo }) => ({ customerNo, itemNo: ItemNo })),
    ),
  );
  const merged: Merged[] = [];
  for (const { update, order } of entries) {
    const outcome = merge(update, order, documents.get(order.orderId) ?? emptyDetails, skus);
    if ('refused' in outcome) outcomes.set(update, outcome);
    else {
      merged.push(outcome.done);
      outcomes.set(update, { done: { reference: update.reference } });
    }
  }
  await write(tx, merged);
  return later;
}

/** Pure. */
function merge(
  update: PurchaseOrderUpdate,
  order: PurchaseOrder,
  document: PurchaseOrderDetails,
  skus: ReadonlyMap<string, Sku>,
): Outcome<Merged> {
  const { customerNo } = order;
  const before = toPurchaseOrderRequest(order, document);
  const after = mergePurchaseOrder(before, update.patch);
  const draft = toPurchaseOrderDraft(after);
  const known = new Set(order.lines.map((line) => line.itemNo));
  const faults = [
    ...checkUnchangedReference(update.patch, order),
    ...checkPurchaseOrder(after),
    ...purchaseItemFaults(draft.lines, (itemNo) => skus.get(skuKeyText({ customerNo, itemNo })), known),
  ];
  if (faults.length > 0) return refuseFaults(faults);
  return { done: { update, order, draft, changed: changedPurchaseOrderFields(before, after) } };
}

/** Named by its number, another CustomerReferenceNo beside it is a contradiction: an order keeps its name. */
function checkUnchangedReference(patch: PurchaseOrderPatch, order: PurchaseOrder): Fault[] {
  const named = patch.OrderInfo?.CustomerReferenceNo;
  if (named === undefined || named === order.customerReferenceNo) return [];
  const message = `is not the reference of purchase order ${order.purchaseOrderNumber}, which is ${order.customerReferenceNo}`;
  return [{ field: 'OrderInfo.CustomerReferenceNo', code: 'Conflict', message }];
}

const expectationFields: readonly string[] = [
  'OrderInfo.ReceiveToLocation',
  'OrderInfo.InventoryStatusCode',
  'ItemsInfo',
];

async function write(tx: Tx, merged: readonly Merged[]): Promise<void> {
  if (merged.length === 0) return;
  await savePurchaseOrders(
    tx,
    merged.map(({ order: { customerNo, orderId }, draft, changed }) => ({
      customerNo,
      orderId,
      draft,
      newLines: changed.includes('ItemsInfo'),
    })),
  );
  await addReferences(
    tx,
    merged.map(({ update: { reference }, order: { customerNo, orderId } }) => ({ customerNo, orderId, reference })),
  );
  await replaceExpectations(
    tx,
    merged
      .filter(({ changed }) => changed.some((field) => expectationFields.includes(field)))
      .map(({ order, draft }) => ({
        document: { customerNo: order.customerNo, subject: order.orderId },
        expectations: expectationsOf(order, draft),
      })),
  );
  const now = await customerTimes(tx, [...new Set(merged.map(({ order }) => order.customerNo))]);
  for (const { update, order, draft, changed } of merged) {
    const warnings = pickupWarnings(draft);
    logPurchaseOrder(tx, update, order, {
      kind: 'purchase_order.updated',
      occurredAt: now(order.customerNo),
      data: {
        changed,
        ...(changed.includes('ItemsInfo')
          ? { lines: draft.lines.map(({ itemNo, quantity }) => ({ itemNo, quantity })) }
          : {}),
        ...(warnings.length > 0 ? { warnings } : {}),
      },
    });
  }
}

/** The lane's writer of UpdatePurchaseOrder. */
export const purchaseOrderUpdates: BatchWriter<PurchaseOrderUpdate, PurchaseOrderChanged> = {
  name: 'purchase-orders.update',
  maxItems: 100,
  customerNo: (update) => update.name.customerNo,
  identities: changeIdentities,
  write: updatePurchaseOrders,
};
