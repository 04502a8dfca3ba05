/** To which order types a state is closed for a customer: what an address check tells before there is an order. */
import { type OrderTypeCode, orderTypes } from '../contract/code-lists.ts';
import type { Reader } from '../platform/db/db.ts';
import { isStateClosed } from './standing-rules.ts';
import { getStandingRules } from './standing-rules-cache.ts';

/** In the order of the interface's list; empty while the state is open to all. Two letters each. */
export async function closedOrderTypes(reader: Reader, customerNo: string, state: string): Promise<OrderTypeCode[]> {
  const rules = await getStandingRules(reader);
  return orderTypes.filter((orderType) => isStateClosed(rules, { customerNo, orderType }, state));
}
