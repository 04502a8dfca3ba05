/** Statuses/Remove: removes an inventory status that is not in use. */
import Type from 'typebox';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { createInventoryStatusEditAuditor } from '../edit-auditors.ts';
import { removeUnusedInventoryStatus } from '../inventory-status-changes.ts';
import { inventoryStatusKeyFields } from '../inventory-status-fields.ts';

const Named = Type.Object(inventoryStatusKeyFields);
const example = { CustomerNo: 'W1001', InventoryStatus: 'GOOD-EV-TX' };

export const statusesRemoveOperation = defineOperatorCommand({
  path: '/api/Statuses/Remove',
  summary: 'Remove an inventory status',
  description: "Removes a customer's own inventory status or, without `CustomerNo`, one of the interface's.",
  roles: ['admin'],
  request: Type.Object({ ...Named.properties, ExpectedVersion: expectedVersionField }),
  requestExample: example,
  reply: { description: 'The status is removed.', schema: Named, example },
  errors: {
    400: 'A field is not valid, or the server itself uses the status.',
    403: 'There are stock, backorders or expected units in it, a transfer order that has not left is to arrive in it, people are receiving an order in it, an open count has it, bottles of a return are counted in it whose inspection has not ended, or it is not the expected one.',
    404: 'There is no such status.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { ExpectedVersion, ...named } = request;
    const { CustomerNo: customerNo, InventoryStatus: code } = named;
    const onEdit = createInventoryStatusEditAuditor(context, { customerNo, code }, ExpectedVersion);
    valueOrThrowAppError(await removeUnusedInventoryStatus(db, customerNo, code, onEdit));
    return named;
  },
});
