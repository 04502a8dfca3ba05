/** POST /api/Simulation/OpenCount: begins a blind cycle count (decisions 2 and 10). Test only. */
import Type from 'typebox';
import { anyInventoryStatusField } from '../../contract/code-lists.ts';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { countOpenings } from '../counts-open.ts';
import { Warehouse } from './stock-fields.ts';

const request = Type.Object({
  Warehouse,
  Items: Type.Optional(
    Type.Array(nameField('Item.'), {
      minItems: 1,
      maxItems: 500,
      description: 'What is counted; by default all that is on hand, and whatever else is found.',
    }),
  ),
  InventoryStatuses: Type.Optional(
    Type.Array(anyInventoryStatusField('Inventory status.'), {
      minItems: 1,
      maxItems: 50,
      description: 'In which statuses; by default those in which something is on hand.',
    }),
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
        },
        { title: 'CountLine' },
      ),
      { description: 'What is to be counted. How much is expected is not told.' },
    ),
  },
  { title: 'CountOpened' },
);

export const openCount = defineInternalChange({
  name: 'OpenCount',
  summary: 'Opens a cycle count',
  description:
    'Opens a blind count of items at a warehouse. The reference that is answered names the count. What is counted now cannot be part of a second open count.',
  request,
  requestExample: { Warehouse: 'APC01', Items: ['23PIN-01'] },
  reply: {
    status: 200,
    description: 'The count is open.',
    schema: reply,
    example: {
      TransactionReferenceNumber: referenceExample,
      Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX' }],
    },
  },
  errors: {
    400: 'An item is unknown or not stored by the operator.',
    403: 'Something of it is part of another open count, or the credentials lack the right to write.',
  },
  change: {
    writer: countOpenings,
    member: (call) => ({
      ...call.context,
      warehouse: call.request.Warehouse,
      items: call.request.Items,
      statuses: call.request.InventoryStatuses,
    }),
    reply: ({ reference, lines }) => ({
      TransactionReferenceNumber: reference,
      Lines: lines.map(({ itemNo, status }) => ({ ItemNo: itemNo, InventoryStatus: status })),
    }),
  },
});
