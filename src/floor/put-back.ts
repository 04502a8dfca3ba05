/** Leftovers of orders that were taken back go from their tote into their bins again (decision 42). */
import { lockLocations, normalizeLocationCode } from '../locations/index.ts';
import { recordAudit, recordVersionOf } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError, notFoundError, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import { changeBinContents } from './bin-changes.ts';
import { listToteLeftovers, readReasonToteIsInUse } from './picking-lists.ts';
import { takeLeftoversFromTote } from './picking-store.ts';
import type { BinChange } from './picking-walk.ts';
import { binChangeOfPutBack, type ToteLeftover } from './tote-leftovers.ts';

interface Tote {
  readonly warehouse: string;
  readonly tote: string;
}

/** The version of what is left in a tote: a person puts back what was listed, and others may be taken back meanwhile. */
export const toteLeftoversVersionOf = (leftovers: readonly ToteLeftover[]): string =>
  recordVersionOf({
    Leftovers: leftovers.map(({ customerNo, orderNo, itemNo, location, units }) => [
      customerNo,
      orderNo,
      itemNo,
      location,
      units,
    ]),
  });

/** Deletes the leftovers of an emptied tote, and returns the changes that put their units back into the bins' records. */
export async function takeToteLeftoversAsBinChanges(tx: Tx, { warehouse, tote }: Tote): Promise<BinChange[]> {
  const left = await listToteLeftovers(tx, { warehouse, totes: [tote] });
  const customers = left.map(({ customerNo }) => customerNo);
  const returned = await takeLeftoversFromTote(tx, customers, { warehouse, tote });
  return returned.map(binChangeOfPutBack);
}

/**
 * Records that the leftovers of a tote are in their bins again, without a picking task: a warehouse that became automatic has none.
 * Returns the units. Throws `StateForbids` while the tote is in use, then `NotFound` when it has no leftovers, then `StateForbids` when
 * these are not the expected ones (`toteLeftoversVersionOf`).
 */
export async function recordToteLeftoversPutBack(
  tx: Tx,
  context: OperatorContext,
  {
    warehouse,
    code,
    expected,
  }: { readonly warehouse: string; readonly code: string; readonly expected: string | undefined },
): Promise<Tote & { readonly units: number }> {
  const tote = normalizeLocationCode(code);
  await lockLocations(tx, [{ warehouse, location: tote }]);
  const usedBy = await readReasonToteIsInUse(tx, { warehouse, tote, taskId: undefined });
  if (usedBy !== '') throw new AppError(refuseState('IN USE', `Tote ${tote} is in use: ${usedBy}.`).refused);
  const left = await listToteLeftovers(tx, { warehouse, totes: [tote] });
  if (left.length === 0)
    throw notFoundError(`No order that was taken back has left bottles in tote ${tote} of ${warehouse}.`);
  if (expected !== undefined && expected !== toteLeftoversVersionOf(left)) {
    const reason = `Other bottles are left in tote ${tote} than you read, because another order was taken back. Nothing was recorded. Read again what is left in it.`;
    throw new AppError(refuseState('CHANGED', reason).refused);
  }
  const changes = await takeToteLeftoversAsBinChanges(tx, { warehouse, tote });
  await changeBinContents(tx, { warehouse }, changes);
  const units = changes.reduce((sum, change) => sum - change.units, 0);
  recordAudit(tx, context, { action: 'tote.put_back', subject: `${warehouse} ${tote}`, after: { Units: units } });
  return { warehouse, tote, units };
}
