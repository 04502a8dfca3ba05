/** Floor/TakeBack: orders leave the floor and are open again. */

import Type from 'typebox';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { assertPresent } from '../../lib/assert.ts';
import { readSubjectsChangedByEarlierRuns } from '../../operators/index.ts';
import {
  type BulkOutcome,
  bulkOrderKeysExample,
  bulkOrderKeysField,
  bulkOutcomesExample,
  bulkOutcomesField,
  changeOrdersInBulk,
  toBulkOutcomeRecords,
} from '../../order-index/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles, worksInWarehouse } from '../floor-fields.ts';
import { formatTakeBackInstructions, orderTakeBackWriter, type TakenBackOrder } from '../take-back.ts';

export const floorTakeBackOperation = defineOperatorCommand({
  path: '/api/Floor/TakeBack',
  isResumable: true,
  summary: 'Take orders back from the floor',
  description:
    'Opens orders again that were released and have not departed: they may be updated and canceled, and wait for another release. Their packages are canceled and their labels voided; bottles in boxes go back to the shelf. Of bottles that were picked, the message says in which tote they are; it is in use until Picking/EmptyTote or Picking/PutBack. An order that is a problem leaves the list of problems. Each order has one outcome.',
  roles: floorLeadRoles,
  request: Type.Object({
    Orders: bulkOrderKeysField,
    Note: Type.String({ minLength: 1, maxLength: maxNoteLength, description: 'Why, for the timelines of the orders.' }),
  }),
  requestExample: { Orders: bulkOrderKeysExample, Note: 'The winery asked for it.' },
  reply: {
    description: 'One outcome per order.',
    schema: Type.Object({ Outcomes: bulkOutcomesField({ TakenBack: Type.Boolean() }) }),
    example: { Outcomes: bulkOutcomesExample({ TakenBack: true, Message: 'Order CLB1001 is open again.' }) },
  },
  errors: { 400: 'No order, too many orders, no note, or a reference that is not one.' },
  execute: async (call) => {
    const { environment, operator, context, request, run } = call;
    // An order that this request took back before it was interrupted may have been released again since.
    const earlier = await readSubjectsChangedByEarlierRuns(environment.db, context, run, 'order.taken_back');
    const left = request.Orders.filter(({ TransactionReferenceNumber }) => !earlier.has(TransactionReferenceNumber));
    const outcomes = await changeOrdersInBulk(
      call,
      orderTakeBackWriter,
      left.map(({ CustomerNo: customerNo, TransactionReferenceNumber: orderId }) => ({
        order: { customerNo, orderId },
        context,
        note: request.Note,
        mayWorkIn: (warehouse: string) => worksInWarehouse(operator, warehouse),
      })),
    );
    const rest = outcomes.values();
    const outcomesInOrder = request.Orders.map(
      ({ TransactionReferenceNumber }): BulkOutcome<TakenBackOrder | undefined> =>
        earlier.has(TransactionReferenceNumber)
          ? { ok: undefined }
          : assertPresent(rest.next().value, 'the outcome of an order'),
    );
    return {
      Outcomes: toBulkOutcomeRecords(request.Orders, outcomesInOrder, (outcome) => {
        if ('message' in outcome) return { TakenBack: false, Message: outcome.message };
        if (outcome.ok === undefined) return { TakenBack: true, Message: 'The order is open again.' };
        const done = outcome.ok.wasProblem ? 'is no longer a problem of the floor' : 'is open again';
        const back = formatTakeBackInstructions(outcome.ok);
        return { TakenBack: true, Message: `Order ${outcome.ok.orderNo} ${done}. ${back}`.trim() };
      }),
    };
  },
});
