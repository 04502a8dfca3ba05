/** The ledger entries of purchase and transfer orders (interface: Inventory transaction record; decision 10). */
import { itemFieldsOfPosting, type Posting } from '../inventory/index.ts';
import type { OrderLineUnits } from './assign-received-units.ts';
import type { OrderSkuLookup } from './order-skus.ts';

interface PostedOrder {
  readonly customerNo: string;
  readonly orderId: string;
  readonly customerReferenceNo: string;
  readonly number: string;
}

/** One posting of an order, at `at` by the customer's clock. Its reference is the customer's unless `reference` is given. */
export function buildOrderPosting(
  { order, at }: { readonly order: PostedOrder; readonly at: Temporal.Instant },
  skuOf: OrderSkuLookup,
  { itemNo, quantity, status }: Omit<OrderLineUnits, 'line'>,
  { warehouse, type, reference }: Pick<Posting, 'warehouse' | 'type'> & Partial<Pick<Posting, 'reference'>>,
): Posting {
  return {
    customerNo: order.customerNo,
    itemNo,
    warehouse,
    status,
    quantity,
    type,
    reference: reference ?? order.customerReferenceNo,
    subject: order.orderId,
    occurredAt: at,
    poNumber: order.number,
    ...itemFieldsOfPosting(skuOf(order, itemNo)),
  };
}
