/** OpenCount: start a blind cycle count (decision 10). */

import Type from 'typebox';
import { inventoryOrTaxStatusField } from '../../contract/code-lists.ts';
import { identifierField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { cycleCountOpeningWriter } from '../counts-open.ts';
import { stockWarehouseField } from './stock-fields.ts';

const request = Type.Object({
  Warehouse: stockWarehouseField,
  Items: Type.Optional(
    Type.Array(identifierField('Item.'), {
      minItems: 1,
      maxItems: 500,
      description: 'Items to count. Default: all items on hand, and any others that are found.',
    }),
  ),
  InventoryStatuses: Type.Optional(
    Type.Array(inventoryOrTaxStatusField('Inventory status.'), {
      minItems: 1,
      maxItems: 50,
      description:
        'Inventory statuses to count. Default: of each item those with stock on hand, or `GOOD-NO-TX` where it has none.',
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
      { description: 'Balances to count. Expected quantities are not shown.' },
    ),
  },
  { title: 'CountOpened' },
);

export const openCountOperation = defineInternalChange({
  name: 'OpenCount',
  summary: 'Open a cycle count',
  description:
    'Opens a blind count of items at a warehouse. The returned reference identifies the count. A balance can be part of one open count at a time.',
  request,
  requestExample: { Warehouse: 'APC01', Items: ['23PIN-01'] },
  reply: {
    status: 200,
    description: 'The count is open.',
    schema: reply,
    example: {
      TransactionReferenceNumber: transactionReferenceExample,
      Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX' }],
    },
  },
  errors: {
    400: 'An item is unknown or not stored by the operator.',
    403: 'A balance is part of another open count.',
  },
  change: {
    writer: cycleCountOpeningWriter,
    item: (call) => ({
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
