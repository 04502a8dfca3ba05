/** Returns/Park: park a package whose owner is not known. */

import Type from 'typebox';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { warehouseCodeField } from '../../contract/fields.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { lockWarehousesForShare, readOperatorSettings } from '../../operator-settings/index.ts';
import { assertWorksInWarehouse, recordAudit, runStationStepOnce } from '../../operators/index.ts';
import { AppError, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  returnStationRoles,
  StrayPackageRecord,
  strayPackageExample,
  toStrayPackageRecord,
} from '../station-fields.ts';
import { insertStrayPackage } from '../stray-store.ts';

export const returnsParkOperation = defineOperatorCommand({
  path: '/api/Returns/Park',
  summary: 'Park a package without an owner',
  description:
    'Parks a package of which neither a return nor an order was found, and reports it to customer service in Exceptions/List until Returns/Settle. A package that is parked in the warehouse already stays as it is.',
  roles: returnStationRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Label: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'The scanned code, or the text on the package.',
    }),
    Place: Type.String({ minLength: 1, maxLength: 100, description: 'Where it stands.' }),
    Note: Type.Optional(
      Type.String({ maxLength: maxNoteLength, description: 'The contents of the package, without names of people.' }),
    ),
  }),
  requestExample: { Warehouse: 'APC01', Label: '279384056194', Place: 'Shelf R2', Note: 'No papers' },
  reply: { description: 'The package.', schema: StrayPackageRecord, example: strayPackageExample },
  errors: {
    400: 'A field is not valid, or there is no such warehouse.',
    403: 'The operator does not work in the warehouse.',
  },
  execute: async (call) => {
    const { Warehouse: warehouse, Label, Place: place, Note: note = '' } = call.request;
    assertWorksInWarehouse(call.operator, warehouse);
    if (!(await readOperatorSettings(call.environment.db)).warehouses.has(warehouse)) {
      const message = `${JSON.stringify(warehouse)} is not a warehouse`;
      throw new AppError(validationRefusal([{ field: 'Warehouse', code: 'UnknownWarehouse', message }]));
    }
    const label = Label.trim().toUpperCase();
    const wanted = { strayId: uuidv7(), warehouse, label, place, note, parkedBy: call.operator.email };
    return await runStationStepOnce(call, async (tx) => {
      await lockWarehousesForShare(tx, [warehouse]);
      const { stray, isNew } = await insertStrayPackage(tx, wanted);
      const after = { Warehouse: warehouse, Label: label, Place: place };
      if (isNew) recordAudit(tx, call.context, { action: 'stray.parked', subject: stray.strayId, after });
      return { ok: toStrayPackageRecord(stray) };
    });
  },
});
