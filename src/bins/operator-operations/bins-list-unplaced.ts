/** Bins/ListUnplaced: stock that lies in no bin. */
import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import {
  buildListReply,
  createKeyPositionCodec,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  defaultListPageSize,
  maxExactListCount,
} from '../../contract/list-fields.ts';
import { loadBlindItemCheck } from '../../inventory/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binOperationRoles, binWarehouseField } from '../bin-fields.ts';
import { computeUnplacedUnits, listUnplacedStock } from '../list-placement.ts';

const position = createKeyPositionCodec('customerNo', 'status', 'itemNo');

export const binsListUnplacedOperation = defineOperatorQuery({
  path: '/api/Bins/ListUnplaced',
  summary: 'List stock that is in no bin',
  description:
    'Returns the unplaced units at a warehouse by customer and item, in pages: the on-hand quantity of the ledger, less the recorded contents of bins and totes, what is picked for orders that have not left, and units that people have confirmed missing. Includes what a receipt posts at once.',
  roles: binOperationRoles,
  request: Type.Object({
    Warehouse: binWarehouseField,
    Text: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A part of the number, description or UPC of an item, in any letter case.',
      }),
    ),
    ...cursorPageRequestFields,
    After: Type.Optional(Type.String({ maxLength: 400, description: '`Next` of the previous page.' })),
  }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Items.',
    schema: createListReplySchema(
      Type.Object({
        CustomerNo: Type.String(),
        CustomerName: Type.String(),
        ItemNo: Type.String(),
        Description: Type.String(),
        InventoryStatus: Type.String(),
        Unplaced: Type.Optional(
          Type.Integer({
            description: 'Units in no bin; absent for people of the floor while the item is being counted.',
          }),
        ),
      }),
    ),
    example: {
      Records: [
        {
          ...{ CustomerNo: 'W1001', CustomerName: 'Hilltop Cellars', ItemNo: '23PIN-01' },
          ...{ Description: '2023 Pinot Noir Estate 750ml', InventoryStatus: 'GOOD-NO-TX', Unplaced: 144 },
        },
      ],
      Count: 1,
    },
  },
  errors: {
    400: 'A field is not valid, or `After` is not the `Next` of an earlier page.',
    404: `${noSuchWarehouseText}.`,
  },
  check: createPagePositionCheck(position.read),
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse, Text = '', After: after, Top: top = defaultListPageSize } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const page = { text: Text.trim(), after: after === undefined ? undefined : position.read(after), limit: top + 1 };
    const { rows, counted } = await listUnplacedStock(
      db,
      { warehouse },
      { ...page, maxCounted: maxExactListCount + 1 },
    );
    const names = await readCustomers(db, [...new Set(rows.map(({ customerNo }) => customerNo))]);
    const isBlind = await loadBlindItemCheck(
      db,
      operator,
      rows.map((row) => ({ ...row, warehouse })),
    );
    return buildListReply(rows, top, counted, {
      keyOf: ({ customerNo, status, itemNo }) => position.write({ customerNo, status, itemNo }),
      toRecord: (row) => ({
        ...{ CustomerNo: row.customerNo, CustomerName: names.get(row.customerNo)?.name ?? '' },
        ...{ ItemNo: row.itemNo, Description: row.description, InventoryStatus: row.status },
        ...(isBlind({ ...row, warehouse }) ? {} : { Unplaced: computeUnplacedUnits(row) }),
      }),
    });
  },
});
