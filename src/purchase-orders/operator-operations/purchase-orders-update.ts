/** PurchaseOrders/Update: change an open purchase order of a customer. */
import Type, { type Static } from 'typebox';
import { identifierField, transactionReferenceField } from '../../contract/fields.ts';
import { orderKeyExample } from '../../contract/operator-key-fields.ts';
import { checkUpdateNotEmpty, expectedLinesVersionField, type OrderChangeResult } from '../../documents/index.ts';
import { createAuditedWriter, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand, type OperatorContext } from '../../platform/http/operator-operation.ts';
import { PurchaseOrderPatch } from '../request-mapping.ts';
import { type PurchaseOrderUpdate, purchaseOrderUpdateWriter } from '../update-purchase-orders.ts';

interface Update extends PurchaseOrderUpdate {
  readonly context: OperatorContext;
}

/** Of `OrderInfo` only the names of the sent fields: the audit stores no address. */
const updates = createAuditedWriter<Update, OrderChangeResult>(
  purchaseOrderUpdateWriter,
  ({ patch, name }, { reference, orderId }) => ({
    action: 'purchase_order.updated',
    subject: orderId,
    customerNo: name.customerNo,
    after: {
      Reference: reference,
      Fields: Object.keys(patch.OrderInfo ?? {}),
      ...(patch.ItemsInfo && {
        Items: patch.ItemsInfo.map(({ ItemNo, ItemQuantity }) => ({ ItemNo, ItemQuantity })),
      }),
    },
  }),
);

const { OrderInfo, ItemsInfo } = PurchaseOrderPatch.properties;
// The order is named beside it, and its reference never changes.
const { CustomerReferenceNo: _, ...changeable } = OrderInfo.properties;
const request = Type.Object({
  CustomerNo: identifierField('The customer of the order.'),
  TransactionReferenceNumber: transactionReferenceField('Any reference that was returned for the order.'),
  OrderInfo: Type.Optional(Type.Object(changeable, { description: 'Fields to change.' })),
  ItemsInfo,
  ExpectedLinesVersion: expectedLinesVersionField,
});

export const purchaseOrdersUpdateOperation = defineOperatorCommand({
  path: '/api/PurchaseOrders/Update',
  summary: 'Change a purchase order',
  description:
    'Changes an OPEN purchase order as UpdatePurchaseOrder does: an absent field keeps its value, `""` clears a text, `ItemsInfo` replaces all lines and what is expected.',
  roles: ['service', 'admin'],
  request,
  requestExample: {
    ...orderKeyExample,
    OrderInfo: { SpecialInstruction: 'Dock 3' },
  },
  reply: {
    description: 'The purchase order is changed.',
    schema: Type.Object({ TransactionReferenceNumber: Type.String({ description: 'Of this change.' }) }),
    example: { TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002' },
  },
  errors: {
    400: 'There is nothing to change, a field or the resulting order is not valid, or an item is unknown, retired or not stored by the operator.',
    403: 'The purchase order is not OPEN, or has other lines than expected.',
    404: 'The customer has no such purchase order.',
  },
  check: ({ OrderInfo: order, ItemsInfo: items }: Static<typeof request>) =>
    checkUpdateNotEmpty('OrderInfo', order, items),
  execute: async ({ environment, context, request: sent }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: named, ExpectedLinesVersion, ...patch } = sent;
    const update = {
      ...context.forCustomer(customerNo),
      name: { customerNo, reference: named },
      patch,
      expectedLines: ExpectedLinesVersion,
      context,
    };
    const { reference } = valueOrThrowAppError(await environment.writeQueue.submit(updates, update));
    return { TransactionReferenceNumber: reference };
  },
});
