/** PurchaseOrders/Cancel: cancel an open purchase order. */
import { cancelPurchaseOrders } from '../../purchase-orders/index.ts';
import { defineInboundEndOperation } from '../inbound-end-operation.ts';
import { customerServiceRoles } from '../receipt-fields.ts';

export const purchaseOrdersCancelOperation = defineInboundEndOperation({
  path: '/api/PurchaseOrders/Cancel',
  kind: 'purchase order',
  status: 'CANCELED',
  summary: 'Cancel a purchase order',
  description:
    'Cancels an OPEN purchase order of a winery, as the winery itself may. Its CustomerReferenceNo can be used again.',
  roles: customerServiceRoles,
  forbidden: 'The purchase order is not OPEN.',
  end: cancelPurchaseOrders,
});
