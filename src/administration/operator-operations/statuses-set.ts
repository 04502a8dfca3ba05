/** Statuses/Set: adds or changes a customer's own inventory status, or describes one of the interface's. */

import Type from 'typebox';
import { assertCustomerFound } from '../../auth/index.ts';
import { textField } from '../../contract/fields.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createInventoryStatusEditAuditor } from '../edit-auditors.ts';
import { saveInventoryStatusAndAllocate } from '../inventory-status-changes.ts';
import {
  InventoryStatusDefinitionRecord,
  inventoryStatusDefinitionExample,
  inventoryStatusDefinitionRecord,
  inventoryStatusDefinitionRecords,
  inventoryStatusKeyFields,
} from '../inventory-status-fields.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ description: `${description}; default: no.` }));

export const statusesSetOperation = defineOperatorCommand({
  path: '/api/Statuses/Set',
  summary: 'Set an inventory status',
  description:
    "Adds or replaces a customer's own inventory status; waiting orders of the customer draw from it at once. Without `CustomerNo` only the description of one of the interface's changes. Every process applies it within three seconds.",
  roles: ['admin'],
  request: Type.Object({
    ...inventoryStatusKeyFields,
    Description: textField('The meaning of the status.', { minLength: 1, maxLength: 100 }),
    DrawnByConsumerOrders: flag('Consumer orders draw it after `GOOD-NO-TX`, waiting ones too'),
    Bonded: flag('Stock in bond, tax not paid'),
    Returned: flag('Returned stock'),
    Damaged: flag('Damaged stock'),
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: {
    CustomerNo: 'W1001',
    InventoryStatus: 'GOOD-EV-TX',
    Description: 'For events',
    DrawnByConsumerOrders: true,
  },
  reply: {
    description: 'The status as it is now.',
    schema: InventoryStatusDefinitionRecord,
    example: inventoryStatusDefinitionExample,
  },
  errors: {
    400: 'A field is not valid, or the code is of the wrong kind.',
    403: 'The status is not the expected one.',
    404: 'There is no such customer.',
  },
  timeoutSeconds: 120,
  execute: async ({ environment, context, request }) => {
    const { CustomerNo: customerNo, InventoryStatus: code } = request;
    if (customerNo !== undefined) await assertCustomerFound(environment.db, customerNo);
    const status = {
      code,
      description: request.Description,
      sellableToConsumers: request.DrawnByConsumerOrders ?? false,
      bonded: request.Bonded ?? false,
      returned: request.Returned ?? false,
      damaged: request.Damaged ?? false,
    };
    const onEdit = createInventoryStatusEditAuditor(context, { customerNo, code }, request.ExpectedVersion);
    valueOrThrowAppError(await saveInventoryStatusAndAllocate(environment.db, customerNo, status, onEdit));
    const now = inventoryStatusDefinitionRecords(await readOperatorSettings(environment.db), customerNo);
    return (
      now.find(({ InventoryStatus }) => InventoryStatus === code) ?? inventoryStatusDefinitionRecord(customerNo, status)
    );
  },
});
