/** Holds/Place: put an open order on a Customer Service hold. */

import Type from 'typebox';
import { dateTimeField, holdTextField } from '../../contract/fields.ts';
import { orderKeyExample, orderKeyFields } from '../../contract/operator-key-fields.ts';
import { parseInstant, startOfDay } from '../../lib/dates.ts';
import { createAuditedWriter, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand, type OperatorContext } from '../../platform/http/operator-operation.ts';
import {
  type HoldChangeResult,
  type OperatorHoldRequest,
  operatorHoldPlacementWriter,
} from '../../sales-orders/index.ts';
import { tryCatchUpOrderIndex } from '../maintain.ts';
import { holdPlacedAuditEntry } from '../order-audit.ts';

const placement = createAuditedWriter<OperatorHoldRequest & { readonly context: OperatorContext }, HoldChangeResult>(
  operatorHoldPlacementWriter,
  ({ customerNo }, changed) => holdPlacedAuditEntry(customerNo, changed),
);

export const holdsPlaceOperation = defineOperatorCommand({
  path: '/api/Holds/Place',
  summary: 'Put an order on hold',
  description:
    'Puts an open order on a Customer Service hold, with a reason that the customer reads and optionally an end. Repeating it replaces reason and end. Its other holds stay.',
  roles: ['service', 'admin'],
  request: Type.Object({
    ...orderKeyFields,
    Reason: holdTextField('For the customer.', { minLength: 1 }),
    EndsAt: Type.Optional(dateTimeField("When it ends by itself, on the customer's clock.")),
  }),
  requestExample: {
    ...orderKeyExample,
    Reason: 'The customer asked for another address.',
  },
  reply: {
    description: 'The order is on hold.',
    schema: Type.Object({ TransactionReferenceNumber: Type.String({ description: 'Of this change.' }) }),
    example: { TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002' },
  },
  errors: {
    400: '`EndsAt` is not after the time on the customer’s clock, or a field is missing.',
    403: 'Work on the order has started, or it is shipped or canceled.',
    404: 'The customer has no such order.',
  },
  execute: async ({ environment, context, request }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: reference, Reason: description, EndsAt: end } = request;
    const { timeZone } = environment.config;
    const endsAt =
      end === undefined
        ? undefined
        : (parseInstant(end, timeZone) ?? startOfDay(Temporal.PlainDate.from(end), timeZone));
    const item = {
      ...context.forCustomer(customerNo),
      name: { customerNo, reference },
      description,
      endsAt,
      timeZone,
      context,
    };
    const placed = valueOrThrowAppError(await environment.writeQueue.submit(placement, item));
    await tryCatchUpOrderIndex(environment.db, [customerNo]);
    return { TransactionReferenceNumber: placed.reference };
  },
});
