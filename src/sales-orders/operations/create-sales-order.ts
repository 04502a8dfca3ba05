/** POST /api/SalesOrder/CreateSalesOrder (interface: Fulfillment). */
import { recipientExample } from '../../contract/contacts.ts';
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineChange, type OperationCall } from '../../platform/http/operation.ts';
import { salesOrderCreationWriter } from '../create.ts';
import type { SalesOrderDraft } from '../draft.ts';
import { checkSalesOrderRequest, parseOrderContentWithHash, SalesOrderRequest } from '../request-mapping.ts';
import { readShippingDefaults } from '../shipping-defaults.ts';
import { findSalesItemFaults } from './item-faults.ts';

async function draftOf(call: OperationCall<SalesOrderRequest>): Promise<SalesOrderDraft> {
  return {
    ...parseOrderContentWithHash(call.request),
    ...call.context,
    shippingDefaults: await readShippingDefaults(call),
  };
}

export const createSalesOrderOperation = defineChange({
  path: '/api/SalesOrder/CreateSalesOrder',
  tag: 'Fulfillment',
  summary: 'Create a sales order',
  description: [
    'Creates a sales order and reserves the stock of all its lines or of none. Returns the transaction reference; keep it for later updates and cancellation.',
    '',
    'An order without items, without a usable recipient or without enough stock is accepted and put on hold; it is released automatically when the cause ends. The same order sent again (same `TransmissionId`, or same `OrderNo` and `ShipmentKey`, with the same content) returns the first reference and creates nothing; with different content it is rejected as `DuplicateOrder`.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: SalesOrderRequest,
  requestExample: {
    OrderInfo: {
      TransmissionId: 'FALL-00001',
      OrderNo: 'CLB260001',
      OrderType: 'CLUB',
      OrderDate: '2026-11-18T17:00:00Z',
      GiftCard: 0,
      Tags: 'fall;new member',
    },
    RecipientContactInfo: recipientExample,
    BillingContactInfo: recipientExample,
    ShipmentInfo: { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', Insurance: 0, IcePack: 0 },
    ItemsInfo: [
      { ItemNo: '22CAB', ItemQuantity: 2, QuantityUnit: 'RETAIL', UnitPrice: 65.5 },
      { ItemNo: '23CHA', ItemQuantity: 1, QuantityUnit: 'RETAIL', UnitPrice: 42 },
    ],
  },
  reply: transactionReferenceReply(
    'The transaction reference of the order: that of this request, or of the first request when the order was sent before.',
  ),
  errors: {
    400: 'The request breaks a rule, names an unknown or retired item (a DELIVERY_TO_WINERY order may have retired items), or reuses an identity with different content (`DuplicateOrder`).',
  },
  check: checkSalesOrderRequest,
  dataFaults: findSalesItemFaults,
  change: {
    writer: salesOrderCreationWriter,
    item: draftOf,
    reply: ({ reference }) => reference,
  },
});
