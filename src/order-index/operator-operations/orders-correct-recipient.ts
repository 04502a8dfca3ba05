/** Orders/CorrectRecipient: correct name and address of an open order. */
import Type from 'typebox';
import { RecipientContactInfoPatch } from '../../contract/contacts.ts';
import { orderKeyExample, orderKeyFields } from '../../contract/operator-key-fields.ts';
import { checkUpdateNotEmpty } from '../../documents/index.ts';
import {
  createAuditedWriter,
  expectedVersionField,
  findRecordVersionConflict,
  valueOrThrowAppError,
} from '../../operators/index.ts';
import { defineOperatorCommand, type OperatorContext } from '../../platform/http/operator-operation.ts';
import {
  readHolds,
  type SalesOrderUpdate,
  type SalesOrderUpdateResult,
  salesOrderUpdateWriter,
} from '../../sales-orders/index.ts';
import { tryCatchUpOrderIndex } from '../maintain.ts';
import { recipientCorrectedAuditEntry } from '../order-audit.ts';
import { recipientRecord } from '../recipient-fields.ts';

type Correction = SalesOrderUpdate & { readonly context: OperatorContext };

const corrections = createAuditedWriter<Correction, SalesOrderUpdateResult>(
  salesOrderUpdateWriter,
  ({ customerNo, patch }, updated) =>
    recipientCorrectedAuditEntry(customerNo, updated, Object.keys(patch.RecipientContactInfo ?? {})),
);

export const ordersCorrectRecipientOperation = defineOperatorCommand({
  path: '/api/Orders/CorrectRecipient',
  summary: 'Correct the recipient of an order',
  description:
    'Changes name and address of the recipient of an open order as UpdateSalesOrder does: an absent field keeps its value, `""` clears a text. Holds about the recipient, also those that the packing station or a carrier caused, end when the new address is usable; other holds stay.',
  roles: ['service', 'admin'],
  request: Type.Object({
    ...orderKeyFields,
    RecipientContactInfo: RecipientContactInfoPatch,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: {
    ...orderKeyExample,
    RecipientContactInfo: { Address: '7051 Oak Avenue' },
  },
  reply: {
    description: 'The recipient is corrected.',
    schema: Type.Object({
      TransactionReferenceNumber: Type.String({ description: 'Of this change.' }),
      HoldReasons: Type.Array(Type.String(), {
        description: 'Why the order is on hold after the change, for example because its address is still not usable.',
      }),
    }),
    example: { TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002', HoldReasons: [] },
  },
  errors: {
    400: 'There is nothing to correct, or a field breaks a rule of UpdateSalesOrder.',
    403: 'Work on the order has started, it is shipped or canceled, its recipient was erased, or it is not the expected one.',
    404: 'The customer has no such order.',
  },
  check: ({ RecipientContactInfo: recipient }) =>
    recipient === undefined ? [] : checkUpdateNotEmpty('RecipientContactInfo', recipient),
  execute: async ({ environment, context, request }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: reference, RecipientContactInfo } = request;
    const item: Correction = {
      ...context.forCustomer(customerNo),
      name: { customerNo, reference },
      patch: { RecipientContactInfo },
      hold: undefined,
      context,
      check: (tx, subject, { recipient }) =>
        findRecordVersionConflict(tx, {
          noun: 'order',
          name: 'recipient',
          subject,
          customerNo,
          before: recipientRecord(recipient),
          logged: { kinds: ['sales_order.updated'], parts: ['RecipientContactInfo'] },
          expected: request.ExpectedVersion,
        }),
    };
    const corrected = valueOrThrowAppError(await environment.writeQueue.submit(corrections, item));
    await tryCatchUpOrderIndex(environment.db, [customerNo]);
    const { orderId } = corrected;
    const holds = (await readHolds(environment.db, [{ customerNo, orderId }])).get(orderId) ?? [];
    return {
      TransactionReferenceNumber: corrected.reference,
      HoldReasons: [...new Set(holds.map(({ reason }) => reason))],
    };
  },
});
