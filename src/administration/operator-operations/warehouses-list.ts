/** Warehouses/List: where the warehouses are, and when they work. */
import Type from 'typebox';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { WarehouseRecord, warehouseExample, warehouseRecord } from '../warehouse-fields.ts';

export const warehousesListOperation = defineOperatorQuery({
  path: '/api/Warehouses/List',
  summary: 'List the warehouses',
  description: 'Returns all warehouses: where they are, and when they work.',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The warehouses.',
    schema: Type.Object({ Records: Type.Array(versionedRecordSchema(WarehouseRecord)) }),
    example: { Records: [{ ...warehouseExample, Version: '3f0c8a51d2b7e964' }] },
  },
  errors: {},
  execute: async ({ environment: { db } }) => ({
    Records: [...(await readOperatorSettings(db)).warehouses.values()].map((each) =>
      withRecordVersion(warehouseRecord(each)),
    ),
  }),
});
