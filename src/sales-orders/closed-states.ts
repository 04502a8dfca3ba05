/** The order types to which a state is closed, for address checks before there is an order. */
import { type OrderTypeCode, orderTypes } from '../contract/code-lists.ts';
import { isStateClosed, readOperatorSettings } from '../operator-settings/index.ts';
import type { Reader } from '../platform/db/db.ts';

/** Sorted as in the interface's list. `state` has two letters. */
export async function closedOrderTypes(reader: Reader, customerNo: string, state: string): Promise<OrderTypeCode[]> {
  const { standingRules } = await readOperatorSettings(reader);
  return orderTypes.filter((orderType) => isStateClosed(standingRules, { customerNo, orderType }, state));
}
