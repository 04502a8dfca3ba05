/** Warehouses/Remove: removes a warehouse that is not in use. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createWarehouseEditAuditor } from '../edit-auditors.ts';
import { removeUnusedWarehouse } from '../warehouse-changes.ts';

const Named = Type.Object({ Warehouse: warehouseCodeField });

export const warehousesRemoveOperation = defineOperatorCommand({
  path: '/api/Warehouses/Remove',
  summary: 'Remove a warehouse',
  description:
    'Removes an empty warehouse with its cutoffs, packing rules, address, release schedules, locations and settings of bins.',
  roles: ['admin'],
  request: Type.Object({ ...Named.properties, ExpectedVersion: expectedVersionField }),
  requestExample: { Warehouse: 'SAC01' },
  reply: { description: 'The warehouse is removed.', schema: Named, example: { Warehouse: 'SAC01' } },
  errors: {
    400: 'A field is not valid, or it is the last warehouse.',
    403: 'It has stock, backorders or expected units, a transfer order that has not left for it, an order that people are receiving, an open count, a return that is not closed, an order on its floor, a delivery without an order, a parked package, an open JIT order or a box that stayed behind, or is the default of a customer; or the warehouse is not the expected one.',
    404: 'There is no such warehouse.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { Warehouse: code, ExpectedVersion } = request;
    valueOrThrowAppError(
      await removeUnusedWarehouse(db, code, createWarehouseEditAuditor(context, code, ExpectedVersion)),
    );
    return { Warehouse: code };
  },
});
