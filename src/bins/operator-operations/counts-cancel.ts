/** Counts/Cancel: end a count without a posting. */

import Type from 'typebox';
import { floorLeadRoles } from '../../floor/index.ts';
import { cancelCycleCounts } from '../../inventory/index.ts';
import { assertPresent } from '../../lib/assert.ts';
import { itemInStatusFields } from '../../locations/index.ts';
import { publishChangedTopics, recordAudit, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { countReferenceExample, countReferenceField } from '../count-fields.ts';
import { lockCountForOperator } from '../lock-count.ts';

export const countsCancelOperation = defineOperatorCommand({
  path: '/api/Counts/Cancel',
  summary: 'Cancel a count',
  description:
    'Ends an open count without a posting. Bins keep what was found in them, and what they lack is in no bin.',
  roles: floorLeadRoles,
  request: Type.Object({ CustomerNo: itemInStatusFields.CustomerNo, Count: countReferenceField }),
  requestExample: { CustomerNo: 'W1001', Count: countReferenceExample },
  reply: {
    description: 'Canceled.',
    schema: Type.Object({ Count: Type.String() }),
    example: { Count: countReferenceExample },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The count is not open.',
    404: 'There is no such count at a warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { CustomerNo: customerNo } = request;
    const key = { customerNo, countId: request.Count.toLowerCase() };
    return await db.write(async (tx) => {
      await lockCountForOperator(tx, operator, key);
      const [outcome] = await cancelCycleCounts(tx, [{ ...context.forCustomer(customerNo), countId: key.countId }]);
      valueOrThrowAppError(assertPresent(outcome, 'the outcome of a batch of one'));
      recordAudit(tx, context, { action: 'count.canceled', subject: key.countId, customerNo });
      publishChangedTopics(tx, ['floor']);
      return { Count: key.countId };
    });
  },
});
