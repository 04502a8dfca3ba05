/** Locks a count that an operator approves or cancels. */
import { lockCycleCounts } from '../inventory/index.ts';
import { worksInWarehouse } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { notFoundError } from '../platform/errors.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';

/**
 * Locks a count. Throws `NotFound` when the customer has none with this id at a warehouse in which the operator works.
 */
export async function lockCountForOperator(
  tx: Tx,
  operator: OperatorCaller,
  key: { readonly customerNo: string; readonly countId: string },
) {
  const count = (await lockCycleCounts(tx, [key])).get(key.countId);
  if (count?.customerNo === key.customerNo && worksInWarehouse(operator, count.warehouse)) return count;
  throw notFoundError('There is no such count in your warehouses.');
}
