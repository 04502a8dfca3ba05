/** POST /api/InventoryMovement/UpdatePurchaseOrder (interface: Inventory; Purchase order; decisions 4, 6, 9, 11). */
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineChange } from '../../platform/http/operation.ts';
import type { PurchaseOrderChanged } from '../change.ts';
import { PurchaseOrderPatch } from '../request-mapping.ts';
import { type PurchaseOrderUpdate, purchaseOrderUpdates } from '../update-purchase-orders.ts';
import { itemFaults } from './item-faults.ts';

function check({ PurchaseOrderNumber: number, OrderInfo: order }: PurchaseOrderPatch): Fault[] {
  if (number !== undefined || order?.CustomerReferenceNo !== undefined) return [];
  const message = 'is required where PurchaseOrderNumber is not given';
  return [{ field: 'OrderInfo.CustomerReferenceNo', code: 'Required', message, unless: ['PurchaseOrderNumber'] }];
}

export const updatePurchaseOrder = defineChange<
  typeof PurchaseOrderPatch,
  typeof TransactionReference,
  PurchaseOrderUpdate,
  PurchaseOrderChanged
>({
  path: '/api/InventoryMovement/UpdatePurchaseOrder',
  tag: 'Inventory',
  summary: 'Updates a purchase order that is open.',
  description: [
    'Merges into the order: a field that is absent (or null) stays, `""` clears a text, `ItemsInfo` when present replaces all lines and what counts as `OpenPOQuantity`. The order that comes of it is checked as a new one would be. Answers the transaction reference of the update.',
    '',
    'The order is named by `PurchaseOrderNumber` (any transaction reference that was answered for it is accepted in its place), else by `OrderInfo.CustomerReferenceNo`, which never changes. `ReferenceNo` never names an order: one that differs is new data.',
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
  reply: {
    status: 200,
    description: 'The transaction reference of the update.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'The request or the order that would come of it breaks a rule, or an item is unknown, retired or not stored by the operator.',
    403: 'The purchase order is not open, or the credentials lack the right to write.',
    404: 'There is no such purchase order.',
  },
  check,
  // Whether a retired item may stay depends on the order: the operation itself judges that.
  dataFaults: async (input) => (await itemFaults(input)).filter((fault) => fault.code === 'UnknownItem'),
  change: {
    writer: purchaseOrderUpdates,
    member: ({ context, request }) => ({
      ...context,
      name:
        request.PurchaseOrderNumber === undefined
          ? { customerNo: context.customerNo, customerReferenceNo: request.OrderInfo?.CustomerReferenceNo ?? '' }
          : { customerNo: context.customerNo, purchaseOrderNumber: request.PurchaseOrderNumber },
      patch: request,
    }),
    reply: ({ reference }) => reference,
  },
});
