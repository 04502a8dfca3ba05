/** PackingRules/Set: replaces the packing rule of a format. */
import Type from 'typebox';
import { setPackingRule } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createPackingRuleEditAuditor } from '../edit-auditors.ts';
import { PackingRuleRecord, packingRuleExample, packingRuleFromRequest, packingRuleRecord } from '../shipper-fields.ts';

export const packingRulesSetOperation = defineOperatorCommand({
  path: '/api/PackingRules/Set',
  summary: 'Set a packing rule',
  description:
    'Replaces all steps of a format, for all warehouses or for one. Orders that are packed from then on follow it, within three seconds; labels and packages that exist stay as they are. PackingRules/Preview shows what it would do.',
  roles: ['admin'],
  request: Type.Object({ ...PackingRuleRecord.properties, ExpectedVersion: expectedVersionField }),
  requestExample: packingRuleExample,
  reply: { description: 'The rule is set.', schema: PackingRuleRecord, example: packingRuleExample },
  errors: {
    400: 'A field is not valid, or an order could not be packed by it.',
    403: 'The rule is not the expected one.',
    404: 'There is no such warehouse.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const rule = packingRuleFromRequest(request);
    const onEdit = createPackingRuleEditAuditor(context, rule, request.ExpectedVersion);
    return packingRuleRecord(valueOrThrowAppError(await setPackingRule(db, rule, onEdit)));
  },
});
