/** ItemCodes/Remove: takes a code from an item. */
import Type from 'typebox';
import { assertRecordVersion, expectedVersionField } from '../../operators/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { itemCodeCandidatesOfScan, normalizeItemCode } from '../item-code.ts';
import {
  ItemCodeRecord,
  itemCodeExample,
  itemCodeKeyFields,
  itemCodeRecord,
  recordItemCodeAudit,
  toItemCodeVersionCheck,
} from '../item-code-fields.ts';
import { deleteItemCodes, lockItemCodes } from '../item-code-store.ts';

export const itemCodesRemoveOperation = defineOperatorCommand({
  path: '/api/ItemCodes/Remove',
  summary: 'Remove a code of an item',
  description: 'Takes a code from an item. Scans that were counted by it stay counted.',
  roles: floorLeadRoles,
  request: Type.Object({ ...itemCodeKeyFields, ExpectedVersion: expectedVersionField }),
  requestExample: { CustomerNo: 'W1001', ItemNo: '23PIN-01', Code: '10012345678902' },
  reply: { description: 'The code, as it was.', schema: ItemCodeRecord, example: itemCodeExample },
  errors: {
    400: 'A field is not valid.',
    403: 'The code of the item is not the expected one.',
    404: 'The item has no such code.',
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo } = request;
    const forms = itemCodeCandidatesOfScan(request.Code);
    return await db.write(async (tx) => {
      const found = await lockItemCodes(
        tx,
        forms.map((code) => ({ customerNo, itemNo, code })),
      );
      const before = found.find(({ code }) => code === forms[0]) ?? found[0];
      if (before === undefined)
        throw notFoundError(`Item ${JSON.stringify(itemNo)} has no code ${normalizeItemCode(request.Code)}.`);
      const key = { customerNo, itemNo, code: before.code };
      await assertRecordVersion(tx, toItemCodeVersionCheck(key, before, request.ExpectedVersion));
      deleteItemCodes(tx, [before]);
      recordItemCodeAudit(tx, context, key, { before, after: undefined });
      return itemCodeRecord(before);
    });
  },
});
