/** RecordCount: record counted quantities of a cycle count (decision 10). */

import Type from 'typebox';
import { inventoryOrTaxStatusField } from '../../contract/code-lists.ts';
import { identifierField, transactionReferenceField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { cycleCountRecordingWriter } from '../counts-record.ts';

const request = Type.Object({
  CountReference: transactionReferenceField('The reference that OpenCount returned.'),
  Lines: Type.Array(
    Type.Object(
      {
        ItemNo: identifierField('Item.'),
        InventoryStatus: inventoryOrTaxStatusField('Inventory status.'),
        Quantity: Type.Integer({
          description: 'Counted quantity in units of the item.',
          minimum: 0,
          maximum: 100_000_000,
        }),
      },
      { title: 'CountedLine' },
    ),
    { minItems: 1, maxItems: 500, description: 'Counted quantities; each item and status once.' },
  ),
});

const reply = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    Lines: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item.' }),
          InventoryStatus: Type.String({ description: 'Inventory status.' }),
          Recount: Type.Boolean({ description: 'Whether the balance must be counted again.' }),
        },
        { title: 'RecordedLine' },
      ),
      { description: 'The lines of the request.' },
    ),
  },
  { title: 'CountRecorded' },
);

export const recordCountOperation = defineInternalChange({
  name: 'RecordCount',
  summary: 'Record counted quantities',
  description:
    'A balance whose count differs from the ledger must be counted again until it agrees or shows the same difference twice in a row. The count is compared with the quantity on hand at the time of this call; later movements do not change the difference.',
  request,
  requestExample: {
    CountReference: transactionReferenceExample,
    Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX', Quantity: 1198 }],
  },
  reply: {
    status: 200,
    description: 'The counted quantities are recorded.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX', Recount: true }],
    },
  },
  errors: {
    400: 'A line is not part of the count, is given twice, or is part of another open count.',
    403: 'The count is APPROVED or CANCELED.',
    404: 'The count does not exist.',
  },
  change: {
    writer: cycleCountRecordingWriter,
    item: (call) => ({
      ...call.context,
      countId: call.request.CountReference,
      lines: call.request.Lines.map(({ ItemNo, InventoryStatus, Quantity }) => ({
        itemNo: ItemNo,
        status: InventoryStatus,
        counted: Quantity,
      })),
    }),
    reply: (recorded) => ({
      TransactionReferenceNumber: recorded.reference,
      Lines: recorded.lines.map(({ itemNo, status, isConfirmed }) => ({
        ItemNo: itemNo,
        InventoryStatus: status,
        Recount: !isConfirmed,
      })),
    }),
  },
});
