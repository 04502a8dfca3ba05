/** ApproveCount: post the differences of a cycle count (decision 10). */

import Type from 'typebox';
import { transactionReferenceField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { cycleCountApprovalWriter } from '../counts-close.ts';
import { removedReservationsText } from './stock-fields.ts';

const request = Type.Object({ CountReference: transactionReferenceField('The reference that OpenCount returned.') });

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    Lines: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item.' }),
          InventoryStatus: Type.String({ description: 'Inventory status.' }),
          Quantity: Type.Integer({
            description: 'Posted difference in units of the item; negative when stock is missing.',
          }),
        },
        { title: 'CountDifference' },
      ),
      { description: 'Balances that differed from the ledger.' },
    ),
  },
  { title: 'CountApproved' },
);

export const approveCountOperation = defineInternalChange({
  name: 'ApproveCount',
  summary: 'Approve a cycle count',
  description: `Posts the differences as Inventory Adjustment with the reason code COUNT and closes the count. ${removedReservationsText}`,
  request,
  requestExample: { CountReference: transactionReferenceExample },
  reply: {
    status: 200,
    description: 'The differences are posted and the count is closed.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX', Quantity: -2 }],
    },
  },
  errors: {
    403: 'The count is APPROVED or CANCELED, or is not finished; its warehouse, or the inventory status of a difference, does not exist any more; or less stock is left than a difference removes: cancel the count, then count again.',
    404: 'The count does not exist.',
  },
  change: {
    writer: cycleCountApprovalWriter,
    item: (call) => ({ ...call.context, countId: call.request.CountReference }),
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
