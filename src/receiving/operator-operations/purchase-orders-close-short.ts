/** PurchaseOrders/CloseShort: end a purchase order that will not arrive in full. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { closePurchaseOrders } from '../../purchase-orders/index.ts';
import { closeShortRoles, inboundOrderKeyExample, inboundOrderKeyFields } from '../inbound-fields.ts';
import { endInboundOrder } from '../run-receiving.ts';

export const purchaseOrdersCloseShort = defineOperatorCommand({
  path: '/api/PurchaseOrders/CloseShort',
  summary: 'Close a purchase order short',
  description:
    'Closes a purchase order whose missing units will not arrive: they are not expected any more. Received stock is unchanged.',
  roles: closeShortRoles,
  request: Type.Object(inboundOrderKeyFields),
  requestExample: inboundOrderKeyExample,
  reply: {
    description: 'The purchase order is CLOSED.',
    schema: Type.Object({ Status: Type.String() }),
    example: { Status: 'CLOSED' },
  },
  errors: {
    400: 'The reference is not one.',
    403: 'The purchase order is being received, or is RECEIVED, CLOSED or CANCELED.',
    404: 'The customer has no such purchase order.',
  },
  execute: async (call) =>
    await endInboundOrder(call, { action: 'purchase_order.closed', status: 'CLOSED', end: closePurchaseOrders }),
});
