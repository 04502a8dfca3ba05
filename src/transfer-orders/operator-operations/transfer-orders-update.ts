/** TransferOrders/Update: change an open transfer order of a customer. */
import Type, { type Static } from 'typebox';
import { identifierField, transactionReferenceField } from '../../contract/fields.ts';
import { orderKeyExample } from '../../contract/operator-key-fields.ts';
import { checkUpdateNotEmpty, expectedLinesVersionField, type OrderChangeResult } from '../../documents/index.ts';
import { createAuditedWriter, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand, type OperatorContext } from '../../platform/http/operator-operation.ts';
import { TransferOrderPatchRequest, toTransferOrderPatch } from '../request-mapping.ts';
import { type TransferOrderUpdate, transferOrderUpdateWriter } from '../update-transfer-orders.ts';

interface Update extends TransferOrderUpdate {
  /** Names of the `TransferInfo` fields of the request. */
  readonly fields: readonly string[];
  readonly context: OperatorContext;
}

/** Of `TransferInfo` only the names of the sent fields: the audit stores no contact. */
const updates = createAuditedWriter<Update, OrderChangeResult>(
  transferOrderUpdateWriter,
  ({ patch, name, fields }, { reference, orderId }) => ({
    action: 'transfer_order.updated',
    subject: orderId,
    customerNo: name.customerNo,
    after: {
      Reference: reference,
      Fields: fields,
      ...(patch.lines && {
        Items: patch.lines.map(({ itemNo, quantity }) => ({ ItemNo: itemNo, ItemQuantity: quantity })),
      }),
    },
  }),
);

const { TransferInfo, ItemsInfo } = TransferOrderPatchRequest.properties;
// The order is named beside them, and its reference never changes.
const { TransferOrderNumber: _number, CustomerReferenceNo: _reference, ...changeable } = TransferInfo.properties;
const request = Type.Object({
  CustomerNo: identifierField('The customer of the order.'),
  TransactionReferenceNumber: transactionReferenceField('Any reference that was returned for the order.'),
  TransferInfo: Type.Optional(Type.Object(changeable, { description: 'Fields to change.' })),
  ItemsInfo,
  ExpectedLinesVersion: expectedLinesVersionField,
});

export const transferOrdersUpdateOperation = defineOperatorCommand({
  path: '/api/TransferOrders/Update',
  summary: 'Change a transfer order',
  description:
    'Changes an OPEN transfer order as UpdateTransferOrder does: an absent field keeps its value, `""` clears a text, `ItemsInfo` replaces all lines. The reservation is replaced in one step; when the new quantity cannot be reserved whole, the order is backordered. The warehouses never change.',
  roles: ['service', 'admin'],
  request,
  requestExample: {
    ...orderKeyExample,
    TransferInfo: { SpecialInstruction: 'Dock 2' },
  },
  reply: {
    description: 'The transfer order is changed.',
    schema: Type.Object({ TransactionReferenceNumber: Type.String({ description: 'Of this change.' }) }),
    example: { TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002' },
  },
  errors: {
    400: 'There is nothing to change, a field is not valid, or an item is unknown or not stored by the operator.',
    403: 'The transfer order is not OPEN, or has other lines than expected.',
    404: 'The customer has no such transfer order.',
  },
  check: ({ TransferInfo: info, ItemsInfo: items }: Static<typeof request>) =>
    checkUpdateNotEmpty('TransferInfo', info, items),
  execute: async ({ environment, context, request: sent }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: named, TransferInfo: info = {} } = sent;
    const update = {
      ...context.forCustomer(customerNo),
      name: { customerNo, reference: named },
      fields: Object.keys(info),
      context,
      expectedLines: sent.ExpectedLinesVersion,
      patch: toTransferOrderPatch({ TransferInfo: info, ...(sent.ItemsInfo && { ItemsInfo: sent.ItemsInfo }) }),
    };
    const { reference } = valueOrThrowAppError(await environment.writeQueue.submit(updates, update));
    return { TransactionReferenceNumber: reference };
  },
});
