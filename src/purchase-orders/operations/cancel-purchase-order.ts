/** POST /api/InventoryMovement/CancelPurchaseOrder (interface: Inventory; States and transitions; decision 11). */

import Type from 'typebox';
import { identifierField } from '../../contract/fields.ts';
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { purchaseOrderCancellationWriter } from '../end-purchase-orders.ts';
import { noSuchPurchaseOrderMessage } from '../purchase-order.ts';

const request = Type.Object({ CustomerReferenceNo: identifierField('Your reference of the purchase order.') });

export const cancelPurchaseOrderOperation = defineChange({
  path: '/api/InventoryMovement/CancelPurchaseOrder',
  tag: 'Inventory',
  summary: 'Cancel a purchase order',
  description:
    'Cancels the purchase order with this `CustomerReferenceNo`, which is OPEN; nothing else identifies it, and a `PurchaseOrderNumber` is ignored. Its units no longer count as `OpenPOQuantity`, and its `CustomerReferenceNo` can be used again. Returns the transaction reference of the cancellation. After the first arrival or after cancellation the request is refused (403, `Reason` has the status).',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: { CustomerReferenceNo: 'INBOUND-1001' },
  reply: transactionReferenceReply('The transaction reference of the cancellation.'),
  errors: {
    400: 'The request is not valid (`ValidationFailed`).',
    403: 'The purchase order is not OPEN, or the credentials lack the right to write.',
    404: noSuchPurchaseOrderMessage,
  },
  change: {
    writer: purchaseOrderCancellationWriter,
    item: ({ context, request }) => ({
      ...context,
      name: { customerNo: context.customerNo, customerReferenceNo: request.CustomerReferenceNo },
    }),
    reply: ({ reference }) => reference,
  },
});
