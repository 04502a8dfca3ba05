/** Counts/Record: record the units that a person found at a place. */

import Type from 'typebox';
import { clientGeneratedIdField, codeField, quantityOrZeroField, warehouseCodeField } from '../../contract/fields.ts';
import { primaryInventoryStatus } from '../../contract/operator-settings.ts';
import { itemInStatusFields, normalizeLocationCode } from '../../locations/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { binOperationRoles, clientGeneratedIdExample } from '../bin-fields.ts';
import { countedItemExample, countedItemFields, countedItemRecord } from '../count-fields.ts';
import { recordPlaceCount } from '../record-place-count.ts';

export const countsRecordOperation = defineOperatorCommand({
  path: '/api/Counts/Record',
  isResumable: true,
  summary: 'Record what was found at a place',
  description:
    'Records all that was found in a location: an item that is not given was not found, and one that should not be there is counted too. With an empty `Location` it records the given items outside bins. When an item has been counted in all of its places and differs from the ledger, another person counts it again (`recount`), until it agrees or differs by the same quantity twice in a row; then the found quantities become the recorded contents of the bins, and a difference waits for approval. A `SheetId` is counted once.',
  roles: binOperationRoles,
  request: Type.Object({
    SheetId: clientGeneratedIdField('sheet'),
    Warehouse: warehouseCodeField,
    Location: Type.String({ maxLength: 40, description: 'The location; `""` for what is in no bin.' }),
    Lines: Type.Array(
      Type.Object({
        ...itemInStatusFields,
        Quantity: quantityOrZeroField('Units that were found.'),
      }),
      {
        maxItems: 1_000,
        description:
          'The units that were found; empty when there are none. With `Location` `""`, items that are not named stay to be counted.',
      },
    ),
  }),
  requestExample: {
    SheetId: clientGeneratedIdExample,
    Warehouse: 'APC01',
    Location: 'A-01-02',
    Lines: [{ CustomerNo: 'W1001', ItemNo: '23PIN-01', Quantity: 46 }],
  },
  reply: {
    description: 'The state of the count of each item.',
    schema: Type.Object({
      Lines: Type.Array(
        Type.Object({
          ...countedItemFields,
          State: codeField(
            '`counted`; `recount`: another person counts it again; `waiting`: it was counted there before with another result, which stays until a lead approves or cancels its count, or another count of it is open: nothing was recorded.',
            ['counted', 'recount', 'waiting'],
          ),
        }),
      ),
    }),
    example: { Lines: [{ ...countedItemExample, State: 'recount' }] },
  },
  errors: {
    400: 'An item or status is unknown, the location is a tote, or an item is not to be counted outside bins.',
    403: 'The operator has counted an item of this place: another person counts it again. Or `SheetId` is of another sheet.',
    404: `${noSuchWarehouseText}, or no such location.`,
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, Lines: lines } = request;
    const found = lines.map(({ CustomerNo: customerNo, ItemNo: itemNo, InventoryStatus, Quantity: quantity }) => ({
      customerNo,
      itemNo,
      status: InventoryStatus ?? primaryInventoryStatus,
      quantity,
    }));
    const sheet = {
      sheetId: request.SheetId.toLowerCase(),
      warehouse,
      location: normalizeLocationCode(request.Location),
      lines: found,
    };
    const counted = await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      return await recordPlaceCount(tx, { context, operator, sheet });
    });
    return { Lines: counted.map((line) => ({ ...countedItemRecord(line), State: line.state })) };
  },
});
