/** PurchaseOrders/Cancel: cancel an open purchase order. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { cancelPurchaseOrders } from '../../purchase-orders/index.ts';
import { inboundOrderKeyExample, inboundOrderKeyFields } from '../inbound-fields.ts';
import { customerServiceRoles } from '../receipt-fields.ts';
import { endInboundOrder } from '../run-receiving.ts';

export const purchaseOrdersCancel = defineOperatorCommand({
  path: '/api/PurchaseOrders/Cancel',
  summary: 'Cancel a purchase order',
  description:
    'Cancels an OPEN purchase order of a winery, as the winery itself may. Its CustomerReferenceNo can be used again.',
  roles: customerServiceRoles,
  request: Type.Object(inboundOrderKeyFields),
  requestExample: inboundOrderKeyExample,
  reply: {
    description: 'The purchase order is CANCELED.',
    schema: Type.Object({ Status: Type.String() }),
    example: { Status: 'CANCELED' },
  },
  errors: {
    400: 'The reference is not one.',
    403: 'The purchase order is not OPEN.',
    404: 'The customer has no such purchase order.',
  },
  execute: async (call) =>
    await endInboundOrder(call, { action: 'purchase_order.canceled', status: 'CANCELED', end: cancelPurchaseOrders }),
});
