/** CarrierRules/Set: adds a carrier rule, or replaces the one of the same rank. */

import Type from 'typebox';
import { readCarrierRulesAfterSetting, setCarrierRule } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import {
  CarrierRuleFields,
  carrierRuleEffectFields,
  carrierRuleExample,
  carrierRuleFromRequest,
  carrierRuleRecord,
  toCarrierRuleEffectReply,
} from '../carrier-rule-fields.ts';
import { previewCarrierRules } from '../carrier-rule-preview.ts';
import { createCarrierRuleEditAuditor } from '../edit-auditors.ts';
import { rulePreviewField } from '../rule-changes.ts';

export const carrierRulesSetOperation = defineOperatorCommand({
  path: '/api/CarrierRules/Set',
  summary: 'Set a carrier rule',
  description:
    'Adds a rule that chooses the carrier of BSW orders, or replaces the whole rule of the same rank. What is absent applies to everything. Every process applies it within three seconds.',
  roles: ['admin'],
  request: Type.Object({
    ...CarrierRuleFields.properties,
    ExpectedVersion: expectedVersionField,
    Preview: rulePreviewField,
  }),
  requestExample: carrierRuleExample,
  reply: {
    description: 'The rule is set.',
    schema: Type.Object({ ...CarrierRuleFields.properties, ...carrierRuleEffectFields }),
    example: carrierRuleExample,
  },
  errors: {
    400: 'A field is not valid, the carrier is BSW or will call, or `FromMiles` is above `ToMiles`.',
    403: 'The rule of this rank is not the expected one.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const rule = carrierRuleFromRequest(request);
    if (request.Preview) {
      const rules = valueOrThrowAppError(await readCarrierRulesAfterSetting(db, rule));
      return { ...carrierRuleRecord(rule), ...toCarrierRuleEffectReply(await previewCarrierRules(db, rules)) };
    }
    const onEdit = createCarrierRuleEditAuditor(context, request.Rank, request.ExpectedVersion);
    return carrierRuleRecord(valueOrThrowAppError(await setCarrierRule(db, rule, onEdit)));
  },
});
