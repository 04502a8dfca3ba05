/** CarrierRules/Remove: removes a carrier rule. */
import Type from 'typebox';
import { readCarrierRulesAfterRemoving, removeCarrierRule } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { carrierRuleEffectFields, carrierRuleRankField, toCarrierRuleEffectReply } from '../carrier-rule-fields.ts';
import { previewCarrierRules } from '../carrier-rule-preview.ts';
import { createCarrierRuleEditAuditor } from '../edit-auditors.ts';
import { rulePreviewField } from '../rule-changes.ts';

export const carrierRulesRemoveOperation = defineOperatorCommand({
  path: '/api/CarrierRules/Remove',
  summary: 'Remove a carrier rule',
  description: 'Removes the rule of this rank. Without rules the defaults apply.',
  roles: ['admin'],
  request: Type.Object({
    Rank: carrierRuleRankField,
    ExpectedVersion: expectedVersionField,
    Preview: rulePreviewField,
  }),
  requestExample: { Rank: 1 },
  reply: {
    description: 'The rule is removed.',
    schema: Type.Object({ Rank: carrierRuleRankField, ...carrierRuleEffectFields }),
    example: { Rank: 1 },
  },
  errors: {
    400: 'A field is not valid.',
    403: 'The rule of this rank is not the expected one.',
    404: 'There is no rule of this rank.',
  },
  execute: async ({ environment: { db }, context, request: { Rank: rank, ExpectedVersion, Preview } }) => {
    if (Preview) {
      const rules = valueOrThrowAppError(await readCarrierRulesAfterRemoving(db, rank));
      return { Rank: rank, ...toCarrierRuleEffectReply(await previewCarrierRules(db, rules)) };
    }
    valueOrThrowAppError(
      await removeCarrierRule(db, rank, createCarrierRuleEditAuditor(context, rank, ExpectedVersion)),
    );
    return { Rank: rank };
  },
});
