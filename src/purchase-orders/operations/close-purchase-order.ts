/** ClosePurchaseOrder: end a purchase order that will not arrive in full (decision 21). */

import Type from 'typebox';
import { identifierField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { type PurchaseOrderClosingResult, purchaseOrderClosingWriter } from '../end-purchase-orders.ts';
import type { PurchaseOrderChange } from '../purchase-order-changes.ts';

const request = Type.Object({ CustomerReferenceNo: identifierField('Your reference of the purchase order.') });

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    PurchaseOrderNumber: Type.String({ description: "The operator's number of the purchase order." }),
    Status: Type.String({ description: 'CLOSED.' }),
    Lines: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item.' }),
          ItemQuantity: Type.Integer({ description: 'Units of the item that did not arrive.' }),
        },
        { title: 'MissingLine' },
      ),
      { description: 'Missing quantities.' },
    ),
  },
  { title: 'PurchaseOrderClosed' },
);

export const closePurchaseOrderOperation = defineInternalChange<
  typeof request,
  typeof reply,
  PurchaseOrderChange,
  PurchaseOrderClosingResult
>({
  name: 'ClosePurchaseOrder',
  summary: 'Close a purchase order that did not arrive in full',
  description: 'Missing quantities no longer count as `OpenPOQuantity`. Received stock is unchanged.',
  request,
  requestExample: { CustomerReferenceNo: 'INBOUND-1001' },
  reply: {
    status: 200,
    description: 'The purchase order is CLOSED.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      PurchaseOrderNumber: 'PO000001',
      Status: 'CLOSED',
      Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 24 }],
    },
  },
  errors: {
    400: 'The request is not valid (`ValidationFailed`).',
    403: 'The purchase order is RECEIVED, CLOSED or CANCELED, or people are counting it (RECEIVING).',
    404: 'The purchase order does not exist.',
  },
  change: {
    writer: purchaseOrderClosingWriter,
    item: ({ context, request }) => ({
      ...context,
      name: { customerNo: context.customerNo, customerReferenceNo: request.CustomerReferenceNo },
    }),
    reply: (closed) => ({
      TransactionReferenceNumber: closed.reference,
      PurchaseOrderNumber: closed.number,
      Status: 'CLOSED',
      Lines: closed.missing.map((line) => ({ ItemNo: line.itemNo, ItemQuantity: line.quantity })),
    }),
  },
});
