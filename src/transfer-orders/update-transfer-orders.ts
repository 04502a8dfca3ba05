/**
 * Updating open transfer orders, many at once (interface: UpdateTransferOrder; decisions 4, 9, 10, 12).
 *
 * What the update leaves out stays. What the order wants of the stock is replaced under one lock, so that nobody can take
 * in between what is kept; when the whole of it cannot be reserved, all is given back and the order waits at its old
 * place in the queue.
 */
import { type DemandOutcome, demandRank, replaceDemands } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import { acceptTransferLines, inheritLineFields } from './accept-lines.ts';
import {
  changeIdentities,
  lockOpenTransferOrders,
  type TransferOrderChange,
  type TransferOrderChanged,
} from './change.ts';
import { allocationData } from './create-transfer-orders.ts';
import { addReferences } from './identity-store.ts';
import { scheduleStarts } from './schedule.ts';
import { recordTransferEvent } from './timeline.ts';
import {
  type AcceptedTransferLine,
  type TransferOrder,
  type TransferOrderPatch,
  transferDemandLines,
} from './transfer-order.ts';
import { mergeTransferOrderDetails, replaceLines, updateTransferRoutes } from './transfer-order-store.ts';

export interface TransferOrderUpdate extends TransferOrderChange {
  readonly patch: TransferOrderPatch;
}

type Outcomes = Map<TransferOrderUpdate, Outcome<TransferOrderChanged>>;

/** An order as it is to be. */
interface Merged {
  readonly update: TransferOrderUpdate;
  readonly before: TransferOrder;
  readonly after: TransferOrder;
  /** The lines that replace those before. */
  readonly lines: readonly AcceptedTransferLine[] | undefined;
  /** Whether what it wants of the stock has changed. */
  readonly reallocates: boolean;
}

/**
 * One outcome per update, in their order; two of one order, however it is named, follow each other. Refusals as
 * `lockOpenTransferOrders` gives them, then the faults of the new lines as `acceptLines` finds them.
 */
export async function updateTransferOrders(
  tx: Tx,
  updates: readonly TransferOrderUpdate[],
): Promise<Outcome<TransferOrderChanged>[]> {
  const outcomes: Outcomes = new Map();
  let open = updates;
  while (open.length > 0) open = await updateFirstPerOrder(tx, open, outcomes);
  return updates.map((update) => assertPresent(outcomes.get(update), 'the outcome of an update'));
}

/** Does the first update of each order; answers those that must wait for it. */
async function updateFirstPerOrder(
  tx: Tx,
  updates: readonly TransferOrderUpdate[],
  outcomes: Outcomes,
): Promise<TransferOrderUpdate[]> {
  const locked = await lockOpenTransferOrders(tx, updates, 'updated');
  const first = new Map<string, { update: TransferOrderUpdate; before: TransferOrder }>();
  const later: TransferOrderUpdate[] = [];
  for (const [index, update] of updates.entries()) {
    const outcome = assertPresent(locked[index], 'the outcome of a lock');
    if ('refused' in outcome) outcomes.set(update, outcome);
    else if (first.has(outcome.done.orderId)) later.push(update);
    else first.set(outcome.done.orderId, { update, before: outcome.done });
  }
  const entries = [...first.values()];
  const skus = await readSkus(
    tx,
    entries.flatMap(({ update: { customerNo, patch } }) =>
      (patch.lines ?? []).map(({ itemNo }) => ({ customerNo, itemNo })),
    ),
  );
  const merged: Merged[] = [];
  for (const { update, before } of entries) {
    const outcome = merge(update, before, (itemNo) => skus.get(skuKeyText({ ...update, itemNo })));
    if ('refused' in outcome) outcomes.set(update, outcome);
    else {
      merged.push(outcome.done);
      outcomes.set(update, { done: { reference: update.reference } });
    }
  }
  if (merged.length > 0) await write(tx, merged);
  return later;
}

/** Pure. */
function merge(
  update: TransferOrderUpdate,
  before: TransferOrder,
  skuOf: (itemNo: string) => Sku | undefined,
): Outcome<Merged> {
  const { route, lines: replaced } = update.patch;
  const after = { ...before, ...route };
  const known = new Set(before.lines.map((line) => line.itemNo));
  const { lines, faults } =
    replaced === undefined
      ? { lines: undefined, faults: [] }
      : acceptTransferLines(inheritLineFields(before.lines, replaced), skuOf, known);
  if (faults.length > 0) return refuseFaults(faults);
  const wanted = transferDemandLines(after, lines ?? before.lines);
  const reallocates = JSON.stringify(wanted) !== JSON.stringify(transferDemandLines(before, before.lines));
  return { done: { update, before, after, lines, reallocates } };
}

async function write(tx: Tx, merged: readonly Merged[]): Promise<void> {
  const timeOf = await customerTimes(tx, [...new Set(merged.map(({ update }) => update.customerNo))]);
  await updateTransferRoutes(
    tx,
    merged.filter(({ update }) => Object.keys(update.patch.route).length > 0).map(({ after }) => after),
  );
  await replaceLines(
    tx,
    merged.flatMap(({ before, lines }) => (lines === undefined ? [] : [{ ...before, lines }])),
  );
  await mergeTransferOrderDetails(
    tx,
    merged
      .filter(({ update }) => Object.keys(update.patch.document).length > 0)
      .map(({ before, update }) => ({ ...before, document: update.patch.document })),
  );
  await addReferences(
    tx,
    merged.map(({ before, update }) => ({ ...before, reference: update.reference })),
  );
  const reallocated = await reallocate(
    tx,
    merged.filter((entry) => entry.reallocates),
  );
  // One that waits is scheduled when its stock comes; a row for it meanwhile would be passed over.
  await scheduleStarts(
    tx,
    merged.filter((entry) => reallocated.get(entry)?.state !== 'waiting').map(({ after }) => after),
    timeOf,
  );
  for (const entry of merged) {
    const { update, before, lines } = entry;
    const outcome = reallocated.get(entry);
    recordTransferEvent(tx, 'updated', before, timeOf(before.customerNo), update, {
      changed: changedParts(update.patch),
      ...(lines === undefined ? {} : { lines: lines.map(({ itemNo, units }) => ({ itemNo, units })) }),
      ...(outcome === undefined ? {} : allocationData(outcome)),
    });
  }
}

async function reallocate(tx: Tx, changed: readonly Merged[]): Promise<Map<Merged, DemandOutcome>> {
  if (changed.length === 0) return new Map();
  const { outcomes } = await replaceDemands(
    tx,
    changed.map(({ before: { customerNo, orderId, lines: linesBefore }, after, lines }) => ({
      document: { customerNo, subject: orderId },
      demand: {
        customerNo,
        subject: orderId,
        rank: demandRank.transfer,
        queuedAt: after.queuedAt,
        warehouse: { named: after.fromWarehouse },
        lines: transferDemandLines(after, lines ?? linesBefore),
      },
    })),
  );
  return new Map(changed.map((entry, i) => [entry, assertPresent(outcomes[i], 'what became of a demand')]));
}

/** Names only: what people wrote stays out of the log. */
function changedParts({ route, document, lines }: TransferOrderPatch): string[] {
  return [...Object.keys(route), ...Object.keys(document), ...(lines === undefined ? [] : ['lines'])];
}

/** The lane's writer of UpdateTransferOrder. */
export const transferOrderUpdates: BatchWriter<TransferOrderUpdate, TransferOrderChanged> = {
  name: 'transfer-orders.update',
  maxItems: 100,
  customerNo: (update) => update.customerNo,
  identities: changeIdentities,
  write: updateTransferOrders,
};
