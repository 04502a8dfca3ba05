/** Warehouses/RemoveAddress: packages of a warehouse have no address to ship from any more. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { removeWarehouseAddress } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createWarehouseAddressEditAuditor } from '../edit-auditors.ts';

export const warehousesRemoveAddressOperation = defineOperatorCommand({
  path: '/api/Warehouses/RemoveAddress',
  summary: 'Remove a ship-from address',
  description: 'Labels of orders of the warehouse wait until it has an address again.',
  roles: ['admin'],
  request: Type.Object({ Warehouse: warehouseCodeField, ExpectedVersion: expectedVersionField }),
  requestExample: { Warehouse: 'SAC01' },
  reply: {
    description: 'The address is removed.',
    schema: Type.Object({ Warehouse: Type.String() }),
    example: { Warehouse: 'SAC01' },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The address is not the expected one.',
    404: 'The warehouse has no address.',
  },
  execute: async ({ environment: { db }, context, request: { Warehouse: code, ExpectedVersion } }) => {
    valueOrThrowAppError(
      await removeWarehouseAddress(db, code, createWarehouseAddressEditAuditor(context, code, ExpectedVersion)),
    );
    return { Warehouse: code };
  },
});
