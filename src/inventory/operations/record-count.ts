/** POST /api/Simulation/RecordCount: what was counted (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { anyInventoryStatusField } from '../../contract/code-lists.ts';
import { nameField, referenceField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { countRecords } from '../counts-record.ts';

const request = Type.Object({
  CountReference: referenceField('The reference that OpenCount answered.'),
  Lines: Type.Array(
    Type.Object(
      {
        ItemNo: nameField('Item.'),
        InventoryStatus: anyInventoryStatusField('Inventory status.'),
        Quantity: Type.Integer({
          description: 'What was counted, in units of the item.',
          minimum: 0,
          maximum: 100_000_000,
        }),
      },
      { title: 'CountedLine' },
    ),
    { minItems: 1, maxItems: 500, description: 'What was counted; each item and status once.' },
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
          Recount: Type.Boolean({ description: 'Whether it is to be counted again.' }),
        },
        { title: 'RecordedLine' },
      ),
      { description: 'As given.' },
    ),
  },
  { title: 'CountRecorded' },
);

export const recordCount = defineInternalChange({
  name: 'RecordCount',
  summary: 'Records what was counted',
  description:
    'A count that differs from the ledger is to be repeated, until it agrees or differs by the same twice in a row. The difference is the one in the moment of counting: what moves afterwards is none.',
  request,
  requestExample: {
    CountReference: referenceExample,
    Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX', Quantity: 1198 }],
  },
  reply: {
    status: 200,
    description: 'The count is kept.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX', Recount: true }],
    },
  },
  errors: {
    400: 'A line is not part of the count, is given twice, or is part of another open count.',
    403: 'The count is APPROVED or CANCELED, or the credentials lack the right to write.',
    404: 'There is no such count.',
  },
  change: {
    writer: countRecords,
    member: (call) => ({
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
      Lines: recorded.lines.map(({ itemNo, status, isSettled }) => ({
        ItemNo: itemNo,
        InventoryStatus: status,
        Recount: !isSettled,
      })),
    }),
  },
});
