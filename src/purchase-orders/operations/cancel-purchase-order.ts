/** POST /api/InventoryMovement/CancelPurchaseOrder (interface: Inventory; States and transitions; decision 11). */
import Type from 'typebox';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { purchaseOrderCancellations } from '../cancel-purchase-orders.ts';
import type { PurchaseOrderChange, PurchaseOrderChanged } from '../change.ts';

const request = Type.Object({ CustomerReferenceNo: nameField('Your reference: which purchase order.') });

export const cancelPurchaseOrder = defineChange<
  typeof request,
  typeof TransactionReference,
  PurchaseOrderChange,
  PurchaseOrderChanged
>({
  path: '/api/InventoryMovement/CancelPurchaseOrder',
  tag: 'Inventory',
  summary: 'Cancels a purchase order that is open.',
  description:
    'Nothing of it counts as `OpenPOQuantity` any more, and its `CustomerReferenceNo` is free again. Answers the transaction reference of the cancellation. A purchase order of which something has arrived, or that is canceled already, cannot be canceled (403, the state is named).',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: { CustomerReferenceNo: 'INBOUND-1001' },
  reply: {
    status: 200,
    description: 'The transaction reference of the cancellation.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'A rule of the interface is broken (`ValidationFailed`).',
    403: 'The purchase order is not open, or the credentials lack the right to write.',
    404: 'There is no such purchase order.',
  },
  change: {
    writer: purchaseOrderCancellations,
    member: ({ context, request }) => ({
      ...context,
      name: { customerNo: context.customerNo, customerReferenceNo: request.CustomerReferenceNo },
    }),
    reply: ({ reference }) => reference,
  },
});
