/** TransferOrders/Cancel: cancel an open transfer order. */
import Type from 'typebox';
import { recordAudit } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { cancelTransferOrders } from '../../transfer-orders/index.ts';
import { inboundKeyExample, inboundKeyFields } from '../inbound-fields.ts';
import { serviceRoles } from '../receipt-fields.ts';
import { oneOutcome, writeReceiving } from '../run-receiving.ts';

export const transferOrdersCancel = defineOperatorCommand({
  path: '/api/TransferOrders/Cancel',
  summary: 'Cancel a transfer order',
  description:
    'Cancels an OPEN transfer order of a winery, as the winery itself may. Its CustomerReferenceNo can be used again.',
  credentials: 'session',
  roles: serviceRoles,
  request: Type.Object(inboundKeyFields),
  requestExample: inboundKeyExample,
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
  execute: async (call) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: reference } = call.request;
    const { context } = call;
    await writeReceiving(call, async (tx) => {
      const change = { ...context.forCustomer(customerNo), name: { customerNo, reference } };
      const outcome = oneOutcome(await cancelTransferOrders(tx, [change]));
      if ('ok' in outcome) {
        const entry = {
          action: 'transfer_order.canceled',
          subject: reference,
          customerNo,
          after: { Status: 'CANCELED' },
        };
        recordAudit(tx, context, entry);
      }
      return outcome;
    });
    return { Status: 'CANCELED' };
  },
});
