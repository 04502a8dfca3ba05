/** ReceiveTransferOrder: post what arrived of a transfer order (decisions 10 and 21). */

import Type from 'typebox';
import { identifierField, quantityOrZeroField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { postedLineRecord, postedLinesField, receivedItemOf, receivedLinesField } from '../../documents/index.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { type TransferReceipt, type TransferReceiptResult, transferReceiptWriter } from '../receive-transfers.ts';

const request = Type.Object({
  CustomerReferenceNo: identifierField('CustomerReferenceNo of the transfer order.'),
  Lines: Type.Optional(
    receivedLinesField({
      title: 'ReceivedTransferLine',
      itemNo: 'Item number that was shipped with the transfer order.',
      quantity: quantityOrZeroField('Units that arrived; 0 for none. Default: the open quantity of the item.'),
      description: 'Items that arrived. Default: all open quantities, as shipped.',
    }),
  ),
  Close: Type.Optional(
    Type.Boolean({
      description:
        'true (the default) closes the order and posts missing quantities as short. false leaves them in transit for a later receipt.',
    }),
  ),
});

const posted = (description: string) => postedLinesField('TransferredLine', description);

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    TransferOrderNumber: Type.String({ description: "The operator's number of the transfer order." }),
    Status: Type.String({
      description:
        'RECEIVING while a quantity is open; RECEIVED when everything arrived; CLOSED when missing quantities were posted as short.',
    }),
    Lines: posted('Received units of the shipped quantities: `Transfer In`.'),
    Surplus: posted('Units received beyond the shipped quantities: `Inventory Adjustment`, reason `TRANSFER-OVER`.'),
    Short: posted('Missing units: `Transfer In`, and out again by `Inventory Adjustment`, reason `TRANSFER-SHORT`.'),
  },
  { title: 'TransferOrderReceived' },
);

export const receiveTransferOrderOperation = defineInternalChange<
  typeof request,
  typeof reply,
  TransferReceipt,
  TransferReceiptResult
>({
  name: 'ReceiveTransferOrder',
  summary: 'Receive a transfer order',
  description:
    'Receives a transfer order that is IN TRANSIT or RECEIVING at its destination. More, fewer and damaged units can arrive, but only of items that were shipped. Received stock is allocated to backorders first. Without this request a transfer order arrives complete within seven days.',
  request,
  requestExample: {
    CustomerReferenceNo: 'TRANSFER-1001',
    Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 58, InventoryStatusCode: 'GOOD-NO-TX' }],
  },
  reply: {
    status: 200,
    description: 'The received units are on hand at the destination.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      TransferOrderNumber: 'TO000001',
      Status: 'CLOSED',
      Lines: [{ ItemNo: '23PIN-01', ItemQuantity: 58, InventoryStatusCode: 'GOOD-NO-TX' }],
      Surplus: [],
      Short: [{ ItemNo: '23PIN-01', ItemQuantity: 2, InventoryStatusCode: 'GOOD-NO-TX' }],
    },
  },
  errors: {
    400: 'A line names an item that was not shipped, or one without open units and without a quantity.',
    403: 'The transfer order is neither IN TRANSIT nor RECEIVING, or people are counting it.',
    404: 'The transfer order does not exist.',
  },
  change: {
    writer: transferReceiptWriter,
    item: ({ caller, context, request }) => ({
      ...context,
      name: { customerNo: caller.customerNo, customerReferenceNo: request.CustomerReferenceNo },
      lines: request.Lines?.map(receivedItemOf),
      final: request.Close ?? true,
    }),
    reply: (received) => ({
      TransactionReferenceNumber: received.reference,
      TransferOrderNumber: received.number,
      Status: received.status,
      Lines: received.arrived.map(postedLineRecord),
      Surplus: received.surplus.map(postedLineRecord),
      Short: received.short.map(postedLineRecord),
    }),
  },
});
