/** POST /api/Simulation/CancelCount: a count is given up (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { referenceField } from '../../contract/fields.ts';
import { referenceExample } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { countCancellations } from '../counts-close.ts';
import { postedBody, postedReply } from './stock-fields.ts';

export const cancelCount = defineInternalChange({
  name: 'CancelCount',
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
