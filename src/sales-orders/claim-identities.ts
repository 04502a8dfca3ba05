/** Claims the identities of new orders, and decides what becomes of a draft whose identity is taken (decision 6). */

import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { describeDifferingFields, diffOrderContentFields, orderContentOf } from './content-differences.ts';
import type { OrderContent, SalesOrderDraft } from './draft.ts';
import {
  claimSalesOrderIdentities,
  claimSalesOrderIdentitiesOptimistically,
  formatSalesOrderIdentityKey,
  reassignSalesOrderIdentities,
  releaseSalesOrderIdentities,
  type SalesOrderIdentity,
  type TakenSalesOrderIdentity,
} from './identity-store.ts';
import type { Hold } from './order.ts';
import { describeOrderWarnings, validateDraftRecipient } from './order-acceptance.ts';
import { readOrderDetails, readSalesOrders } from './order-store.ts';

export interface SalesOrderCreationResult {
  /** The id of the order: the reference of this request, or of the first one when the order was sent before. */
  readonly reference: string;
  /** False when the order was accepted before. */
  readonly isNew: boolean;
  /** The sentences of `describeOrderWarnings`; the same when the order is sent again. */
  readonly warnings: readonly string[];
  /** The holds of a new order; absent when it was accepted before. */
  readonly holds?: readonly Hold[];
}

/** The identities of a draft: its OrderNo and shipment key, and its TransmissionId if it has one. */
export function salesOrderIdentitiesOfDraft(draft: SalesOrderDraft): SalesOrderIdentity[] {
  const { customerNo, reference: orderId, orderNo, shipmentKey } = draft;
  const identities: SalesOrderIdentity[] = [{ customerNo, kind: 1, name: orderNo, shipmentKey, orderId }];
  const { transmissionId } = draft.details;
  if (transmissionId !== '') identities.push({ customerNo, kind: 2, name: transmissionId, shipmentKey: '', orderId });
  return identities;
}

/**
 * Claims the drafts' identities and returns the drafts that are new (decision 6). The outcomes of the others are added to `outcomes`: a
 * draft whose identity is taken gets the first reference if its content is equal, and is rejected otherwise. The optimistic run
 * assumes that all are new, since few orders are sent twice: a conflict fails the transaction before anything else is written, and
 * it runs again.
 */
export async function claimDraftIdentities(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  outcomes: Map<SalesOrderDraft, Outcome<SalesOrderCreationResult>>,
): Promise<SalesOrderDraft[]> {
  if (tx.optimistic) {
    claimSalesOrderIdentitiesOptimistically(tx, drafts.flatMap(salesOrderIdentitiesOfDraft));
    return [...drafts];
  }
  const taken = await claimSalesOrderIdentities(tx, drafts.flatMap(salesOrderIdentitiesOfDraft));
  if (taken.size === 0) return [...drafts];
  const storedContents = await readDifferingContents(tx, drafts, taken);
  const fresh: SalesOrderDraft[] = [];
  const released: SalesOrderIdentity[] = [];
  const reassigned: SalesOrderIdentity[] = [];
  for (const draft of drafts) {
    const identities = salesOrderIdentitiesOfDraft(draft);
    const [byNumber, byTransmission] = identities.map((identity) => taken.get(formatSalesOrderIdentityKey(identity)));
    if (byNumber === undefined && byTransmission === undefined) {
      fresh.push(draft);
      continue;
    }
    const outcome = resolveTakenIdentities(draft, byNumber, byTransmission, storedContents);
    outcomes.set(draft, outcome);
    const claimed = identities.filter((identity) => !taken.has(formatSalesOrderIdentityKey(identity)));
    // A new TransmissionId of a known order identifies that order from now on.
    if ('ok' in outcome && byTransmission === undefined) {
      const { orderId } = byNumber as TakenSalesOrderIdentity;
      reassigned.push(...claimed.map((identity) => ({ ...identity, orderId })));
    } else released.push(...claimed);
  }
  releaseSalesOrderIdentities(tx, released);
  reassignSalesOrderIdentities(tx, reassigned);
  return fresh;
}

/** The outcome of a draft whose OrderNo or TransmissionId is taken. Pure. */
function resolveTakenIdentities(
  draft: SalesOrderDraft,
  byNumber: TakenSalesOrderIdentity | undefined,
  byTransmission: TakenSalesOrderIdentity | undefined,
  storedContents: ReadonlyMap<string, OrderContent>,
): Outcome<SalesOrderCreationResult> {
  if (byNumber && byTransmission && byNumber.orderId !== byTransmission.orderId) {
    return refuse(
      'DuplicateOrder',
      `OrderInfo.TransmissionId and OrderInfo.OrderNo belong to different orders, ${byTransmission.orderId} and ${byNumber.orderId}.`,
    );
  }
  const first = (byTransmission ?? byNumber) as TakenSalesOrderIdentity;
  if (first.contentHash === draft.contentHash) {
    const warnings = describeOrderWarnings(draft, validateDraftRecipient(draft));
    return { ok: { reference: first.orderId, isNew: false, warnings } };
  }
  const field = byTransmission ? 'OrderInfo.TransmissionId' : 'OrderInfo.OrderNo';
  const name = byTransmission ? draft.details.transmissionId : draft.orderNo;
  const stored = storedContents.get(first.orderId);
  const differences = stored === undefined ? '' : `. ${describeDifferingFields(diffOrderContentFields(draft, stored))}`;
  const remedy = `To change that order, use UpdateSalesOrder; another order needs another ${byTransmission ? 'TransmissionId' : 'OrderNo or ShipmentKey'}`;
  const message = `${name} is already used by an order with different content, ${first.orderId} (OrderNo ${first.orderNo})${differences}. ${remedy}`;
  return refuse('DuplicateOrder', `${field} ${message}.`, [{ field, code: 'DuplicateOrder', message }]);
}

/**
 * The content, by order id, of the orders that have a name of these drafts and differ from them. Orders whose details were erased are
 * omitted.
 */
async function readDifferingContents(
  tx: Tx,
  drafts: readonly SalesOrderDraft[],
  taken: ReadonlyMap<string, TakenSalesOrderIdentity>,
): Promise<Map<string, OrderContent>> {
  const keys = drafts.flatMap((draft) =>
    salesOrderIdentitiesOfDraft(draft).flatMap((identity) => {
      const first = taken.get(formatSalesOrderIdentityKey(identity));
      if (first === undefined || first.contentHash === draft.contentHash) return [];
      return [{ customerNo: draft.customerNo, orderId: first.orderId }];
    }),
  );
  if (keys.length === 0) return new Map();
  const detailsOf = await readOrderDetails(tx, keys);
  const orders = await readSalesOrders(tx, keys);
  return new Map(
    orders.flatMap((order) => {
      const details = detailsOf.get(order.orderId);
      return details === undefined ? [] : [[order.orderId, orderContentOf(order, details)]];
    }),
  );
}
