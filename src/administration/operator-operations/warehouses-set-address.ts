/** Warehouses/SetAddress: the address that packages of a warehouse ship from. */
import Type from 'typebox';
import { setWarehouseAddress } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createWarehouseAddressEditAuditor } from '../edit-auditors.ts';
import {
  WarehouseAddressRecord,
  warehouseAddressExample,
  warehouseAddressRecord,
} from '../warehouse-address-fields.ts';

export const warehousesSetAddressOperation = defineOperatorCommand({
  path: '/api/Warehouses/SetAddress',
  summary: 'Set a ship-from address',
  description:
    'Adds or replaces the address that packages of a warehouse ship from. Labels that waited for it are bought at their next retry.',
  roles: ['admin'],
  request: Type.Object({ ...WarehouseAddressRecord.properties, ExpectedVersion: expectedVersionField }),
  requestExample: warehouseAddressExample,
  reply: { description: 'The address is set.', schema: WarehouseAddressRecord, example: warehouseAddressExample },
  errors: {
    400: 'A field is not valid, or the phone number has not 10 to 15 digits.',
    403: 'The address is not the expected one.',
    404: 'There is no such warehouse.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { Warehouse: code, Company: company, Street: street, Street2: street2 = '', PhoneNumber: phone } = request;
    const onEdit = createWarehouseAddressEditAuditor(context, code, request.ExpectedVersion);
    const saved = await setWarehouseAddress(db, code, { company, street, street2, phone }, onEdit);
    return { Warehouse: code, ...warehouseAddressRecord(valueOrThrowAppError(saved)) };
  },
});
