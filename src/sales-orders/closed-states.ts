/** To which order types a state is closed for a customer: what an address check tells before there is an order. */
import { type OrderTypeCode, orderTypes } from '../contract/code-lists.ts';
import type { Reader } from '../platform/db/db.ts';
import { readStandingRules } from './hold-rules.ts';
import { isClosed } from './standing-holds.ts';

/** In the order of the interface's list; empty while the state is open to all. Two letters each. */
export async function closedOrderTypes(reader: Reader, customerNo: string, state: string): Promise<OrderTypeCode[]> {
  const rules = await readStandingRules(reader);
  return orderTypes.filter((orderType) => isClosed(rules, { customerNo, orderType }, state));
}
