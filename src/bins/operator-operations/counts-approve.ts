/** Counts/Approve: post the difference of a count. */

import Type from 'typebox';
import { floorLeadRoles } from '../../floor/index.ts';
import {
  approveCycleCounts,
  changeStockAndReportEffects,
  lockCycleCounts,
  StockEffectsReply,
  stockEffectsExample,
  toStockEffectsReply,
} from '../../inventory/index.ts';
import { assertPresent } from '../../lib/assert.ts';
import { itemInStatusFields } from '../../locations/index.ts';
import { publishChangedTopics, recordAudit, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { countReferenceExample, countReferenceField } from '../count-fields.ts';
import { lockCountForOperator } from '../lock-count.ts';

export const countsApproveOperation = defineOperatorCommand({
  path: '/api/Counts/Approve',
  summary: 'Approve a count',
  description:
    'Posts the confirmed difference of a count as an Inventory Adjustment with the reason COUNT, and closes it. Where reserved stock disappears, the newest reservations of orders that are not in work are released; the reply names them. `Preview` returns it without changing anything.',
  roles: floorLeadRoles,
  request: Type.Object({
    CustomerNo: itemInStatusFields.CustomerNo,
    Count: countReferenceField,
    Preview: Type.Optional(
      Type.Boolean({ description: 'Only returns what it would do to orders; nothing is changed.' }),
    ),
  }),
  requestExample: { CustomerNo: 'W1001', Count: countReferenceExample },
  reply: {
    description: 'Posted, and what it does to orders.',
    schema: Type.Object({
      Quantity: Type.Integer({ description: 'Units that were posted.' }),
      ...StockEffectsReply.properties,
    }),
    example: { Quantity: -2, ...stockEffectsExample },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The count is not open, is not finished, the warehouse or the inventory status was removed, or too little stock is left for its difference.',
    404: 'There is no such count at a warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { CustomerNo: customerNo, Preview: isPreview = false } = request;
    const key = { customerNo, countId: request.Count.toLowerCase() };
    const count = (await db.write((tx) => lockCycleCounts(tx, [key]))).get(key.countId);
    const itemNos = [...new Set((count?.lines ?? []).map(({ itemNo }) => itemNo))];
    const outcome = await changeStockAndReportEffects(
      db,
      { customerNo, itemNos, isPreview },
      async (tx) => {
        await lockCountForOperator(tx, operator, key);
        const [approved] = await approveCycleCounts(tx, [{ ...context.forCustomer(customerNo), countId: key.countId }]);
        return assertPresent(approved, 'the outcome of a batch of one');
      },
      (tx, { differences }) => {
        const after = { Warehouse: count?.warehouse, Differences: differences };
        recordAudit(tx, context, { action: 'count.approved', subject: key.countId, customerNo, after });
        publishChangedTopics(tx, ['floor']);
      },
    );
    const effects = valueOrThrowAppError(outcome);
    const quantity = effects.done.differences.reduce((sum, difference) => sum + difference.quantity, 0);
    return { Quantity: quantity, TransactionReferenceNumber: context.reference, ...toStockEffectsReply(effects) };
  },
});
