/** Warehouses/ListAddresses: the addresses that packages ship from. */
import Type from 'typebox';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { recordVersionOf, versionedRecordSchema } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import {
  WarehouseAddressRecord,
  warehouseAddressExample,
  warehouseAddressRecord,
} from '../warehouse-address-fields.ts';

export const warehousesListAddressesOperation = defineOperatorQuery({
  path: '/api/Warehouses/ListAddresses',
  summary: 'List the ship-from addresses',
  description:
    'Returns the addresses that packages ship from, by warehouse. Labels of a warehouse without one wait. City, state and ZIP code are those of the warehouse.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The addresses.',
    schema: Type.Object({ Records: Type.Array(versionedRecordSchema(WarehouseAddressRecord)) }),
    example: { Records: [{ ...warehouseAddressExample, Version: 'a3c95e07b1d2f468' }] },
  },
  errors: {},
  execute: async ({ environment: { db } }) => ({
    Records: [...(await readOperatorSettings(db)).warehouseAddresses].map(([code, address]) => {
      const record = warehouseAddressRecord(address);
      return { Warehouse: code, ...record, Version: recordVersionOf(record) };
    }),
  }),
});
