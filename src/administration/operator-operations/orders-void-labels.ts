/** Orders/VoidLabels: void the labels of an order that has not left. */
import Type from 'typebox';
import { holdTextField } from '../../contract/fields.ts';
import { orderKeyExample, orderKeyFields } from '../../contract/operator-key-fields.ts';
import { readFloorWork } from '../../floor/index.ts';
import { recordAudit, valueOrThrowAppError } from '../../operators/index.ts';
import { tryCatchUpOrderIndex } from '../../order-index/index.ts';
import { refuseState } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { findSalesOrderKeysBySelector, lockSalesOrders } from '../../sales-orders/index.ts';
import { buyAndVoidDueLabelsOfOrder, labelDepsOf, voidLabelsAndReopenOrder } from '../../shipping-labels/index.ts';

/** How long to wait for the carrier. The remaining voids are completed in the background. */
const carrierTimeoutMs = 10_000;

export const ordersVoidLabelsOperation = defineOperatorCommand({
  path: '/api/Orders/VoidLabels',
  summary: 'Void the labels of an order',
  description:
    'Voids all labels of an order that has not left. An order in work is open again then, with its stock, and on a Customer Service hold with the reason; once that ends it gets new labels. An order on the floor of a worked warehouse is taken back from its wave instead.',
  roles: ['service', 'admin'],
  request: Type.Object({
    ...orderKeyFields,
    Reason: holdTextField('Shown to the customer.', { minLength: 1 }),
  }),
  requestExample: {
    ...orderKeyExample,
    Reason: 'The box was damaged',
  },
  reply: {
    description: 'The labels are voided.',
    schema: Type.Object({
      TransactionReferenceNumber: Type.String({ description: 'Of this change.' }),
      Labels: Type.Integer({ description: 'Requested and bought labels that are voided; 0 with simulated carriers.' }),
      Packages: Type.Integer({ description: 'Packages that were canceled.' }),
      OnHold: Type.Boolean({ description: 'Whether the order was in work, and is on hold now.' }),
    }),
    example: {
      TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002',
      Labels: 1,
      Packages: 1,
      OnHold: true,
    },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The order is canceled, has shipped, has no label, or is on the floor of a worked warehouse.',
    404: 'The customer has no such order.',
  },
  timeoutSeconds: 60,
  execute: async ({ environment, context, request }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: reference, Reason: reason } = request;
    const order = { customerNo, reference };
    const { timeZone } = environment.config;
    const voided = await environment.db.write(async (tx) => {
      const [named] = await findSalesOrderKeysBySelector(tx, [order]);
      const locked = named !== undefined && 'ok' in named ? await lockSalesOrders(tx, [named.ok]) : [];
      // Read before the void, which ends the work. Work that is over stays on record.
      const [work] = await readFloorWork(tx, locked);
      const done = valueOrThrowAppError(
        await voidLabelsAndReopenOrder(tx, { ...context.forCustomer(customerNo), order, reason, timeZone }),
      );
      if (work !== undefined && work.state !== 'problem' && work.state !== 'stopped') {
        const text = 'The order is on the floor. Take it back from its wave, which voids its labels.';
        valueOrThrowAppError(refuseState('ON THE FLOOR', text));
      }
      const after = { Labels: done.labels, Packages: done.packages, OnHold: done.wasInWork, Reason: reason };
      recordAudit(tx, context, { action: 'order.labels_voided', subject: done.orderId, customerNo, after });
      return done;
    });
    const deps = labelDepsOf(environment);
    const { orderId, labels, packages, wasInWork } = voided;
    if (deps !== undefined)
      await buyAndVoidDueLabelsOfOrder(deps, { customerNo, orderId }, performance.now() + carrierTimeoutMs);
    await tryCatchUpOrderIndex(environment.db, [customerNo]);
    return { TransactionReferenceNumber: context.reference, Labels: labels, Packages: packages, OnHold: wasInWork };
  },
});
