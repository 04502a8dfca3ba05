/** Reads closed states for address checks before there is an order. */
import { type SalesOrderTypeCode, salesOrderTypeCodes } from '../contract/code-lists.ts';
import { isStateClosed, readOperatorSettings } from '../operator-settings/index.ts';
import type { DbReader } from '../platform/db/db.ts';

/** The order types to which a state (2 letters) is closed for this customer, in the sequence of the interface's list. */
export async function readOrderTypesClosedToState(
  reader: DbReader,
  customerNo: string,
  state: string,
): Promise<SalesOrderTypeCode[]> {
  const { standingRules } = await readOperatorSettings(reader);
  return salesOrderTypeCodes.filter((orderType) => isStateClosed(standingRules, { customerNo, orderType }, state));
}
