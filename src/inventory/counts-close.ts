/** Closes cycle counts: an approval posts the differences, a cancellation posts nothing. */
import { assertPresent } from '../lib/assert.ts';
import { inventoryStatusesOfCustomer } from '../operator-settings/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseState } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { lockCycleCounts, markCycleCountsClosed } from './count-store.ts';
import {
  type CycleCount,
  computeCycleCountLineDifference,
  describeCycleCount,
  describeLinesLeftToCount,
  findOpenCycleCount,
} from './counts.ts';
import {
  createPostingWriter,
  newPosting,
  type PostedReference,
  type PostingContext,
  type PostingRequest,
  readPostingContext,
} from './posting-requests.ts';
import type { Posting } from './stock.ts';
import { type InsufficientStock, postStockChanges } from './stock-changes.ts';

/** A request to approve or cancel an open cycle count. */
export interface CycleCountClosing extends PostingRequest {
  readonly countId: string;
}

export interface ApprovedCycleCount extends PostedReference {
  readonly warehouse: string;
  /** Signed units, without lines that agreed with the ledger. */
  readonly differences: readonly { readonly itemNo: string; readonly status: string; readonly quantity: number }[];
}

const reasonCode = 'COUNT';

const differencesOf = ({ lines }: CycleCount) =>
  lines
    .map((line) => ({ itemNo: line.itemNo, status: line.status, quantity: computeCycleCountLineDifference(line) }))
    .filter(({ quantity }) => quantity !== 0);

/**
 * Posts the differences as `Inventory Adjustment` with the reason COUNT and closes the counts; returns one outcome each, in their
 * order. No two requests may be of the same count. Where reserved stock disappears, reservations are released. Refusals:
 * `NotFound`; `StateForbids` when the count is not open, has lines that are not counted or not confirmed, when the warehouse or an
 * inventory status of a difference does not exist, or when too little stock is left for a difference.
 */
export async function approveCycleCounts(
  tx: Tx,
  closings: readonly CycleCountClosing[],
): Promise<Outcome<ApprovedCycleCount>[]> {
  const { counts, context } = await readClosings(tx, closings);
  const outcomes = closings.map((closing) => validateApproval(context, validate(counts, closing, true)));
  const valid = closings.filter((_, index) => 'ok' in (outcomes[index] as Outcome<CycleCount>));
  const changed = valid.filter(({ countId }) => differencesOf(assertPresent(counts.get(countId), countId)).length > 0);
  const posted = await postStockChanges(
    tx,
    changed.map((closing) => ({ takes: 'on hand', postings: postingsOf(context, closing, counts) })),
  );
  const insufficient = new Map(changed.map((closing, index) => [closing, posted[index]?.insufficient ?? []]));
  const closed = valid.filter((closing) => (insufficient.get(closing)?.length ?? 0) === 0);
  close(tx, context, closed, 'APPROVED', counts);
  return closings.map((closing, index) => {
    const outcome = outcomes[index] as Outcome<CycleCount>;
    if ('refused' in outcome) return outcome;
    const [missing] = insufficient.get(closing) ?? [];
    if (missing !== undefined) return refuseState(outcome.ok.status, insufficientSinceMessage(outcome.ok, missing));
    const { warehouse } = outcome.ok;
    return { ok: { reference: closing.reference, warehouse, differences: differencesOf(outcome.ok) } };
  });
}

/** Closes counts without posting; returns one outcome each. Refusals: `NotFound`; `StateForbids` when the count is not open. */
export async function cancelCycleCounts(
  tx: Tx,
  closings: readonly CycleCountClosing[],
): Promise<Outcome<PostedReference>[]> {
  const { counts, context } = await readClosings(tx, closings);
  const outcomes = closings.map((closing) => validate(counts, closing, false));
  const closed = closings.filter((_, index) => 'ok' in (outcomes[index] as Outcome<CycleCount>));
  close(tx, context, closed, 'CANCELED', counts);
  return closings.map((closing, index) => {
    const outcome = outcomes[index] as Outcome<CycleCount>;
    return 'refused' in outcome ? outcome : { ok: { reference: closing.reference } };
  });
}

const identities = ({ countId }: CycleCountClosing) => [countId];

export const cycleCountApprovalWriter = createPostingWriter('inventory.approve-count', approveCycleCounts, identities);

export const cycleCountCancellationWriter = createPostingWriter(
  'inventory.cancel-count',
  cancelCycleCounts,
  identities,
);

async function readClosings(tx: Tx, closings: readonly CycleCountClosing[]) {
  const counts = await lockCycleCounts(tx, closings);
  const items = [...counts.values()].flatMap(({ customerNo, lines }) =>
    lines.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return { counts, context: await readPostingContext(tx, items, closings) };
}

function validate(
  counts: ReadonlyMap<string, CycleCount>,
  closing: CycleCountClosing,
  isWhole: boolean,
): Outcome<CycleCount> {
  const found = findOpenCycleCount(counts, closing);
  if ('refused' in found || !isWhole) return found;
  const count = found.ok;
  const todo = describeLinesLeftToCount(count);
  return todo === undefined
    ? found
    : refuseState(count.status, `${describeCycleCount(count)} is not finished: ${todo}.`);
}

/** Refuses a count with differences when its warehouse, or the inventory status of a difference, was removed since. */
function validateApproval({ operator }: PostingContext, outcome: Outcome<CycleCount>): Outcome<CycleCount> {
  if ('refused' in outcome) return outcome;
  const { customerNo, warehouse, status } = outcome.ok;
  const differences = differencesOf(outcome.ok);
  if (differences.length === 0) return outcome;
  const statuses = inventoryStatusesOfCustomer(operator, customerNo);
  const unknown = differences.find((difference) => !statuses.has(difference.status))?.status;
  if (operator.warehouses.has(warehouse) && unknown === undefined) return outcome;
  const [what, which] = unknown === undefined ? ['warehouse', warehouse] : ['inventory status', unknown];
  const why = `${what} ${which} does not exist. Cancel the count, or add the ${what} again.`;
  return refuseState(status, `${describeCycleCount(outcome.ok)} cannot be approved: ${why}`);
}

const insufficientSinceMessage = (
  count: CycleCount,
  { itemNo, status, requested, available }: InsufficientStock,
): string =>
  `${describeCycleCount(count)} cannot be approved: ${requested} of ${itemNo} in ${status} were missing, but only ${available} are left. Cancel the count, then count again.`;

function postingsOf(
  context: PostingContext,
  closing: CycleCountClosing,
  counts: ReadonlyMap<string, CycleCount>,
): Posting[] {
  const count = assertPresent(counts.get(closing.countId), `count ${closing.countId}`);
  const { customerNo, warehouse } = count;
  return differencesOf(count).map(({ itemNo, status, quantity }) => ({
    ...newPosting(
      context,
      closing,
      { customerNo, itemNo, warehouse, status },
      { quantity, type: 'Inventory Adjustment', reference: reasonCode },
    ),
    subject: count.countId,
  }));
}

function close(
  tx: Tx,
  { timeOf }: PostingContext,
  closings: readonly CycleCountClosing[],
  status: 'APPROVED' | 'CANCELED',
  counts: ReadonlyMap<string, CycleCount>,
): void {
  markCycleCountsClosed(
    tx,
    closings.map(({ customerNo, countId }) => ({ customerNo, countId, status, closedAt: timeOf(customerNo) })),
  );
  for (const closing of closings) {
    const { customerNo, countId } = closing;
    const differences = differencesOf(assertPresent(counts.get(countId), `count ${countId}`));
    appendLog(tx, closing, {
      kind: status === 'APPROVED' ? 'inventory.count_approved' : 'inventory.count_canceled',
      subject: countId,
      occurredAt: timeOf(customerNo),
      data: status === 'APPROVED' ? { reasonCode, differences } : {},
    });
  }
}
