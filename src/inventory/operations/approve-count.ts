/** POST /api/Simulation/ApproveCount: a count's differences are posted (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { referenceField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { countApprovals } from '../counts-close.ts';
import { shortagePolicy } from './stock-fields.ts';

const request = Type.Object({ CountReference: referenceField('The reference that OpenCount answered.') });

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    Lines: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item.' }),
          InventoryStatus: Type.String({ description: 'Inventory status.' }),
          Quantity: Type.Integer({ description: 'What was posted, signed, in units of the item.' }),
        },
        { title: 'CountDifference' },
      ),
      { description: 'What differed.' },
    ),
  },
  { title: 'CountApproved' },
);

export const approveCount = defineInternalChange({
  name: 'ApproveCount',
  summary: 'Approves a cycle count',
  description: `Posts the differences as Inventory Adjustment with the reason COUNT and closes the count. ${shortagePolicy}`,
  request,
  requestExample: { CountReference: referenceExample },
  reply: {
    status: 200,
    description: 'The ledger has the differences.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX', Quantity: -2 }],
    },
  },
  errors: {
    403: 'The count is APPROVED or CANCELED, is not finished, or so much has left since that it must be counted anew; or the credentials lack the right to write.',
    404: 'There is no such count.',
  },
  change: {
    writer: countApprovals,
    member: (call) => ({ ...call.context, countId: call.request.CountReference }),
    reply: (approved) => ({
      TransactionReferenceNumber: approved.reference,
      Lines: approved.differences.map(({ itemNo, status, quantity }) => ({
        ItemNo: itemNo,
        InventoryStatus: status,
        Quantity: quantity,
      })),
    }),
  },
});
