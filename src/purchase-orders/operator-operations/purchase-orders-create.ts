/** PurchaseOrders/Create: announce inbound inventory of a customer. */
import Type from 'typebox';
import { assertCustomerFound } from '../../auth/index.ts';
import { identifierField } from '../../contract/fields.ts';
import type { ChangeReference } from '../../documents/index.ts';
import { createAuditedWriter, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand, type OperatorContext } from '../../platform/http/operator-operation.ts';
import { type PurchaseOrderCreation, purchaseOrderCreationWriter } from '../create-purchase-orders.ts';
import { createPurchaseOrderOperation } from '../operations/create-purchase-order.ts';
import { checkPurchaseOrderRequest, PurchaseOrderRequest, toPurchaseOrderDraft } from '../request-mapping.ts';

/** A repeated creation has the reference of the first one, and is not recorded again. */
const creations = createAuditedWriter<PurchaseOrderCreation & { readonly context: OperatorContext }, ChangeReference>(
  purchaseOrderCreationWriter,
  ({ context, customerNo, draft }, { reference }) =>
    reference === context.reference
      ? {
          action: 'purchase_order.created',
          subject: reference,
          customerNo,
          after: {
            CustomerReferenceNo: draft.customerReferenceNo,
            Warehouse: draft.warehouse,
            InventoryStatus: draft.inventoryStatus,
            Items: draft.lines.map(({ itemNo, quantity }) => ({ ItemNo: itemNo, ItemQuantity: quantity })),
          },
        }
      : undefined,
);

export const purchaseOrdersCreateOperation = defineOperatorCommand({
  path: '/api/PurchaseOrders/Create',
  summary: 'Enter a purchase order',
  description:
    'Announces inbound inventory of a customer as CreatePurchaseOrder does: its lines are expected from now on. Repeated with the same content it returns the first reference and changes nothing; `IsNew` is false then.',
  roles: ['service', 'admin'],
  request: Type.Object({ CustomerNo: identifierField('The customer.'), ...PurchaseOrderRequest.properties }),
  requestExample: { CustomerNo: 'W1001', ...createPurchaseOrderOperation.requestExample },
  reply: {
    description: 'The purchase order is OPEN.',
    schema: Type.Object({
      TransactionReferenceNumber: Type.String({ description: 'Of the purchase order.' }),
      IsNew: Type.Boolean({ description: 'False when it was there already.' }),
    }),
    example: { TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001', IsNew: true },
  },
  errors: {
    400: 'A field is not valid, an item is unknown, retired or not stored by the operator, or the reference belongs to a purchase order with other content (`DuplicatePurchaseOrder`).',
    404: 'There is no such customer.',
  },
  check: checkPurchaseOrderRequest,
  execute: async ({ environment, context, request: { CustomerNo: customerNo, ...sent } }) => {
    await assertCustomerFound(environment.db, customerNo);
    const creation = { ...context.forCustomer(customerNo), draft: toPurchaseOrderDraft(sent), context };
    const { reference } = valueOrThrowAppError(await environment.writeQueue.submit(creations, creation));
    return { TransactionReferenceNumber: reference, IsNew: reference === context.reference };
  },
});
