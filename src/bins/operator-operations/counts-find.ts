/**
 * Counts/Find: find the location or the items that a scanned code stands for. For people who count, so the reply has no
 * quantity of stock.
 */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { normalizeLocationCode, readLocations } from '../../locations/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binOperationRoles, binWarehouseField } from '../bin-fields.ts';
import { countedItemExample, countedItemFields, countedItemRecord } from '../count-fields.ts';
import { findScannedItems } from '../find-scanned.ts';

export const countsFindOperation = defineOperatorQuery({
  path: '/api/Counts/Find',
  summary: 'Find what a code stands for, to count it',
  description:
    'Reads a scanned code at a warehouse: the location that has it, or else the items of all customers that have it, with the units that the code stands for. Both are empty for an unknown code. No quantity of stock is in it.',
  roles: binOperationRoles,
  request: Type.Object({
    Warehouse: binWarehouseField,
    Code: Type.String({ minLength: 1, maxLength: 200, description: 'As the scanner reads it.' }),
  }),
  requestExample: { Warehouse: 'APC01', Code: '012345678905' },
  reply: {
    description: 'A location, items, or nothing.',
    schema: Type.Object({
      Location: Type.Optional(Type.String()),
      Items: Type.Array(
        Type.Object({
          ...countedItemFields,
          CustomerName: Type.String(),
          Description: Type.String(),
          Units: Type.Integer({ description: 'Units that the code stands for.' }),
        }),
      ),
    }),
    example: {
      Items: [
        {
          ...{ ...countedItemExample, CustomerName: 'Hilltop Cellars' },
          ...{ Description: '2023 Pinot Noir Estate 750ml', Units: 1 },
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: `${noSuchWarehouseText}.`,
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse, Code: code } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const [location] = await readLocations(db, [{ warehouse, location: normalizeLocationCode(code) }]);
    if (location !== undefined) return { Location: location.location, Items: [] };
    const items = await findScannedItems(db, warehouse, code);
    const nameOf = await readCustomerNameLookup(db, items);
    return {
      Items: items.map((item) => ({
        ...countedItemRecord(item),
        ...{ CustomerName: nameOf(item.customerNo), Description: item.description, Units: item.units },
      })),
    };
  },
});
