/** SKUs/Update: change the description and value of an item. */

import Type, { type Static } from 'typebox';
import { dollarAmountStringField } from '../../contract/fields.ts';
import { assertSomethingToChange } from '../../contract/nothing-to-change.ts';
import { itemKeyFields } from '../../contract/operator-key-fields.ts';
import {
  createAuditedWriter,
  expectedVersionField,
  findRecordVersionConflict,
  valueOrThrowAppError,
} from '../../operators/index.ts';
import type { Tx } from '../../platform/db/db.ts';
import { defineOperatorCommand, type OperatorContext } from '../../platform/http/operator-operation.ts';
import { type ChangeableSkuValues, type SkuUpdate, type SkuUpdateResult, skuUpdateWriter } from '../../skus/index.ts';
import { skuAuditRecord } from '../sku-fields.ts';

const updates = createAuditedWriter<SkuUpdate & { readonly context: OperatorContext }, SkuUpdateResult>(
  skuUpdateWriter,
  ({ customerNo, itemNo, patch }, { before }) => ({
    action: 'sku.updated',
    subject: itemNo,
    customerNo,
    before: changedFields(patch, before),
    after: changedFields(patch, patch),
  }),
);

/** The values of the fields that a patch sets. */
const changedFields = (
  patch: SkuUpdate['patch'],
  { description, value }: { readonly description: string | undefined; readonly value: string | undefined },
) => ({
  ...(patch.description !== undefined && { Description: description }),
  ...(patch.value !== undefined && { Value: value }),
});

const request = Type.Object({
  ...itemKeyFields,
  Description: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Absent: unchanged.' })),
  Value: Type.Optional(dollarAmountStringField('Value of one unit in dollars; absent: unchanged.')),
  ExpectedVersion: expectedVersionField,
});

function check({ Value: value }: Static<typeof request>) {
  if (value === undefined || !(Number(value) < 0)) return [];
  return [{ field: 'Value', code: 'Minimum', message: 'must be at least 0' }];
}

export const skusUpdateOperation = defineOperatorCommand({
  path: '/api/SKUs/Update',
  summary: 'Change the description and value of an item',
  description:
    'Changes an item as SKU/UpdateSKU of its winery does; absent fields stay. Existing orders and movements keep the previous description.',
  roles: ['admin'],
  request,
  requestExample: { CustomerNo: 'W1001', ItemNo: '23PIN-01', Value: '52.00' },
  reply: {
    description: 'The item is changed.',
    schema: Type.Object({ TransactionReferenceNumber: Type.String({ description: 'Of this change.' }) }),
    example: { TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002' },
  },
  errors: {
    400: 'A field is not valid, or nothing is given to change.',
    403: 'The item is retired, or is not the expected version.',
    404: 'The customer has no such item.',
  },
  check,
  execute: async ({ environment, context, request: sent }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo, Description: description, Value: value } = sent;
    assertSomethingToChange([description, value]);
    const outcome = await environment.writeQueue.submit(updates, {
      ...context.forCustomer(customerNo),
      itemNo,
      patch: { description, value },
      context,
      check: versionCheck(sent),
    });
    return { TransactionReferenceNumber: valueOrThrowAppError(outcome).reference };
  },
});

/** Refuses a change of an item that is not the expected one any more. */
const versionCheck =
  ({ CustomerNo: customerNo, ItemNo: subject, ExpectedVersion: expected }: Static<typeof request>) =>
  async (tx: Tx, values: ChangeableSkuValues) => {
    const before = skuAuditRecord(values);
    const edit = { noun: 'item', subject, customerNo, before, expected, actions: ['sku.updated'] };
    return await findRecordVersionConflict(tx, { ...edit, isAuditPartial: true });
  };
