/** POST /api/Simulation/CancelReturn: a return that was announced never arrives (decisions 2 and 21). Test only. */
import Type from 'typebox';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { simulatedCancellations } from '../return-calls.ts';

export const cancelReturn = defineChange({
  path: '/api/Simulation/CancelReturn',
  tag: 'Simulation',
  summary: 'Gives up a return that never arrives.',
  description:
    'Closes a return that is still EXPECTED, without a receipt: nothing is posted, and what it announced is still with the recipient and may be returned again.',
  environments: ['test'],
  credentials: 'Authentication',
  token: false,
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
    writer: simulatedCancellations,
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
