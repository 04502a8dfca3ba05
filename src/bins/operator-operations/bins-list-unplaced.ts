/** Bins/ListUnplaced: stock that lies in no bin. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { warehouseCodeField } from '../../contract/fields.ts';
import { createKeyPositionCodec } from '../../contract/list-fields.ts';
import { loadBlindItemCheck } from '../../inventory/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorList } from '../../operators/index.ts';
import { binOperationRoles } from '../bin-fields.ts';
import { computeUnplacedUnits, listUnplacedStock } from '../list-placement.ts';

const position = createKeyPositionCodec('customerNo', 'status', 'itemNo');

export const binsListUnplacedOperation = defineOperatorList({
  path: '/api/Bins/ListUnplaced',
  summary: 'List stock that is in no bin',
  description:
    'Returns the unplaced units at a warehouse by customer and item, in pages: the on-hand quantity of the ledger, less the recorded contents of bins and totes, what is picked for orders that have not left, and units that people have confirmed missing. Includes what a receipt posts at once.',
  roles: binOperationRoles,
  filters: {
    Warehouse: warehouseCodeField,
    Text: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A part of the number, description or UPC of an item, in any letter case.',
      }),
    ),
  },
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Items.',
    record: Type.Object({
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
    example: {
      CustomerNo: 'W1001',
      CustomerName: 'Hilltop Cellars',
      ItemNo: '23PIN-01',
      Description: '2023 Pinot Noir Estate 750ml',
      InventoryStatus: 'GOOD-NO-TX',
      Unplaced: 144,
    },
  },
  errors: {
    400: 'A field is not valid, or `After` is not the `Next` of an earlier page.',
    404: `${noSuchWarehouseText}.`,
  },
  parsePosition: position.read,
  maxPositionLength: 400,
  execute: async ({ environment: { db }, operator, request }, page, buildReply) => {
    const { Warehouse: warehouse, Text = '' } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const { rows, counted } = await listUnplacedStock(db, { warehouse }, { text: Text.trim(), ...page });
    const nameOf = await readCustomerNameLookup(db, rows);
    const isBlind = await loadBlindItemCheck(
      db,
      operator,
      rows.map((row) => ({ ...row, warehouse })),
    );
    return buildReply(rows, counted, {
      keyOf: ({ customerNo, status, itemNo }) => position.write({ customerNo, status, itemNo }),
      toRecord: (row) => ({
        CustomerNo: row.customerNo,
        CustomerName: nameOf(row.customerNo),
        ItemNo: row.itemNo,
        Description: row.description,
        InventoryStatus: row.status,
        ...(isBlind({ ...row, warehouse }) ? {} : { Unplaced: computeUnplacedUnits(row) }),
      }),
    });
  },
});
