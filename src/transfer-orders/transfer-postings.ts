/** The ledger entries of transfer orders (interface: Inventory transaction record; decision 10). */
import type { OrderKey, OrderLineUnits } from '../documents/index.ts';
import type { Posting } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import type { Tx } from '../platform/db/db.ts';
import { formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import type { TransferOrder } from './transfer-order.ts';

export type TransferSkuLookup = (order: OrderKey, itemNo: string) => Sku;

/** Reads the items of these orders. */
export async function loadTransferSkuLookup(tx: Tx, orders: readonly TransferOrder[]): Promise<TransferSkuLookup> {
  const skus = await readSkus(
    tx,
    orders.flatMap(({ customerNo, lines }) => lines.map(({ itemNo }) => ({ customerNo, itemNo }))),
  );
  return ({ customerNo }, itemNo) =>
    assertPresent(skus.get(formatSkuKey({ customerNo, itemNo })), `the item ${itemNo} of a transfer order`);
}

/** Reason codes of adjustments for units that were lost or found in transit. */
export type TransitAdjustmentReason = 'TRANSFER-SHORT' | 'TRANSFER-OVER';

/**
 * One posting of an order. The reference of a transfer is the customer's, that of an adjustment its reason code; the
 * PONumber of both is the TransferOrderNumber.
 */
export function buildTransferPosting(
  { order, at }: { readonly order: TransferOrder; readonly at: Temporal.Instant },
  skuOf: TransferSkuLookup,
  { itemNo, quantity, status }: Omit<OrderLineUnits, 'line'>,
  cause: { readonly type: 'Transfer Out' | 'Transfer In' } | { readonly reason: TransitAdjustmentReason },
): Posting {
  const sku = skuOf(order, itemNo);
  const type = 'type' in cause ? cause.type : 'Inventory Adjustment';
  return {
    customerNo: order.customerNo,
    itemNo,
    warehouse: type === 'Transfer Out' ? order.fromWarehouse : order.toWarehouse,
    status,
    quantity,
    type,
    reference: 'reason' in cause ? cause.reason : order.customerReferenceNo,
    subject: order.orderId,
    occurredAt: at,
    poNumber: order.number,
    itemDescription: sku.description,
    itemUnit: sku.uom,
    alcoholPercentage: sku.alcoholByVolume,
  };
}
