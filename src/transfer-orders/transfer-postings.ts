/** The ledger entries of transfer orders (interface: Inventory transaction record; decision 10). */
import { buildOrderPosting, type OrderLineUnits, type OrderSkuLookup } from '../documents/index.ts';
import type { Posting } from '../inventory/index.ts';
import type { TransferOrder } from './transfer-order.ts';

/** Reason codes of adjustments for units that were lost or found in transit. */
type TransitAdjustmentReason = 'TRANSFER-SHORT' | 'TRANSFER-OVER';

/**
 * One posting of an order. The reference of a transfer is the customer's, that of an adjustment its reason code; the
 * PONumber of both is the TransferOrderNumber.
 */
export function buildTransferPosting(
  { order, at }: { readonly order: TransferOrder; readonly at: Temporal.Instant },
  skuOf: OrderSkuLookup,
  units: Omit<OrderLineUnits, 'line'>,
  cause: { readonly type: 'Transfer Out' | 'Transfer In' } | { readonly reason: TransitAdjustmentReason },
): Posting {
  const type = 'type' in cause ? cause.type : 'Inventory Adjustment';
  return buildOrderPosting({ order, at }, skuOf, units, {
    warehouse: type === 'Transfer Out' ? order.fromWarehouse : order.toWarehouse,
    type,
    ...('reason' in cause && { reference: cause.reason }),
  });
}
