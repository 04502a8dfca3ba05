/** Receives returns at a warehouse, in batches. */

import { readOperatorSettings } from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { returnWarehouseRefusal } from './announce.ts';
import { decideReturnReceipt, type OrderReturn } from './return.ts';
import { lockReturns, type ReturnKey, saveReturnReceipts } from './return-store.ts';
import { recordReturnEvent } from './timeline.ts';

interface ReturnReceipt extends ReturnKey, CommandContext {
  /** The warehouse that received it; absent: the expected one. */
  readonly warehouse: string | undefined;
}

/**
 * EXPECTED returns become RECEIVED; one outcome each, in their order. Refusals, in order of precedence: `NotFound`,
 * `StateForbids` unless EXPECTED, the fault `TakesNoReturns` of the warehouse.
 */
export async function receiveReturns(tx: Tx, receipts: readonly ReturnReceipt[]): Promise<Outcome<OrderReturn>[]> {
  const returns = new Map((await lockReturns(tx, receipts)).map((each) => [each.returnId, each]));
  const { warehouses } = await readOperatorSettings(tx);
  const timeOf = await readCustomerClockLookup(tx, receipts);
  const received: OrderReturn[] = [];
  const outcomes = receipts.map((receipt): Outcome<OrderReturn> => {
    const expected = returns.get(receipt.returnId);
    if (expected?.customerNo !== receipt.customerNo)
      return refuse('NotFound', `There is no return ${receipt.returnId}.`);
    const warehouse = receipt.warehouse ?? expected.warehouse;
    const at = timeOf(receipt.customerNo);
    const outcome = decideReturnReceipt(expected, warehouse, at);
    if ('refused' in outcome) return outcome;
    if (warehouses.get(warehouse)?.acceptsReturns !== true) return returnWarehouseRefusal(warehouse);
    returns.set(receipt.returnId, outcome.ok);
    received.push(outcome.ok);
    recordReturnEvent(tx, 'received', outcome.ok, at, receipt);
    return outcome;
  });
  saveReturnReceipts(tx, received);
  return outcomes;
}
