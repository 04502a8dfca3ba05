/**
 * Counts/Find: find the location or the items that a scanned code stands for. For people who count, so the reply has no
 * quantity of stock.
 */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { noSuchWarehouseText } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binOperationRoles, scannedCodeRequest } from '../bin-fields.ts';
import { countedItemExample, countedItemFields, countedItemRecord } from '../count-fields.ts';
import { findScannedLocationOrItems } from '../find-scanned.ts';
import { listPlacesToCountAt } from '../list-counts.ts';

export const countsFindOperation = defineOperatorQuery({
  path: '/api/Counts/Find',
  summary: 'Find what a code stands for, to count it',
  description:
    'Reads a scanned code at a warehouse: the location that has it, or else the items of all customers that have it, with the units that the code stands for. Both are empty for an unknown code. `IsForOthers` is there when the operator has counted the location, and another person counts it again. No quantity of stock is in it.',
  roles: binOperationRoles,
  ...scannedCodeRequest,
  reply: {
    description: 'A location, items, or nothing.',
    schema: Type.Object({
      Location: Type.Optional(Type.String()),
      IsForOthers: Type.Optional(
        Type.Boolean({
          description: 'The operator has counted it, and another person counts it again; absent otherwise.',
        }),
      ),
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
          ...countedItemExample,
          CustomerName: 'Hilltop Cellars',
          Description: '2023 Pinot Noir Estate 750ml',
          Units: 1,
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: `${noSuchWarehouseText}.`,
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { location, items } = await findScannedLocationOrItems(db, operator, request);
    if (location !== undefined) {
      const places = await listPlacesToCountAt(db, location.warehouse, location.location);
      const isForOthers = places.some(({ personId }) => personId === operator.operatorId);
      return { Location: location.location, Items: [], ...(isForOthers && { IsForOthers: true }) };
    }
    const nameOf = await readCustomerNameLookup(db, items);
    return {
      Items: items.map((item) => ({
        ...countedItemRecord(item),
        CustomerName: nameOf(item.customerNo),
        Description: item.description,
        Units: item.units,
      })),
    };
  },
});
