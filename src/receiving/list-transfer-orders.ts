/** The list of transfer orders of all customers. */
import type { Static } from 'typebox';
import { type ListedTransferOrder, type TransferOrderRecord, transferOrderRecord } from './inbound-fields.ts';
import type { InboundListDefinition } from './inbound-lists.ts';

/** A warehouse matches as source or destination. */
export const transferOrderListDefinition: InboundListDefinition<
  ListedTransferOrder,
  Static<typeof TransferOrderRecord>
> = {
  table: 'transfer_orders',
  warehouses: ['from_warehouse', 'to_warehouse'],
  names: ['transfer_order_number', 'customer_reference_no'],
  select: `select o.customer_no as "customerNo", o.order_id as "orderId", o.transfer_order_number as number,
            o.customer_reference_no as "customerReferenceNo", o.status, o.from_warehouse as "fromWarehouse",
            o.to_warehouse as "toWarehouse", o.requested_date as "requestedDate", o.queued_at as "createdAt",
            l.units, l.shipped, l.received
       from transfer_orders o
      cross join lateral (select sum(l.units)::bigint as units, sum(l.shipped)::bigint as shipped,
                                 sum(l.received + l.surplus)::bigint as received from transfer_order_lines l
                           where l.customer_no = o.customer_no and l.order_id = o.order_id) l`,
  toRecord: transferOrderRecord,
};
