/** POST /api/Simulation/CancelReturn: a return that was announced never arrives (decisions 2 and 21). Test only. */
import Type from 'typebox';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { returnCancellations } from '../return-writers.ts';

export const cancelReturn = defineInternalChange({
  name: 'CancelReturn',
  summary: 'Gives up a return that never arrives.',
  description:
    'Closes a return that is still EXPECTED, without a receipt: nothing is posted, and what it announced is still with the recipient and may be returned again.',
  request: Type.Object({ RMANumber: nameField('Which return.') }),
  requestExample: { RMANumber: 'RMA-W100-000001' },
  reply: {
    status: 200,
    description: 'The return is closed.',
    schema: Type.Object(
      {
        TransactionReferenceNumber: TransactionReference,
        RMANumber: Type.String({ description: "The operator's number of the return." }),
        ReturnStatus: Type.String({ description: 'CLOSED.' }),
      },
      { title: 'ReturnCancelled' },
    ),
    example: { TransactionReferenceNumber: referenceExample, RMANumber: 'RMA-W100-000001', ReturnStatus: 'CLOSED' },
  },
  errors: {
    400: 'A rule of the interface is broken (`ValidationFailed`).',
    403: 'The return has arrived or is closed, or the credentials lack the right to write.',
    404: 'There is no such return.',
  },
  change: {
    writer: returnCancellations,
    member: ({ context, request }) => ({
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
