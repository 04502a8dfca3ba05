/** The list of purchase orders of all customers. */
import type { Static } from 'typebox';
import { type ListedPurchaseOrder, type PurchaseOrderRecord, purchaseOrderRecord } from './inbound-fields.ts';
import type { InboundListDefinition } from './inbound-lists.ts';

export const purchaseOrderListDefinition: InboundListDefinition<
  ListedPurchaseOrder,
  Static<typeof PurchaseOrderRecord>
> = {
  table: 'purchase_orders',
  warehouses: ['warehouse'],
  names: ['purchase_order_number', 'customer_reference_no', 'reference_no'],
  select: `select o.customer_no as "customerNo", o.order_id as "orderId", o.purchase_order_number as number,
            o.customer_reference_no as "customerReferenceNo", o.reference_no as "referenceNo", o.status, o.warehouse,
            o.inventory_status as "inventoryStatus", o.transport_method as "transportMethod",
            o.requested_date as "requestedDate", o.created_at as "createdAt", l.ordered, l.received
       from purchase_orders o
      cross join lateral (select sum(l.ordered)::bigint as ordered, sum(l.received)::bigint as received from purchase_order_lines l
                           where l.customer_no = o.customer_no and l.order_id = o.order_id) l`,
  toRecord: purchaseOrderRecord,
};
