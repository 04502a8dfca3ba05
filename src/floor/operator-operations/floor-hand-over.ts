/** Floor/HandOver: the recipient of a will-call order takes it. */

import Type from 'typebox';
import { codeField, transactionReferenceField } from '../../contract/fields.ts';
import { orderCustomerField, orderKeyExample } from '../../contract/operator-key-fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { recordAudit, valueOrThrowAppError, worksInWarehouse } from '../../operators/index.ts';
import { orderHandedOverAuditEntry } from '../../order-index/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { findSalesOrderKeysBySelector, lockSalesOrders, noSuchSalesOrderMessage } from '../../sales-orders/index.ts';
import { completeWillCallPickup } from '../../warehouse/index.ts';
import { floorRoles } from '../floor-fields.ts';

const takers = ['recipient', 'other'] as const;

export const floorHandOverOperation = defineOperatorCommand({
  path: '/api/Floor/HandOver',
  summary: 'Hand a will-call order over',
  description:
    'The recipient has come for a will-call order: its packages are DELIVERED, its stock leaves the ledger, and it is SHIPPED. An order with wine needs `IsOfAge`: the person has checked the ID and has the signature of an adult. Of an automatic warehouse too.',
  roles: floorRoles,
  request: Type.Object({
    CustomerNo: orderCustomerField,
    TransactionReferenceNumber: transactionReferenceField('`TransactionReferenceNumber` of Floor/ListWillCall.'),
    IsOfAge: Type.Optional(
      Type.Boolean({ description: 'The ID was checked, and an adult has signed. Required for an order with wine.' }),
    ),
    TakenBy: Type.Optional(
      codeField('Who took it, in the timeline of the order; absent: recipient. Names of others are not kept.', takers),
    ),
  }),
  requestExample: {
    ...orderKeyExample,
    IsOfAge: true,
  },
  reply: {
    description: 'The order is handed over.',
    schema: Type.Object({ OrderNo: Type.String(), Packages: Type.Integer() }),
    example: { OrderNo: 'CLB1001', Packages: 1 },
  },
  errors: {
    400: 'The reference is not one.',
    403: 'The order is not will call, or not ready for pickup; its state was closed or its account put on hold; or it has wine, and IsOfAge is not true.',
    404: 'There is no such order of the warehouses of the operator.',
  },
  execute: async ({ environment: { db }, operator, context, request }) => {
    const {
      CustomerNo: customerNo,
      TransactionReferenceNumber: reference,
      IsOfAge: isOfAge = false,
      TakenBy = 'recipient',
    } = request;
    return await db.write(async (tx) => {
      const [resolved] = await findSalesOrderKeysBySelector(tx, [{ customerNo, reference }]);
      const key = valueOrThrowAppError(assertPresent(resolved, 'the outcome of a name'));
      const [order] = await lockSalesOrders(tx, [key]);
      if (order === undefined || !worksInWarehouse(operator, order.warehouse))
        throw notFoundError(noSuchSalesOrderMessage);
      const pickup = {
        ...context.forCustomer(customerNo),
        order: { customerNo, reference },
        isOfAge,
        confirmAge: 'send IsOfAge',
        isTakenByOther: TakenBy === 'other',
      };
      const completed = valueOrThrowAppError(await completeWillCallPickup(tx, pickup));
      recordAudit(tx, context, orderHandedOverAuditEntry(pickup, completed));
      return { OrderNo: completed.orderNo, Packages: completed.packages };
    });
  },
});
