/** CancelCount: close a cycle count without posting (decision 10). */

import Type from 'typebox';
import { transactionReferenceField } from '../../contract/fields.ts';
import { transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { cycleCountCancellationWriter } from '../counts-close.ts';
import { stockPostedReplyDeclaration, toStockPostedBody } from './stock-fields.ts';

export const cancelCountOperation = defineInternalChange({
  name: 'CancelCount',
  summary: 'Cancel a cycle count',
  description: 'Closes an open count without posting anything. Its balances can be counted again.',
  request: Type.Object({ CountReference: transactionReferenceField('The reference that OpenCount returned.') }),
  requestExample: { CountReference: transactionReferenceExample },
  reply: { ...stockPostedReplyDeclaration, description: 'The count is canceled.' },
  errors: {
    403: 'The count is APPROVED or CANCELED.',
    404: 'The count does not exist.',
  },
  change: {
    writer: cycleCountCancellationWriter,
    item: (call) => ({ ...call.context, countId: call.request.CountReference }),
    reply: toStockPostedBody,
  },
});
