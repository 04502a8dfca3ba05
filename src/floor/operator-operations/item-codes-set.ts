/** ItemCodes/Set: gives an item a code, or changes its units. */
import Type from 'typebox';
import { assertRecordVersion, expectedVersionField } from '../../operators/index.ts';
import { AppError, notFoundError, refuse } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { formatSkuKey, readUpcCodes } from '../../skus/index.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { catalogCodesOfItem, describeItemCodeFault, normalizeItemCode } from '../item-code.ts';
import {
  ItemCodeRecord,
  itemCodeExample,
  itemCodeKeyFields,
  itemCodeRecord,
  recordItemCodeAudit,
  toItemCodeVersionCheck,
} from '../item-code-fields.ts';
import { lockItemCodeEdits, lockItemCodes, saveItemCodes } from '../item-code-store.ts';

export const itemCodesSetOperation = defineOperatorCommand({
  path: '/api/ItemCodes/Set',
  summary: 'Set a code of an item',
  description:
    'Gives an item a code besides its UPC and its number, for scans at all stations, or changes the units of one that it has. An item may have several codes, and a code several items.',
  roles: floorLeadRoles,
  request: Type.Object({
    ...itemCodeKeyFields,
    Units: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, description: 'Units that a scan counts: 12 for a case; default 1.' }),
    ),
    ExpectedVersion: expectedVersionField,
  }),
  requestExample: { ...itemCodeExample, Code: '1 00 12345 67890 2' },
  reply: { description: 'The code is set.', schema: ItemCodeRecord, example: itemCodeExample },
  errors: {
    400: 'A field is not valid, the check digit of the code is wrong, or the catalog has the code for this item already.',
    403: 'The code of the item is not the expected one.',
    404: 'The customer has no such item.',
  },
  check: ({ Code: code }) => {
    const message = describeItemCodeFault(normalizeItemCode(code));
    return message === undefined ? [] : [{ field: 'Code', code: 'Format', message }];
  },
  execute: async ({ environment: { db }, context, request }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo, Units: units = 1 } = request;
    const key = { customerNo, itemNo };
    const after = { ...key, code: normalizeItemCode(request.Code), units };
    return await db.write(async (tx) => {
      const upcCode = (await readUpcCodes(tx, [key])).get(formatSkuKey(key));
      if (upcCode === undefined) throw notFoundError(`Customer ${customerNo} has no item ${JSON.stringify(itemNo)}.`);
      if (
        normalizeItemCode(itemNo) === after.code ||
        catalogCodesOfItem(itemNo, upcCode).some(({ code }) => code === after.code)
      ) {
        const fault = { field: 'Code', code: 'Conflict', message: 'is the number or the UPC of the item' };
        const reason = `A scan of ${after.code} counts one ${itemNo} without being set.`;
        throw new AppError(refuse('ValidationFailed', reason, [fault]).refused);
      }
      await lockItemCodeEdits(tx, customerNo);
      const [before] = await lockItemCodes(tx, [after]);
      await assertRecordVersion(tx, toItemCodeVersionCheck(before ?? after, before, request.ExpectedVersion));
      saveItemCodes(tx, [after]);
      recordItemCodeAudit(tx, context, after, { before, after });
      return itemCodeRecord(after);
    });
  },
});
