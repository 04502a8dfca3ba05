/** ItemCodes/List: codes of items besides their UPC, across customers. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { createKeyPositionCodec, customersFilterField } from '../../contract/list-fields.ts';
import { defineOperatorList, recordVersionOf, versionedRecordSchema } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { operatorRoles } from '../../platform/http/operator-operation.ts';
import { itemCodeCandidatesOfScan } from '../item-code.ts';
import {
  ItemCodeRecord,
  itemCodeAuditRecord,
  itemCodeExample,
  itemCodeKeyFields,
  itemCodeRecord,
} from '../item-code-fields.ts';
import { countItemCodes, listItemCodes } from '../item-code-lists.ts';

const position = createKeyPositionCodec('customerNo', 'code', 'itemNo');

export const itemCodesListOperation = defineOperatorList({
  path: '/api/ItemCodes/List',
  summary: 'List the codes of items',
  description:
    'Returns the codes of items besides UPC and item number, by customer, code and item. Wineries may share a code, and items of a winery may: a scan counts an item of the order at hand.',
  roles: operatorRoles,
  filters: {
    Customers: customersFilterField,
    ItemNo: Type.Optional(itemCodeKeyFields.ItemNo),
    Code: Type.Optional(itemCodeKeyFields.Code),
  },
  requestExample: { Customers: ['W1001'], Code: '10012345678902' },
  reply: {
    description: 'A page of codes.',
    record: Type.Object({
      ...versionedRecordSchema(ItemCodeRecord).properties,
      CustomerName: Type.String(),
      Description: Type.String(),
    }),
    example: {
      ...itemCodeExample,
      Version: '5f1d7c2b9a03e4d8',
      CustomerName: 'Hilltop Cellars',
      Description: '2023 Pinot Noir Estate 750ml',
    },
  },
  parsePosition: position.read,
  // An item number alone has up to 255 characters.
  maxPositionLength: 500,
  execute: async ({ environment: { db }, request }, page, buildReply) => {
    const { Code: code, Customers: customers = [], ItemNo: itemNo } = request;
    const filter = {
      customers: customers.length === 0 ? undefined : customers,
      itemNo,
      codes: code === undefined ? undefined : itemCodeCandidatesOfScan(code),
    };
    return await readWithCustomPlans(db, async (reader) => {
      const rows = await listItemCodes(reader, filter, page);
      const nameOf = await readCustomerNameLookup(reader, rows);
      return buildReply(rows, await countItemCodes(reader, filter, page.maxCounted), {
        keyOf: position.write,
        toRecord: (row) => ({
          ...itemCodeRecord(row),
          Version: recordVersionOf(itemCodeAuditRecord(row)),
          CustomerName: nameOf(row.customerNo),
          Description: row.description,
        }),
      });
    });
  },
});
