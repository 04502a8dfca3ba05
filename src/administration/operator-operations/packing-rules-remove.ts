/** PackingRules/Remove: removes a warehouse's own packing rule. */
import Type from 'typebox';
import { removePackingRule } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createPackingRuleEditAuditor } from '../edit-auditors.ts';
import { packingRuleWarehouseField, shipperBoxFormatField } from '../shipper-fields.ts';

export const packingRulesRemoveOperation = defineOperatorCommand({
  path: '/api/PackingRules/Remove',
  summary: "Remove a warehouse's own packing rule",
  description: 'The rule for all warehouses applies from then on, within three seconds.',
  roles: ['admin'],
  request: Type.Object({
    Warehouse: packingRuleWarehouseField,
    Format: shipperBoxFormatField,
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { Warehouse: 'APC01', Format: 'standard' },
  reply: {
    description: 'The rule is removed.',
    schema: Type.Object({ Warehouse: packingRuleWarehouseField, Format: shipperBoxFormatField }),
    example: { Warehouse: 'APC01', Format: 'standard' },
  },
  errors: {
    400: 'A field is not valid, or it is a rule for all warehouses.',
    403: 'The rule is not the expected one.',
    404: 'The warehouse has no such rule of its own.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { Warehouse: warehouse, Format: format, ExpectedVersion } = request;
    const onEdit = createPackingRuleEditAuditor(context, { warehouse, format }, ExpectedVersion);
    valueOrThrowAppError(await removePackingRule(db, warehouse, format, onEdit));
    return { Warehouse: warehouse, Format: format };
  },
});
