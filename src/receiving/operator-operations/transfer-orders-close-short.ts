/** TransferOrders/CloseShort: end a transfer order that will not arrive in full. */
import Type from 'typebox';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { closeTransfers } from '../../transfer-orders/index.ts';
import { closeShortRoles, inboundOrderKeyExample, inboundOrderKeyFields } from '../inbound-fields.ts';
import { endInboundOrder } from '../run-receiving.ts';

export const transferOrdersCloseShort = defineOperatorCommand({
  path: '/api/TransferOrders/CloseShort',
  summary: 'Close a transfer order short',
  description:
    'Closes a transfer order that has left its source: units that did not arrive are written off, with the reason `TRANSFER-SHORT`.',
  roles: closeShortRoles,
  request: Type.Object(inboundOrderKeyFields),
  requestExample: inboundOrderKeyExample,
  reply: {
    description: 'The transfer order is CLOSED.',
    schema: Type.Object({ Status: Type.String() }),
    example: { Status: 'CLOSED' },
  },
  errors: {
    400: 'The reference is not one.',
    403: 'The transfer order is being received, has not left its source, or is CLOSED or CANCELED.',
    404: 'The customer has no such transfer order.',
  },
  execute: async (call) =>
    await endInboundOrder(call, { action: 'transfer_order.closed', status: 'CLOSED', end: closeTransfers }),
});
