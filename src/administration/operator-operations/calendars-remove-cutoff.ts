/** Calendars/RemoveCutoff: removes a cutoff; 14:00 applies then. */
import Type from 'typebox';
import { removeCutoff } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { cutoffExample, cutoffKeyFields } from '../calendar-fields.ts';
import { createCutoffEditAuditor } from '../edit-auditors.ts';

const { Cutoff: _, ...example } = cutoffExample;

export const calendarsRemoveCutoffOperation = defineOperatorCommand({
  path: '/api/Calendars/RemoveCutoff',
  summary: 'Remove a cutoff',
  description: 'Removes a cutoff; 14:00 applies then.',
  roles: ['admin'],
  request: Type.Object({ ...cutoffKeyFields, ExpectedVersion: expectedVersionField }),
  requestExample: example,
  reply: { description: 'The cutoff is removed.', schema: Type.Object(cutoffKeyFields), example },
  errors: {
    400: 'A field is not valid.',
    403: 'The cutoff is not the expected one.',
    404: 'No cutoff is set.',
  },
  execute: async ({ environment: { db }, context, request: { ExpectedVersion, ...key } }) => {
    const { Warehouse: warehouse, ShippingCarrier: carrier, ShippingCarrierService: service } = key;
    const onEdit = createCutoffEditAuditor(context, { warehouse, carrier, service }, ExpectedVersion);
    valueOrThrowAppError(await removeCutoff(db, warehouse, carrier, service, onEdit));
    return key;
  },
});
