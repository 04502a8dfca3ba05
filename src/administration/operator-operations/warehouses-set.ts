/** Warehouses/Set: adds a warehouse, or changes the given properties of one. */
import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createWarehouseEditAuditor } from '../edit-auditors.ts';
import { addOrChangeWarehouse } from '../warehouse-changes.ts';
import {
  WarehouseRecord,
  warehouseExample,
  warehouseFloorModeField,
  warehouseRecord,
  workingDaysField,
} from '../warehouse-fields.ts';

export const warehousesSetOperation = defineOperatorCommand({
  path: '/api/Warehouses/Set',
  summary: 'Add or change a warehouse',
  description:
    'Adds a warehouse, or changes the given properties of one. The ZIP code, which a new one needs, gives city, state and time zone. Every process applies it within three seconds.',
  roles: ['admin'],
  request: Type.Object({
    Warehouse: warehouseCodeField,
    ZipCode: Type.Optional(Type.String({ pattern: '^\\d{5}$', description: 'Five digits.' })),
    City: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The city, if its name differs from that of the ZIP code.',
      }),
    ),
    WorkingDays: Type.Optional(workingDaysField),
    AcceptsReturns: Type.Optional(Type.Boolean({ description: 'Whether returns go there.' })),
    Floor: Type.Optional(warehouseFloorModeField),
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { Warehouse: 'SAC01', ZipCode: '95814' },
  reply: { description: 'The warehouse as it is now.', schema: WarehouseRecord, example: warehouseExample },
  errors: {
    400: 'A field is not valid, or a new warehouse has no ZIP code.',
    403: 'The warehouse is not the expected one.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { Warehouse: code } = request;
    const change = {
      code,
      zip: request.ZipCode,
      city: request.City,
      workingDays: request.WorkingDays,
      acceptsReturns: request.AcceptsReturns,
      isWorked: request.Floor === undefined ? undefined : request.Floor === 'worked',
    };
    const onEdit = createWarehouseEditAuditor(context, code, request.ExpectedVersion);
    return warehouseRecord(valueOrThrowAppError(await addOrChangeWarehouse(db, change, onEdit)));
  },
});
