/** POST /api/InventoryMovement/CancelTransferOrder (interface: Inventory; States and transitions; decisions 6, 11). */

import Type from 'typebox';
import { textField, textOrNumberField } from '../../contract/fields.ts';
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { transferOrderCancellationWriter } from '../cancel-transfer-orders.ts';
import { checkTransferOrderSelector, toTransferOrderSelector } from '../request-mapping.ts';
import { noSuchTransferOrderMessage } from '../transfer-order.ts';

const request = Type.Object(
  {
    CustomerReferenceNo: Type.Optional(textOrNumberField('Your reference of the transfer order.')),
    TransferOrderNumber: Type.Optional(
      textField("The operator's number of the order, or any transaction reference returned for it."),
    ),
  },
  { title: 'CancelTransferOrderRequest' },
);

export const cancelTransferOrderOperation = defineChange({
  path: '/api/InventoryMovement/CancelTransferOrder',
  tag: 'Inventory',
  summary: 'Cancel a transfer order',
  description:
    'Cancels a transfer order that is OPEN. Its reserved stock is allocated to backorders, and its `CustomerReferenceNo` can be used again. Returns the transaction reference of the cancellation. After work has started or after cancellation the request is refused (403, `Reason` has the status).',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: { CustomerReferenceNo: 'TRANSFER-1001' },
  reply: transactionReferenceReply('The transaction reference of the cancellation.'),
  errors: {
    400: 'The request is not valid, or `TransferOrderNumber` and `CustomerReferenceNo` name different orders (`ValidationFailed`).',
    403: 'The transfer order is not OPEN, or the credentials lack the right to write.',
    404: noSuchTransferOrderMessage,
  },
  check: (sent) => checkTransferOrderSelector(sent, 'CustomerReferenceNo'),
  change: {
    writer: transferOrderCancellationWriter,
    item: ({ context, request }) => ({
      ...context,
      ...toTransferOrderSelector(context.customerNo, request, 'CustomerReferenceNo'),
    }),
    reply: ({ reference }) => reference,
  },
});
