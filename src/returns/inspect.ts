/** Inspecting received returns line by line, many at once. */

import { assertPresent } from '../lib/assert.ts';
import { inventoryStatusesFor, readOperatorSettings } from '../operator-settings/index.ts';
import { customerTimes } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { lockSalesOrders } from '../sales-orders/index.ts';
import { readRemainingUnits, withoutReturn, withReturned } from './read-remaining-units.ts';
import { decideInspection, type InspectedLine, type OrderReturn, type ReturnLine } from './return.ts';
import { insertFindings, lockReturns, type ReturnKey, readReturns, updateReturnStatuses } from './return-store.ts';
import { recordReturnEvent } from './timeline.ts';

export interface ReturnInspection extends ReturnKey, CommandContext {
  /** Which lines, each once; the others stay to be inspected. */
  readonly lines: readonly InspectedLine[];
}

/**
 * Writes down what was found; one outcome each, in their order. More may be found than was
 * announced, never more than was shipped. A return of which nothing at all was found is CLOSED. Refusals, in order of
 * precedence: `NotFound`, `StateForbids`, the faults `UnknownLine`, `UnknownStatus`, `MoreThanShipped`.
 */
export async function inspectReturns(
  tx: Tx,
  inspections: readonly ReturnInspection[],
): Promise<Outcome<OrderReturn>[]> {
  // Orders are locked before returns, as by announcements; a return never changes its order.
  const orders = await lockSalesOrders(tx, await readReturns(tx, inspections));
  const returns = new Map((await lockReturns(tx, inspections)).map((each) => [each.returnId, each]));
  const remainingUnitsOf = await readRemainingUnits(tx, orders);
  const operator = await readOperatorSettings(tx);
  const timeOf = await customerTimes(tx, [...new Set(inspections.map(({ customerNo }) => customerNo))]);
  const changed = new Map<string, OrderReturn>();
  const found: (ReturnKey & ReturnLine)[] = [];
  const outcomes = inspections.map((inspection): Outcome<OrderReturn> => {
    const { customerNo, returnId } = inspection;
    const before = changed.get(returnId) ?? returns.get(returnId);
    if (before === undefined) return refuse('NotFound', `there is no return ${returnId}`);
    const left = assertPresent(remainingUnitsOf.get(before.orderId), `what is left of order ${before.orderId}`);
    const asked = new Set(inspection.lines.map(({ line }) => line));
    // What the lines announced is theirs to be found, beside what is in no return at all.
    const possible = withReturned(
      left,
      before.lines.filter(({ line }) => asked.has(line)),
    );
    const at = timeOf(customerNo);
    const statuses = new Set(inventoryStatusesFor(operator, customerNo).keys());
    const outcome = decideInspection(before, inspection.lines, { remaining: possible, statuses }, at);
    if ('refused' in outcome) return outcome;
    const after = outcome.done;
    const lines = after.lines.filter(({ line }) => asked.has(line));
    remainingUnitsOf.set(before.orderId, withoutReturn(possible, lines));
    changed.set(returnId, after);
    found.push(...lines.map((line) => ({ customerNo, returnId, ...line })));
    recordReturnEvent(tx, 'inspected', after, at, inspection, { lines: lines.map(loggedLine) });
    if (after.status === 'CLOSED') recordReturnEvent(tx, 'closed', after, at, inspection);
    return outcome;
  });
  await insertFindings(tx, found);
  await updateReturnStatuses(tx, [...changed.values()]);
  return outcomes;
}

const loggedLine = ({ itemNo, expected, findings }: ReturnLine) => ({
  itemNo,
  expected,
  found: findings.map(({ quantity, status }) => ({ quantity, status })),
});
