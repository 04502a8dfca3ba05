/** PackingRules/List: which shipper holds how many bottles. */
import Type from 'typebox';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { PackingRuleRecord, packingRuleExample, packingRuleRecord } from '../shipper-fields.ts';

export const packingRulesListOperation = defineOperatorQuery({
  path: '/api/PackingRules/List',
  summary: 'List the packing rules',
  description:
    'Returns which shipper is used for how many bottles of each format: first the rules for all warehouses, then those of single warehouses, which replace them.',
  roles: operatorRoles,
  request: Type.Object({}),
  requestExample: {},
  reply: {
    description: 'The rules.',
    schema: Type.Object({ Records: Type.Array(versionedRecordSchema(PackingRuleRecord)) }),
    example: { Records: [{ ...packingRuleExample, Version: '3f0c8a51d2b7e964' }] },
  },
  errors: {},
  execute: async ({ environment: { db } }) => {
    const { packing } = await readOperatorSettings(db);
    return { Records: packing.rules.map((rule) => withRecordVersion(packingRuleRecord(rule))) };
  },
});
