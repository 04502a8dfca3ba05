/** POST /api/SalesOrder/CancelSalesOrder (interface: Fulfillment; States and transitions). */

import Type, { type Static } from 'typebox';
import { textField, textOrNumberField } from '../../contract/fields.ts';
import { transactionReferenceExample, transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { salesOrderCancellationWriter } from '../cancel.ts';
import { checkSalesOrderSelector, ignoreFieldsOfCancellation, toSalesOrderChange } from './order-name.ts';

const request = Type.Object(
  {
    OrderNumber: Type.Optional(textOrNumberField('Order number; ignored when TransactionReferenceNumber is given.')),
    TransactionReferenceNumber: Type.Optional(textField('Any transaction reference of the order.')),
    ShipmentKey: Type.Optional(
      textOrNumberField('Distinguishes shipments with the same order number; without it all match.'),
    ),
    OrderInfo: Type.Optional(
      Type.Object(
        { TransactionReferenceNumber: Type.Optional(textField('Read like the one at the top level.')) },
        { title: 'CancelOrderInfo', description: 'For clients that send the reference here.' },
      ),
    ),
  },
  { title: 'CancelSalesOrderRequest' },
);

const sentName = (sent: Partial<Static<typeof request>>) => ({
  ...sent,
  innerReference: sent.OrderInfo?.TransactionReferenceNumber,
  orderNo: sent.OrderNumber,
  shipmentKey: sent.ShipmentKey,
});

export const cancelSalesOrderOperation = defineChange({
  path: '/api/SalesOrder/CancelSalesOrder',
  tag: 'Fulfillment',
  summary: 'Cancel a sales order',
  description:
    'Cancels an open order: its stock is released to waiting orders and its number can be used again. Returns the transaction reference of the cancellation. An order cannot be canceled once work on it has started, it has shipped or it is already canceled (403; `State` names the state: `CANCELED` means already canceled). Send an `Idempotency-Key`, so that a cancellation repeated after a lost response returns the first response.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request,
  requestExample: { TransactionReferenceNumber: transactionReferenceExample },
  ignores: ignoreFieldsOfCancellation(['OrderNumber', 'ShipmentKey']),
  reply: transactionReferenceReply('The transaction reference of the cancellation.'),
  errors: {
    300: 'Several orders have this number and no ShipmentKey was given. `Candidates` lists them.',
    400: 'Neither OrderNumber nor TransactionReferenceNumber was given, two different references were given, or the request breaks another rule.',
    403: 'The order is not open, or the credentials lack the right to write.',
    404: 'The order does not exist.',
  },
  check: (sent) => checkSalesOrderSelector(sentName(sent), 'OrderNumber'),
  change: {
    writer: salesOrderCancellationWriter,
    item: (call) => toSalesOrderChange(call, sentName(call.request)),
    reply: ({ reference }) => reference,
  },
});
