/** TransferOrders/Cancel: cancel an open transfer order. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { cancelTransferOrders } from '../../transfer-orders/index.ts';
import { inboundOrderKeyExample, inboundOrderKeyFields } from '../inbound-fields.ts';
import { customerServiceRoles } from '../receipt-fields.ts';
import { endInboundOrder } from '../run-receiving.ts';

export const transferOrdersCancel = defineOperatorCommand({
  path: '/api/TransferOrders/Cancel',
  summary: 'Cancel a transfer order',
  description:
    'Cancels an OPEN transfer order of a winery, as the winery itself may. Its CustomerReferenceNo can be used again.',
  roles: customerServiceRoles,
  request: Type.Object(inboundOrderKeyFields),
  requestExample: inboundOrderKeyExample,
  reply: {
    description: 'The transfer order is CANCELED.',
    schema: Type.Object({ Status: Type.String() }),
    example: { Status: 'CANCELED' },
  },
  errors: {
    400: 'The reference is not one.',
    403: 'The transfer order is not OPEN.',
    404: 'The customer has no such transfer order.',
  },
  execute: async (call) =>
    await endInboundOrder(call, { action: 'transfer_order.canceled', status: 'CANCELED', end: cancelTransferOrders }),
});
