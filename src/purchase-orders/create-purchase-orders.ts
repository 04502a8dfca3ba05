/**
 * Creates purchase orders, as many at once as wait.
 *
 * Guarantee: of a customer's purchase orders that are not canceled no two have one CustomerReferenceNo. The same
 * creation again answers the first reference and writes nothing (decision 6). Every line counts as inbound at the
 * receiving warehouse from the same commit on.
 */

import { addExpectations } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSkus, skuKeyText } from '../skus/index.ts';
import {
  decideTaken,
  expectationsOf,
  type PurchaseOrderDraft,
  pickupWarnings,
  purchaseItemFaults,
  purchaseOrderContentHash,
} from './purchase-order.ts';
import {
  type Claim,
  claimReferences,
  referenceKeyText,
  releaseReferences,
  takeNumbers,
} from './purchase-order-identity-store.ts';
import { insertPurchaseOrders, type NewPurchaseOrder } from './purchase-order-store.ts';

/** Its reference is the order's id when it is created. */
export interface PurchaseOrderCreation extends CommandContext {
  readonly draft: PurchaseOrderDraft;
}

/** The reference of the request that created the order. */
export interface PurchaseOrderCreated {
  readonly reference: string;
}

const claimOf = ({ customerNo, reference, draft }: PurchaseOrderCreation): Claim => ({
  customerNo,
  customerReferenceNo: draft.customerReferenceNo,
  orderId: reference,
});

/**
 * One outcome per creation, in their order. No two may share customer and CustomerReferenceNo. Refusals, in this order:
 * `DuplicatePurchaseOrder` (the reference belongs to an order with other content), then the faults of the items
 * (`UnknownItem`, `RetiredItem`, `ItemNotStored`).
 */
export async function createPurchaseOrders(
  tx: Tx,
  creations: readonly PurchaseOrderCreation[],
): Promise<Outcome<PurchaseOrderCreated>[]> {
  const outcomes = new Map<PurchaseOrderCreation, Outcome<PurchaseOrderCreated>>();
  const hashes = new Map(creations.map((creation) => [creation, purchaseOrderContentHash(creation.draft)]));
  const hashOf = (creation: PurchaseOrderCreation) => assertPresent(hashes.get(creation), 'the hash of a creation');

  const taken = await claimReferences(tx, creations.map(claimOf));
  const unclaimed: PurchaseOrderCreation[] = [];
  for (const creation of creations) {
    const first = taken.get(referenceKeyText(claimOf(creation)));
    if (first === undefined) unclaimed.push(creation);
    else outcomes.set(creation, decideTaken(first, creation.draft, hashOf(creation)));
  }

  const accepted = unclaimed.length === 0 ? [] : await acceptCreations(tx, unclaimed, outcomes);
  if (accepted.length > 0) await write(tx, accepted, hashOf, outcomes);
  return creations.map((creation) => assertPresent(outcomes.get(creation), 'the outcome of a creation'));
}

async function write(
  tx: Tx,
  accepted: readonly PurchaseOrderCreation[],
  hashOf: (creation: PurchaseOrderCreation) => Buffer,
  outcomes: Map<PurchaseOrderCreation, Outcome<PurchaseOrderCreated>>,
): Promise<void> {
  const now = await customerTimes(tx, [...new Set(accepted.map((creation) => creation.customerNo))]);
  const numbers = await takeNumbers(
    tx,
    accepted.map((creation) => creation.customerNo),
  );
  const orders = accepted.map((creation, i): NewPurchaseOrder & { creation: PurchaseOrderCreation } => ({
    creation,
    customerNo: creation.customerNo,
    orderId: creation.reference,
    purchaseOrderNumber: numbers[i] as string,
    contentHash: hashOf(creation),
    draft: creation.draft,
    createdAt: now(creation.customerNo),
  }));
  await insertPurchaseOrders(tx, orders);
  await addExpectations(
    tx,
    orders.flatMap(({ customerNo, orderId, draft }) => expectationsOf({ customerNo, orderId }, draft)),
  );
  for (const order of orders) {
    logCreation(tx, order.creation, order);
    outcomes.set(order.creation, { done: { reference: order.orderId } });
  }
}

/** Those whose items are in order; the others are refused and give their names back. */
async function acceptCreations(
  tx: Tx,
  creations: readonly PurchaseOrderCreation[],
  outcomes: Map<PurchaseOrderCreation, Outcome<PurchaseOrderCreated>>,
): Promise<PurchaseOrderCreation[]> {
  const skus = await readSkus(
    tx,
    creations.flatMap(({ customerNo, draft }) => draft.lines.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const accepted: PurchaseOrderCreation[] = [];
  const refused: PurchaseOrderCreation[] = [];
  for (const creation of creations) {
    const { customerNo, draft } = creation;
    const faults = purchaseItemFaults(draft.lines, (itemNo) => skus.get(skuKeyText({ customerNo, itemNo })));
    if (faults.length === 0) accepted.push(creation);
    else {
      refused.push(creation);
      outcomes.set(creation, refuseFaults(faults));
    }
  }
  await releaseReferences(tx, refused.map(claimOf));
  return accepted;
}

function logCreation(tx: Tx, creation: PurchaseOrderCreation, order: NewPurchaseOrder): void {
  const { draft } = creation;
  const warnings = pickupWarnings(draft);
  appendLog(tx, creation, {
    kind: 'purchase_order.created',
    subject: order.orderId,
    occurredAt: order.createdAt,
    data: {
      customerReferenceNo: draft.customerReferenceNo,
      purchaseOrderNumber: order.purchaseOrderNumber,
      warehouse: draft.warehouse,
      inventoryStatus: draft.inventoryStatus,
      lines: draft.lines.map(({ itemNo, quantity }) => ({ itemNo, quantity })),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
  });
}

/** The lane's writer of CreatePurchaseOrder. */
export const purchaseOrderCreations: BatchWriter<PurchaseOrderCreation, PurchaseOrderCreated> = {
  name: 'purchase-orders.create',
  maxItems: 100,
  customerNo: (creation) => creation.customerNo,
  identities: (creation) => [`purchase order\t${creation.draft.customerReferenceNo}`],
  write: createPurchaseOrders,
};
