/** POST /api/Simulation/CancelCount: a count is given up (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { referenceField } from '../../contract/fields.ts';
import { referenceExample } from '../../contract/orders.ts';
import { countCancellations } from '../../inventory/index.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { postedBody, postedReply, stockOperationDefaults } from './stock-fields.ts';

export const cancelCount = defineChange({
  ...stockOperationDefaults,
  path: '/api/Simulation/CancelCount',
  summary: 'Cancels a cycle count',
  description: 'Closes an open count without posting anything; what it looked at may be counted again.',
  request: Type.Object({ CountReference: referenceField('The reference that OpenCount answered.') }),
  requestExample: { CountReference: referenceExample },
  reply: { ...postedReply, description: 'The count is closed.' },
  errors: {
    403: 'The count is APPROVED or CANCELED, or the credentials lack the right to write.',
    404: 'There is no such count.',
  },
  change: {
    writer: countCancellations,
    member: (call) => ({ ...call.context, countId: call.request.CountReference }),
    reply: postedBody,
  },
});
