/** ReceivePurchaseOrder: post what arrived of a purchase order (decisions 10 and 21). */

import Type from 'typebox';
import { identifierField, quantityField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { postedLineRecord, postedLinesField, receivedItemOf, receivedLinesField } from '../../documents/index.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import {
  type PurchaseOrderReceipt,
  type PurchaseOrderReceiptResult,
  purchaseOrderReceiptWriter,
} from '../receive-purchase-orders.ts';

const request = Type.Object({
  CustomerReferenceNo: identifierField('Your reference of the purchase order.'),
  Lines: Type.Optional(
    receivedLinesField({
      title: 'ReceivedLine',
      itemNo: 'Item number on the purchase order.',
      quantity: quantityField('Units that arrived. Default: the open quantity of the item.'),
      description: 'Items that arrived. Default: all open quantities, as ordered.',
    }),
  ),
});

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    PurchaseOrderNumber: Type.String({ description: "The operator's number of the purchase order." }),
    Status: Type.String({ description: 'PARTIALLY RECEIVED, or RECEIVED when every line is received in full.' }),
    Lines: postedLinesField('PostedLine', 'Quantities that this call posted.'),
  },
  { title: 'PurchaseOrderReceived' },
);

export const receivePurchaseOrderOperation = defineInternalChange<
  typeof request,
  typeof reply,
  PurchaseOrderReceipt,
  PurchaseOrderReceiptResult
>({
  name: 'ReceivePurchaseOrder',
  summary: 'Receive a purchase order',
  description:
    'Posts goods that arrived. More, fewer or damaged units can be received, but only of ordered items. Received stock is allocated to backordered orders first.',
  request,
  requestExample: {
    CustomerReferenceNo: 'INBOUND-1001',
    Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 1200, InventoryStatusCode: 'GOOD-NO-TX' }],
  },
  reply: {
    status: 200,
    description: 'The received goods are on hand.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      PurchaseOrderNumber: 'PO000001',
      Status: 'RECEIVED',
      Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 1200, InventoryStatusCode: 'GOOD-NO-TX' }],
    },
  },
  errors: {
    400: 'A line names an item that is not on the purchase order, or one without open units and without a quantity.',
    403: 'The purchase order is RECEIVED, CLOSED or CANCELED, or people are counting it (RECEIVING).',
    404: 'The purchase order does not exist.',
  },
  change: {
    writer: purchaseOrderReceiptWriter,
    item: ({ context, request }) => ({
      ...context,
      customerReferenceNo: request.CustomerReferenceNo,
      lines: request.Lines?.map(receivedItemOf),
    }),
    reply: (received) => ({
      TransactionReferenceNumber: received.reference,
      PurchaseOrderNumber: received.number,
      Status: received.status,
      Lines: received.lines.map(postedLineRecord),
    }),
  },
});
