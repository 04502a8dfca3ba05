/** `UnknownItem` and `RetiredItem` faults of a request that may have other faults, to report all together (decision 3). */
import { findRequestItemFaults } from '../../documents/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { itemEligibilityOptionsOfOrderType } from '../order-acceptance.ts';

/** Finds the item faults of a sales order request by the rules of its order type. */
export function findSalesItemFaults(call: Parameters<typeof findRequestItemFaults>[0]): Promise<Fault[]> {
  const { OrderInfo } = (call.request ?? {}) as { readonly OrderInfo?: { readonly OrderType?: unknown } | null };
  return findRequestItemFaults(call, itemEligibilityOptionsOfOrderType(OrderInfo?.OrderType));
}
