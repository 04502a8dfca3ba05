/** CarrierRules/Set: adds a carrier rule, or replaces the one of the same rank. */
import { setCarrierRule } from '../../operator-settings/index.ts';
import { valueOrAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { carrierRuleEdit } from '../audited-edit.ts';
import { CarrierRuleFields, carrierRuleExample, carrierRuleOf, carrierRuleReply } from '../carrier-rule-fields.ts';

export const carrierRulesSet = defineOperatorCommand({
  path: '/api/CarrierRules/Set',
  summary: 'Set a carrier rule',
  description:
    'Adds a rule that chooses the carrier of BSW orders, or replaces the whole rule of the same rank. What is absent applies to everything. Every process applies it within three seconds.',
  credentials: 'session',
  roles: ['admin'],
  request: CarrierRuleFields,
  requestExample: carrierRuleExample,
  reply: { description: 'The rule is set.', schema: CarrierRuleFields, example: carrierRuleExample },
  errors: { 400: 'A field is not valid, or the rule could never apply.' },
  execute: async ({ environment: { db }, context, request }) => {
    const onEdit = carrierRuleEdit(context, request.Rank);
    return carrierRuleReply(valueOrAppError(await setCarrierRule(db, carrierRuleOf(request), onEdit)));
  },
});
