/** Shippers/Set: adds, changes or retires a shipper. */
import Type from 'typebox';
import { setShipperBox } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createShipperBoxEditAuditor } from '../edit-auditors.ts';
import { ShipperBoxRecord, shipperBoxExample, shipperBoxFromRequest, shipperBoxRecord } from '../shipper-fields.ts';

export const shippersSetOperation = defineOperatorCommand({
  path: '/api/Shippers/Set',
  summary: 'Set a shipper',
  description:
    'Adds a shipper, or replaces the whole one of the same code. Orders that are packed from then on have its size and weight, within three seconds; labels and packages that exist keep theirs. `InUse: false` retires it; a shipper that a packing rule names is not retired.',
  roles: ['admin'],
  request: Type.Object({ ...ShipperBoxRecord.properties, ExpectedVersion: expectedVersionField }),
  requestExample: shipperBoxExample,
  reply: { description: 'The shipper is set.', schema: ShipperBoxRecord, example: shipperBoxExample },
  errors: {
    400: 'A field is not valid, another shipper has the scan code, or a packing rule could not be kept.',
    403: 'The shipper is not the expected one.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const onEdit = createShipperBoxEditAuditor(context, request.Shipper, request.ExpectedVersion);
    return shipperBoxRecord(valueOrThrowAppError(await setShipperBox(db, shipperBoxFromRequest(request), onEdit)));
  },
});
