/** PurchaseOrders/CloseShort: end a purchase order that will not arrive in full. */
import { closePurchaseOrders } from '../../purchase-orders/index.ts';
import { defineInboundEndOperation } from '../inbound-end-operation.ts';
import { closeShortRoles } from '../inbound-fields.ts';

export const purchaseOrdersCloseShortOperation = defineInboundEndOperation({
  path: '/api/PurchaseOrders/CloseShort',
  kind: 'purchase order',
  status: 'CLOSED',
  summary: 'Close a purchase order short',
  description:
    'Closes a purchase order whose missing units will not arrive: they are not expected any more. Received stock is unchanged.',
  roles: closeShortRoles,
  forbidden: 'The purchase order is being received, or is RECEIVED, CLOSED or CANCELED.',
  end: closePurchaseOrders,
});
