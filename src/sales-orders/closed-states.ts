/** To which order types a state is closed for a customer: what an address check tells before there is an order. */

import { type OrderTypeCode, orderTypes } from '../contract/code-lists.ts';
import { isStateClosed, readOperatorSettings } from '../operator-settings/index.ts';
import type { Reader } from '../platform/db/db.ts';

/** In the order of the interface's list; empty while the state is open to all. Two letters each. */
export async function closedOrderTypes(reader: Reader, customerNo: string, state: string): Promise<OrderTypeCode[]> {
  const { standingRules } = await readOperatorSettings(reader);
  return orderTypes.filter((orderType) => isStateClosed(standingRules, { customerNo, orderType }, state));
}
