/** Explains why bottles that are here cannot be counted into a return: others of the order's units are in its other returns. */
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import {
  computeAnnouncedOrFoundUnits,
  type InspectableReturn,
  type OrderReturn,
  readReturnsOfOrders,
} from '../returns/index.ts';
import type { FoundUnits } from './inspection.ts';

/** A sentence about the units of an item in other returns of a locked order, and what to do when they are here; '' for none. */
export async function describeUnitsInOtherReturns(tx: Tx, own: OrderReturn, itemNo: string): Promise<string> {
  const others = (await readReturnsOfOrders(tx, [own])).filter(({ returnId }) => returnId !== own.returnId);
  const holding = others.flatMap(({ rmaNumber, status, lines }) => {
    const ofItem = lines.filter((line) => line.itemNo === itemNo);
    const units = ofItem.reduce((sum, line) => sum + computeAnnouncedOrFoundUnits(line), 0);
    return units === 0 ? [] : [{ text: `${rmaNumber} (${status}, ${units})`, isExpected: status === 'EXPECTED' }];
  });
  if (holding.length === 0) return '';
  const advice = holding.some(({ isExpected }) => isExpected)
    ? ' When these came with this package, a lead or customer service cancels the return that is EXPECTED; then count them here.'
    : '';
  return ` Others are in ${holding.map(({ text }) => text).join(', ')}.${advice}`;
}

/**
 * Refuses to record more units of an item than may be found, with the fault `MoreThanShipped` and what to do: they were counted before
 * another return of the order, or the report of a lost box, took them. Undefined when all may be found.
 */
export async function refuseTooManyBottles(
  tx: Tx,
  { orderReturn, possibleUnits }: InspectableReturn,
  found: readonly FoundUnits[],
): Promise<Outcome<never> | undefined> {
  for (const [itemNo, ofItem] of Map.groupBy(found, (each) => each.itemNo)) {
    const counted = ofItem.reduce((sum, { units }) => sum + units, 0);
    const possible = possibleUnits(itemNo);
    if (counted <= possible) continue;
    const message = `${counted} of ${itemNo} are counted, but only ${possible} can come back with ${orderReturn.rmaNumber}`;
    const reason = `${message}.${await describeUnitsInOtherReturns(tx, orderReturn, itemNo)} Or take the scans back.`;
    return refuse('ValidationFailed', reason, [
      { field: 'TransactionReferenceNumber', code: 'MoreThanShipped', message },
    ]);
  }
  return undefined;
}
