/** Receiving returns at the dock, many at once. */
import { readOperatorData } from '../inventory/index.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { refuseWarehouse } from './announce.ts';
import { decideReceipt, type OrderReturn } from './return.ts';
import { lockReturns, type ReturnKey, saveReceipts } from './return-store.ts';
import { type Doing, tellReturn } from './timeline.ts';

export interface ReturnReceipt extends ReturnKey, Doing {
  /** Where it arrived; absent: where it was expected. */
  readonly warehouse: string | undefined;
}

/**
 * EXPECTED returns become RECEIVED; one outcome each, in their order. Refusals, in order of precedence: `NotFound`,
 * `StateForbids` naming the state, the fault `TakesNoReturns` of the warehouse.
 */
export async function receiveReturns(tx: Tx, arrived: readonly ReturnReceipt[]): Promise<Outcome<OrderReturn>[]> {
  const returns = new Map((await lockReturns(tx, arrived)).map((each) => [each.returnId, each]));
  const { warehouses } = await readOperatorData(tx);
  const timeOf = await customerTimes(tx, [...new Set(arrived.map(({ customerNo }) => customerNo))]);
  const received: OrderReturn[] = [];
  const outcomes = arrived.map((receipt): Outcome<OrderReturn> => {
    const expected = returns.get(receipt.returnId);
    if (expected === undefined) return refuse('NotFound', `there is no return ${receipt.returnId}`);
    const warehouse = receipt.warehouse ?? expected.warehouse;
    const at = timeOf(receipt.customerNo);
    const outcome = decideReceipt(expected, warehouse, at);
    if ('refused' in outcome) return outcome;
    if (warehouses.get(warehouse)?.takesReturns !== true) return refuseWarehouse(warehouse);
    returns.set(receipt.returnId, outcome.done);
    received.push(outcome.done);
    tellReturn(tx, 'received', outcome.done, at, receipt);
    return outcome;
  });
  saveReceipts(tx, received);
  return outcomes;
}
