/** Calendars/SetCutoff: sets until when an order still ships on the same day. */
import Type from 'typebox';
import { setCutoff } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { CutoffFields, cutoffExample } from '../calendar-fields.ts';
import { createCutoffEditAuditor } from '../edit-auditors.ts';

export const calendarsSetCutoffOperation = defineOperatorCommand({
  path: '/api/Calendars/SetCutoff',
  summary: 'Set a cutoff',
  description:
    'Sets until when an order of a carrier and service still ships from a warehouse on the same day. Every process applies it within three seconds.',
  roles: ['admin'],
  request: Type.Object({ ...CutoffFields.properties, ExpectedVersion: expectedVersionField }),
  requestExample: cutoffExample,
  reply: { description: 'The cutoff is set.', schema: CutoffFields, example: cutoffExample },
  errors: {
    400: 'A field is not valid, or there is no such warehouse.',
    403: 'The cutoff is not the expected one.',
  },
  execute: async ({ environment: { db }, context, request: { ExpectedVersion: expected, ...request } }) => {
    const { Warehouse: warehouse, ShippingCarrier: carrier, ShippingCarrierService: service, Cutoff: time } = request;
    const onEdit = createCutoffEditAuditor(context, { warehouse, carrier, service }, expected);
    valueOrThrowAppError(await setCutoff(db, warehouse, { carrier, service, time }, onEdit));
    return request;
  },
});
