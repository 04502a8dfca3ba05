/** TransferOrders/Create: move inventory of a customer between two warehouses. */
import Type from 'typebox';
import { assertCustomerFound } from '../../auth/index.ts';
import { identifierField } from '../../contract/fields.ts';
import type { ChangeReference } from '../../documents/index.ts';
import { createAuditedWriter, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand, type OperatorContext } from '../../platform/http/operator-operation.ts';
import { type TransferOrderCreation, transferOrderCreationWriter } from '../create-transfer-orders.ts';
import { createTransferOrderOperation } from '../operations/create-transfer-order.ts';
import { checkWarehousesDiffer, TransferOrderRequest, toTransferOrderDraft } from '../request-mapping.ts';

/** A repeated creation has the reference of the first one, and is not recorded again. */
const creations = createAuditedWriter<TransferOrderCreation & { readonly context: OperatorContext }, ChangeReference>(
  transferOrderCreationWriter,
  ({ context, customerNo, draft }, { reference }) =>
    reference === context.reference
      ? {
          action: 'transfer_order.created',
          subject: reference,
          customerNo,
          after: {
            CustomerReferenceNo: draft.customerReferenceNo,
            InventoryStatus: draft.inventoryStatus,
            FromWarehouse: draft.fromWarehouse,
            ToWarehouse: draft.toWarehouse,
            Items: draft.lines.map(({ itemNo, quantity, quantityUnit }) => ({
              ItemNo: itemNo,
              ItemQuantity: quantity,
              QuantityUnit: quantityUnit,
            })),
          },
        }
      : undefined,
);

export const transferOrdersCreateOperation = defineOperatorCommand({
  path: '/api/TransferOrders/Create',
  summary: 'Enter a transfer order',
  description:
    'Moves inventory of a customer between two warehouses as CreateTransferOrder does: it is reserved at the source at once, or backordered. Repeated with the same content it returns the first reference and changes nothing; `IsNew` is false then.',
  roles: ['service', 'admin'],
  request: Type.Object({ CustomerNo: identifierField('The customer.'), ...TransferOrderRequest.properties }),
  requestExample: { CustomerNo: 'W1001', ...createTransferOrderOperation.requestExample },
  reply: {
    description: 'The transfer order is OPEN.',
    schema: Type.Object({
      TransactionReferenceNumber: Type.String({ description: 'Of the transfer order.' }),
      IsNew: Type.Boolean({ description: 'False when it was there already.' }),
    }),
    example: { TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001', IsNew: true },
  },
  errors: {
    400: 'A field is not valid, an item is unknown or not stored by the operator, or the reference belongs to a transfer order with other content (`DuplicateTransferOrder`).',
    404: 'There is no such customer.',
  },
  check: checkWarehousesDiffer,
  execute: async ({ environment, context, request: { CustomerNo: customerNo, ...sent } }) => {
    await assertCustomerFound(environment.db, customerNo);
    const creation = { ...context.forCustomer(customerNo), draft: toTransferOrderDraft(sent), context };
    const { reference } = valueOrThrowAppError(await environment.writeQueue.submit(creations, creation));
    return { TransactionReferenceNumber: reference, IsNew: reference === context.reference };
  },
});
