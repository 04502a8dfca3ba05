/** Inspects received returns line by line, in batches. */

import { assertPresent } from '../lib/assert.ts';
import { inventoryStatusesOfCustomer, readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { lockReturnsWithOrders } from './inspectable.ts';
import { addBackReturnLines, readReturnableUnits, subtractReturnLines } from './read-remaining-units.ts';
import { decideReturnInspection, type InspectedReturnLine, type OrderReturn, type ReturnLine } from './return.ts';
import { insertReturnFindings, type ReturnKey, updateReturnStatuses } from './return-store.ts';
import { recordReturnEvent } from './timeline.ts';

interface ReturnInspection extends ReturnKey, CommandContext {
  /** The inspected lines, each once; the others can be inspected later. */
  readonly lines: readonly InspectedReturnLine[];
}

/**
 * Records what inspections found; one outcome per inspection, in their order. More units can be found than were announced, but not
 * more than were shipped. A return of which all lines are inspected and nothing was found is CLOSED. Refusals, in order of precedence:
 * `NotFound`, `StateForbids`, the faults `UnknownLine`, `UnknownStatus` and `MoreThanShipped`.
 */
export async function inspectReturns(
  tx: Tx,
  inspections: readonly ReturnInspection[],
): Promise<Outcome<OrderReturn>[]> {
  const { orders, returns: locked } = await lockReturnsWithOrders(tx, inspections);
  const returns = new Map(locked.map((each) => [each.returnId, each]));
  const remainingUnitsOf = await readReturnableUnits(tx, orders);
  const operator = await readOperatorSettings(tx);
  const timeOf = await readCustomerClockLookup(tx, inspections);
  const changed = new Map<string, OrderReturn>();
  const found: (ReturnKey & ReturnLine)[] = [];
  const outcomes = inspections.map((inspection): Outcome<OrderReturn> => {
    const { customerNo, returnId } = inspection;
    const before = changed.get(returnId) ?? returns.get(returnId);
    if (before?.customerNo !== customerNo) return refuse('NotFound', `There is no return ${returnId}.`);
    const left = assertPresent(remainingUnitsOf.get(before.orderId), `what is left of order ${before.orderId}`);
    const asked = new Set(inspection.lines.map(({ line }) => line));
    // The announced units of these lines can be found, and those that are in no return.
    const possible = addBackReturnLines(
      left,
      before.lines.filter(({ line }) => asked.has(line)),
    );
    const at = timeOf(customerNo);
    const statuses = new Set(inventoryStatusesOfCustomer(operator, customerNo).keys());
    const outcome = decideReturnInspection(before, inspection.lines, { remaining: possible, statuses }, at);
    if ('refused' in outcome) return outcome;
    const after = outcome.ok;
    const lines = after.lines.filter(({ line }) => asked.has(line));
    remainingUnitsOf.set(before.orderId, subtractReturnLines(possible, lines));
    changed.set(returnId, after);
    found.push(...lines.map((line) => ({ customerNo, returnId, ...line })));
    recordReturnEvent(tx, 'inspected', after, at, inspection, { lines: lines.map(loggedLine) });
    if (after.status === 'CLOSED') recordReturnEvent(tx, 'closed', after, at, inspection);
    return outcome;
  });
  insertReturnFindings(tx, found);
  updateReturnStatuses(tx, [...changed.values()]);
  return outcomes;
}

const loggedLine = ({ itemNo, expected, findings }: ReturnLine) => ({
  itemNo,
  expected,
  found: findings.map(({ quantity, status }) => ({ quantity, status })),
});
