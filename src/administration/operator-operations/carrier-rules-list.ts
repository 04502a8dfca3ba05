/** CarrierRules/List: the rules that choose the carrier of orders with `BSW` (operator's choice). */
import Type from 'typebox';
import { defaultCarrierRules, readSavedCarrierRules } from '../../operator-settings/index.ts';
import { recordVersionOf, versionedRecordSchema } from '../../operators/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { CarrierRuleFields, carrierRuleExample, carrierRuleRecord } from '../carrier-rule-fields.ts';

export const carrierRulesListOperation = defineOperatorQuery({
  path: '/api/CarrierRules/List',
  summary: 'List the carrier rules',
  description:
    'Returns the rules that choose the carrier of BSW orders, by rank: the first that applies and has a rate is used. Where none is set, the defaults apply and are returned.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The rules.',
    schema: Type.Object({
      Records: Type.Array(versionedRecordSchema(CarrierRuleFields)),
      IsDefault: Type.Boolean({ description: 'Whether these are the defaults, because none is set.' }),
    }),
    example: { Records: [{ ...carrierRuleExample, Version: '3f0c8a51d2b7e964' }], IsDefault: false },
  },
  errors: {},
  execute: async ({ environment: { db } }) => {
    const own = await readSavedCarrierRules(db);
    const isDefault = own.length === 0;
    const records = (isDefault ? defaultCarrierRules : own).map((rule) => {
      const record = carrierRuleRecord(rule);
      return { ...record, Version: recordVersionOf(isDefault ? undefined : record) };
    });
    return { Records: records, IsDefault: isDefault };
  },
});
