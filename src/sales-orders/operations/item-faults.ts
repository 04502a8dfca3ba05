/** `UnknownItem` and `RetiredItem` faults of a request that may have other faults, to report all together (decision 3). */
import { requestItemFaults } from '../../documents/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { salesItemRules } from '../order-acceptance.ts';

export function salesItemFaults(call: Parameters<typeof requestItemFaults>[0]): Promise<Fault[]> {
  const { OrderInfo } = (call.request ?? {}) as { readonly OrderInfo?: { readonly OrderType?: unknown } | null };
  return requestItemFaults(call, salesItemRules(OrderInfo?.OrderType));
}
