/** CarrierRules/Remove: removes a carrier rule. */
import Type from '../../lib/schema.ts';
import { removeCarrierRule } from '../../operator-settings/index.ts';
import { valueOrAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { carrierRuleEdit } from '../audited-edit.ts';
import { rankField } from '../carrier-rule-fields.ts';

export const carrierRulesRemove = defineOperatorCommand({
  path: '/api/CarrierRules/Remove',
  summary: 'Remove a carrier rule',
  description: 'Removes the rule of this rank. Without rules the defaults apply.',
  credentials: 'session',
  roles: ['admin'],
  request: Type.Object({ Rank: rankField }),
  requestExample: { Rank: 1 },
  reply: { description: 'The rule is removed.', schema: Type.Object({ Rank: rankField }), example: { Rank: 1 } },
  errors: { 400: 'A field is not valid.', 404: 'There is no rule of this rank.' },
  execute: async ({ environment: { db }, context, request: { Rank: rank } }) => {
    valueOrAppError(await removeCarrierRule(db, rank, carrierRuleEdit(context, rank)));
    return { Rank: rank };
  },
});
