/** POST /api/InventoryMovement/CancelTransferOrder (interface: Inventory; States and transitions; decisions 6, 11). */
import Type from 'typebox';
import { textField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { transferOrderCancellations } from '../cancel-transfer-orders.ts';
import type { TransferOrderChange, TransferOrderChanged } from '../change.ts';
import { checkTransferName } from '../request-mapping.ts';

const request = Type.Object(
  {
    CustomerReferenceNo: Type.Optional(textField('Your reference of the transfer order.')),
    TransferOrderNumber: Type.Optional(
      textField("In its place the operator's number, or any transaction reference answered for the order."),
    ),
  },
  { title: 'CancelTransferOrderRequest' },
);

export const cancelTransferOrder = defineChange<
  typeof request,
  typeof TransactionReference,
  TransferOrderChange,
  TransferOrderChanged
>({
  path: '/api/InventoryMovement/CancelTransferOrder',
  tag: 'Inventory',
  summary: 'Cancels an open transfer order.',
  description:
    'What it had reserved goes to those who wait; its `CustomerReferenceNo` is free again. Answers the transaction reference of the cancellation. An order on which work has started, or that is canceled already, cannot be canceled (403, the state is named).',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: { CustomerReferenceNo: 'TRANSFER-1001' },
  reply: {
    status: 200,
    description: 'The transaction reference of the cancellation.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'No name is given, or two that contradict each other.',
    403: 'The transfer order is not OPEN: the reason names its state. Or the credentials lack the right to write.',
    404: 'There is no such transfer order.',
  },
  check: (sent) => checkTransferName(sent, 'CustomerReferenceNo'),
  change: {
    writer: transferOrderCancellations,
    member: ({ context, request: sent }) => ({
      ...context,
      name: {
        transferOrderNumber: sent.TransferOrderNumber ?? '',
        customerReferenceNo: sent.CustomerReferenceNo ?? '',
        referenceField: 'CustomerReferenceNo',
      },
    }),
    reply: (changed) => changed.reference,
  },
});
