/**
 * Creates transfer orders, as many at once as wait.
 *
 * Guarantee: of a customer's transfer orders that are not canceled no two have one CustomerReferenceNo. The same
 * creation again answers the first reference and writes nothing (decision 6). From the same commit on an order's stock
 * is reserved at the source, whole, or the order waits for it (decision 12).
 */

import { type DemandOutcome, demandRank, reserveDemands } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSkus, skuKeyText } from '../skus/index.ts';
import { acceptTransferLines } from './accept-lines.ts';
import { type Claim, claimReferences, claimText, releaseReferences } from './identity-store.ts';
import { scheduleStarts } from './schedule.ts';
import { recordTransferEvent } from './timeline.ts';
import {
  type AcceptedTransferLine,
  decideTaken,
  type TransferOrderDraft,
  transferDemandLines,
  transferOrderContentHash,
} from './transfer-order.ts';
import { insertTransferOrders, type NewTransferOrder, takeNumbers } from './transfer-order-store.ts';

export interface TransferOrderCreation extends CommandContext {
  readonly customerNo: string;
  readonly draft: TransferOrderDraft;
}

/** The reference of the request that created the order. */
export interface TransferOrderCreated {
  readonly reference: string;
}

interface Accepted {
  readonly creation: TransferOrderCreation;
  readonly lines: readonly AcceptedTransferLine[];
}

type Outcomes = Map<TransferOrderCreation, Outcome<TransferOrderCreated>>;

const claimOf = ({ customerNo, reference, draft }: TransferOrderCreation): Claim => ({
  customerNo,
  customerReferenceNo: draft.customerReferenceNo,
  orderId: reference,
});

/**
 * One outcome per creation, in their order, which is the order of acceptance. No two may share customer and
 * CustomerReferenceNo. Refusals, in this order: `DuplicateTransferOrder` (the reference belongs to an order with other
 * content), then the faults of the lines as `acceptLines` finds them.
 */
export async function createTransferOrders(
  tx: Tx,
  creations: readonly TransferOrderCreation[],
): Promise<Outcome<TransferOrderCreated>[]> {
  const outcomes: Outcomes = new Map();
  const hashes = new Map(creations.map((creation) => [creation, transferOrderContentHash(creation.draft)]));
  const hashOf = (creation: TransferOrderCreation) => assertPresent(hashes.get(creation), 'the hash of a creation');

  const taken = await claimReferences(tx, creations.map(claimOf));
  const unclaimed: TransferOrderCreation[] = [];
  for (const creation of creations) {
    const first = taken.get(claimText(claimOf(creation)));
    if (first === undefined) unclaimed.push(creation);
    else outcomes.set(creation, decideTaken(first, creation.draft, hashOf(creation)));
  }
  const accepted = unclaimed.length === 0 ? [] : await acceptCreations(tx, unclaimed, outcomes);
  if (accepted.length > 0) await write(tx, accepted, hashOf, outcomes);
  return creations.map((creation) => assertPresent(outcomes.get(creation), 'the outcome of a creation'));
}

/** Those whose items are in order; the others are refused and give their names back. */
async function acceptCreations(
  tx: Tx,
  creations: readonly TransferOrderCreation[],
  outcomes: Outcomes,
): Promise<Accepted[]> {
  const skus = await readSkus(
    tx,
    creations.flatMap(({ customerNo, draft }) => draft.lines.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  const accepted: Accepted[] = [];
  const refused: TransferOrderCreation[] = [];
  for (const creation of creations) {
    const { customerNo, draft } = creation;
    const { lines, faults } = acceptTransferLines(draft.lines, (itemNo) =>
      skus.get(skuKeyText({ customerNo, itemNo })),
    );
    if (faults.length === 0) accepted.push({ creation, lines });
    else {
      refused.push(creation);
      outcomes.set(creation, refuseFaults(faults));
    }
  }
  await releaseReferences(tx, refused.map(claimOf));
  return accepted;
}

async function write(
  tx: Tx,
  accepted: readonly Accepted[],
  hashOf: (creation: TransferOrderCreation) => Buffer,
  outcomes: Outcomes,
): Promise<void> {
  const timeOf = await customerTimes(tx, [...new Set(accepted.map(({ creation }) => creation.customerNo))]);
  const numbers = await takeNumbers(
    tx,
    accepted.map(({ creation }) => creation.customerNo),
  );
  const orders = accepted.map(
    ({ creation, lines }, i): NewTransferOrder => ({
      ...creation.draft,
      customerNo: creation.customerNo,
      orderId: creation.reference,
      transferOrderNumber: numbers[i] as string,
      contentHash: hashOf(creation),
      queuedAt: timeOf(creation.customerNo),
      lines,
    }),
  );
  await insertTransferOrders(tx, orders);
  const reserved = await reserveDemands(
    tx,
    orders.map((order) => ({
      customerNo: order.customerNo,
      subject: order.orderId,
      rank: demandRank.transfer,
      queuedAt: order.queuedAt,
      warehouse: { named: order.fromWarehouse },
      lines: transferDemandLines(order, order.lines),
    })),
  );
  await scheduleStarts(
    tx,
    orders.filter((_, i) => reserved[i]?.state === 'reserved'),
    timeOf,
  );
  for (const [i, order] of orders.entries()) {
    const { creation } = accepted[i] as Accepted;
    recordTransferEvent(
      tx,
      'created',
      order,
      order.queuedAt,
      creation,
      creationData(order, reserved[i] as DemandOutcome),
    );
    outcomes.set(creation, { done: { reference: order.orderId } });
  }
}

function creationData(order: NewTransferOrder, outcome: DemandOutcome): Record<string, unknown> {
  return {
    from: order.fromWarehouse,
    to: order.toWarehouse,
    inventoryStatus: order.inventoryStatus,
    requestedDate: order.requestedDate.toString(),
    lines: order.lines.map(({ itemNo, units, taxStatus }) => ({ itemNo, units, ...(taxStatus ? { taxStatus } : {}) })),
    ...allocationData(outcome),
  };
}

/** What the log tells of an order's stock: that it is reserved, or what was short. */
export function allocationData(outcome: DemandOutcome): Record<string, unknown> {
  if (outcome.state === 'reserved') return { stock: 'reserved' };
  const short = outcome.shortages.map(({ itemNo, status, quantity, available }) => ({
    itemNo,
    status,
    wanted: quantity,
    available,
  }));
  return { stock: 'waiting', short };
}

/** The lane's writer of CreateTransferOrder. */
export const transferOrderCreations: BatchWriter<TransferOrderCreation, TransferOrderCreated> = {
  name: 'transfer-orders.create',
  maxItems: 100,
  customerNo: (creation) => creation.customerNo,
  identities: (creation) => [`transfer order\t${creation.draft.customerReferenceNo}`],
  write: createTransferOrders,
};
