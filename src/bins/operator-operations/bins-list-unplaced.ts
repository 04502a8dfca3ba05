/** Bins/ListUnplaced: stock that lies in no bin. */
import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import { readBlindItems } from '../../inventory/index.ts';
import { mustWorkIn } from '../../locations/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binRoles, warehouseField } from '../bin-fields.ts';
import { listUnplaced, unplacedOf } from '../list-placement.ts';

/** Bound of the list: more are found by their text. */
const maxItems = 200;

export const binsListUnplaced = defineOperatorQuery({
  path: '/api/Bins/ListUnplaced',
  summary: 'List stock that is in no bin',
  description:
    'Returns what the ledger has on hand at a warehouse, without what bins are said to hold and what is picked for orders that have not left, by customer and item, at most 200. What a receipt posts is in it at once.',
  credentials: 'session',
  roles: binRoles,
  request: Type.Object({
    Warehouse: warehouseField,
    Text: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A part of the number, description or UPC of an item, in any letter case.',
      }),
    ),
  }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Items.',
    schema: Type.Object({
      Records: Type.Array(
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
      More: Type.Boolean({ description: 'There are more than are listed.' }),
    }),
    example: {
      Records: [
        {
          ...{ CustomerNo: 'W1001', CustomerName: 'Hilltop Cellars', ItemNo: '23PIN-01' },
          ...{ Description: '2023 Pinot Noir Estate 750ml', InventoryStatus: 'GOOD-NO-TX', Unplaced: 144 },
        },
      ],
      More: false,
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: 'There is no such warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse, Text = '' } = request;
    mustWorkIn(operator, warehouse, (await readOperatorSettings(db)).warehouses);
    const rows = await listUnplaced(db, { warehouse }, { text: Text.trim(), limit: maxItems + 1 });
    const names = await readCustomers(db, [...new Set(rows.map(({ customerNo }) => customerNo))]);
    const isBlind = await readBlindItems(
      db,
      operator,
      rows.map((row) => ({ ...row, warehouse })),
    );
    return {
      Records: rows.slice(0, maxItems).map((row) => ({
        ...{ CustomerNo: row.customerNo, CustomerName: names.get(row.customerNo)?.name ?? '' },
        ...{ ItemNo: row.itemNo, Description: row.description, InventoryStatus: row.status },
        ...(isBlind({ ...row, warehouse }) ? {} : { Unplaced: unplacedOf(row) }),
      })),
      More: rows.length > maxItems,
    };
  },
});
