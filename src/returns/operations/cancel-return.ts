/** CancelReturn: close an announced return that never arrived (decision 21). */

import Type from 'typebox';
import { identifierField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { returnCancellationWriter } from '../return-writers.ts';

export const cancelReturnOperation = defineInternalChange({
  name: 'CancelReturn',
  summary: 'Cancel a return that never arrived',
  description: 'Closes an EXPECTED return without a receipt. Nothing is posted, and its units can be returned again.',
  request: Type.Object({ RMANumber: identifierField('RMA number of the return.') }),
  requestExample: { RMANumber: 'RMA-W100-000001' },
  reply: {
    status: 200,
    description: 'The return is closed.',
    schema: Type.Object(
      {
        TransactionReferenceNumber: TransactionReference,
        RMANumber: Type.String({ description: 'RMA number of the return.' }),
        ReturnStatus: Type.String({ description: 'CLOSED.' }),
      },
      { title: 'ReturnCancelled' },
    ),
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      RMANumber: 'RMA-W100-000001',
      ReturnStatus: 'CLOSED',
    },
  },
  errors: {
    400: 'The request is invalid (`ValidationFailed`).',
    403: 'The return has arrived or is closed.',
    404: 'The return does not exist.',
  },
  change: {
    writer: returnCancellationWriter,
    item: ({ context, request }) => ({
      ...context,
      rmaNumber: request.RMANumber,
    }),
    reply: ({ reference, after }) => ({
      TransactionReferenceNumber: reference,
      RMANumber: after.rmaNumber,
      ReturnStatus: after.status,
    }),
  },
});
