/** POST /api/SalesOrder/UpdateSalesOrder and its deprecated form `?IsCancelOnly=true` (interface: Fulfillment). */

import Type, { type Static } from 'typebox';
import { stripZipCodeZerosOfUpdate } from '../../contract/contacts.ts';
import { identifierField, textField, textOrNumberField } from '../../contract/fields.ts';
import { transactionReferenceExample, transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { salesOrderCancellationWriter } from '../cancel.ts';
import { checkHoldOrderFlags, checkSalesOrderPatch, parseHoldOrderFlag, SalesOrderPatch } from '../request-mapping.ts';
import { salesOrderUpdateWriter } from '../update.ts';
import { findSalesItemFaults } from './item-faults.ts';
import {
  checkSalesOrderSelector,
  ignoreFieldsOfCancellation,
  ignoreFieldsWhenReferencedAnywhere,
  toSalesOrderChange,
} from './order-name.ts';

const sentName = (sent: {
  TransactionReferenceNumber?: string;
  OrderInfo?: { TransactionReferenceNumber?: string; OrderNo?: string; ShipmentKey?: string };
}) => ({
  ...sent,
  innerReference: sent.OrderInfo?.TransactionReferenceNumber,
  orderNo: sent.OrderInfo?.OrderNo,
  shipmentKey: sent.OrderInfo?.ShipmentKey,
});

const common = {
  path: '/api/SalesOrder/UpdateSalesOrder',
  tag: 'Fulfillment',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
} as const;

const numberFields = ['OrderInfo.OrderNo', 'OrderInfo.ShipmentKey'];

const errors = {
  300: 'Several orders have this OrderNo and no ShipmentKey was given. `Candidates` lists them.',
  400: 'The request or the updated order breaks a rule, or names an unknown or retired item (a DELIVERY_TO_WINERY order may have retired items).',
  403: 'The order is not open (work has started, it has shipped, it is canceled), its recipient was erased, or the credentials lack the right to write.',
  404: 'The order does not exist.',
} as const;

const CancelOnlyRequest = Type.Object(
  {
    OrderInfo: Type.Optional(
      Type.Object({
        OrderNo: Type.Optional(identifierField('Order number.')),
        ShipmentKey: Type.Optional(textOrNumberField('Shipment key.')),
        TransactionReferenceNumber: Type.Optional(textField('Read like the one at the top level.')),
      }),
    ),
    TransactionReferenceNumber: Type.Optional(textField('Any transaction reference of the order.')),
  },
  { title: 'CancelOnlyRequest' },
);

/** `IsCancelOnly=true` cancels the order and ignores the rest of the request, including its faults. */
const cancelOnly = defineChange({
  ...common,
  summary: 'Cancel a sales order',
  description: 'Cancels the order and ignores all other properties.',
  request: CancelOnlyRequest,
  ignores: ignoreFieldsOfCancellation(numberFields),
  requestExample: { TransactionReferenceNumber: transactionReferenceExample },
  reply: transactionReferenceReply('The transaction reference of the cancellation.'),
  errors,
  deprecated: { replacedBy: '/api/SalesOrder/CancelSalesOrder' },
  check: (sent: Static<typeof CancelOnlyRequest>) => checkSalesOrderSelector(sentName(sent), 'OrderInfo.OrderNo'),
  change: {
    writer: salesOrderCancellationWriter,
    // Properties that this form ignores are not logged as unknown.
    item: (call) => ({ ...toSalesOrderChange(call, sentName(call.request)), unknownProperties: [] }),
    reply: ({ reference }) => reference,
  },
});

export const updateSalesOrderOperation = defineChange({
  ...common,
  summary: 'Update an open sales order',
  description: [
    'Merges the request into an open order. An absent (or null) section or field keeps its value, `""` clears a text and `RequestedShipmentDate`, and `ItemsInfo` replaces all lines and their reservation. Returns the transaction reference of the update, which also identifies the order from then on.',
    '',
    'The order is identified by `TransactionReferenceNumber` (any of its transaction references, also read in `OrderInfo`; `OrderNo` is then ignored), else by `OrderInfo.OrderNo`, with `ShipmentKey` where several shipments share it. `HoldOrder` true puts the order on hold; false ends that hold and no other.',
  ].join('\n'),
  request: SalesOrderPatch,
  ignores: ignoreFieldsWhenReferencedAnywhere(numberFields),
  contentForRetries: stripZipCodeZerosOfUpdate,
  requestExample: { TransactionReferenceNumber: transactionReferenceExample, OrderInfo: { HoldOrder: false } },
  form: {
    parameter: 'IsCancelOnly',
    description: 'true cancels the order and ignores all other properties. Use CancelSalesOrder instead.',
    operation: cancelOnly,
  },
  reply: transactionReferenceReply('The transaction reference of the update.'),
  errors,
  check: (sent: SalesOrderPatch) => [
    ...checkSalesOrderSelector(sentName(sent), 'OrderInfo.OrderNo'),
    ...checkHoldOrderFlags(sent.OrderInfo?.HoldOrder, sent.HoldOrder),
  ],
  mockCheck: checkSalesOrderPatch,
  // Whether the order may have a retired item, only the update itself can check.
  dataFaults: async (input) => (await findSalesItemFaults(input)).filter(({ code }) => code !== 'RetiredItem'),
  change: {
    writer: salesOrderUpdateWriter,
    item: (call) => ({
      ...toSalesOrderChange(call, sentName(call.request)),
      patch: call.request,
      hold: parseHoldOrderFlag(call.request.HoldOrder ?? call.request.OrderInfo?.HoldOrder),
    }),
    reply: ({ reference }) => reference,
  },
});
