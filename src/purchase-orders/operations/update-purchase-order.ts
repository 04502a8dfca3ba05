/** POST /api/InventoryMovement/UpdatePurchaseOrder (interface: Inventory; Purchase order; decisions 4, 6, 9, 11). */
import { transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { findRequestItemFaults, parseOrderNumber } from '../../documents/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { noSuchPurchaseOrderMessage } from '../purchase-order.ts';
import { checkPurchaseOrderPatch, PurchaseOrderPatch } from '../request-mapping.ts';
import { purchaseOrderUpdateWriter } from '../update-purchase-orders.ts';

function check({ PurchaseOrderNumber: number, OrderInfo: order }: PurchaseOrderPatch): Fault[] {
  if (number !== undefined || order?.CustomerReferenceNo !== undefined) return [];
  const message = 'is required without PurchaseOrderNumber';
  return [{ field: 'OrderInfo.CustomerReferenceNo', code: 'Required', message, unless: ['PurchaseOrderNumber'] }];
}

export const updatePurchaseOrderOperation = defineChange({
  path: '/api/InventoryMovement/UpdatePurchaseOrder',
  tag: 'Inventory',
  summary: 'Update a purchase order',
  description: [
    'Merges the request into a purchase order that is OPEN: a field that is absent or null stays, `""` clears a text, `ItemsInfo` replaces all lines and with them `OpenPOQuantity`. The result is validated like a new purchase order. Returns the transaction reference of the update.',
    '',
    '`PurchaseOrderNumber` identifies the order; any transaction reference returned for the order can be sent in its place. Without it `OrderInfo.CustomerReferenceNo` does, which never changes. `ReferenceNo` is data and identifies nothing.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  request: PurchaseOrderPatch,
  requestExample: {
    OrderInfo: {
      CustomerReferenceNo: 'INBOUND-1001',
      ReferenceNo: 'PICKUP-1001',
      SpecialInstruction: 'Dock 3',
    },
  },
  reply: transactionReferenceReply('The transaction reference of the update.'),
  errors: {
    400: 'The request or the resulting purchase order is not valid, or an item is unknown, retired or not stored by the operator (`ValidationFailed`).',
    403: 'The purchase order is not OPEN, or the credentials lack the right to write.',
    404: noSuchPurchaseOrderMessage,
  },
  check,
  mockCheck: checkPurchaseOrderPatch,
  // An item that the order has already is accepted whatever its state, which only the update itself can check.
  dataFaults: async (input) => (await findRequestItemFaults(input)).filter((fault) => fault.code === 'UnknownItem'),
  change: {
    writer: purchaseOrderUpdateWriter,
    item: ({ context, request }) => {
      const { customerNo } = context;
      const { PurchaseOrderNumber: number, OrderInfo: order } = request;
      const name =
        number === undefined
          ? { customerNo, customerReferenceNo: order?.CustomerReferenceNo ?? '' }
          : parseOrderNumber(customerNo, number);
      return { ...context, name, patch: request };
    },
    reply: ({ reference }) => reference,
  },
});
