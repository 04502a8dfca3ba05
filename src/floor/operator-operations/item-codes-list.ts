/** ItemCodes/List: codes of items besides their UPC, across customers. */

import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import {
  buildListReply,
  createKeyPositionCodec,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  customersFilterField,
  defaultListPageSize,
  maxExactListCount,
} from '../../contract/list-fields.ts';
import { recordVersionOf, versionedRecordSchema } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
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

export const itemCodesListOperation = defineOperatorQuery({
  path: '/api/ItemCodes/List',
  summary: 'List the codes of items',
  description:
    'Returns the codes of items besides UPC and item number, by customer, code and item. Wineries may share a code, and items of a winery may: a scan counts an item of the order at hand.',
  roles: operatorRoles,
  request: Type.Object({
    Customers: customersFilterField,
    ItemNo: Type.Optional(itemCodeKeyFields.ItemNo),
    Code: Type.Optional(itemCodeKeyFields.Code),
    ...cursorPageRequestFields,
    // An item number alone has up to 255 characters.
    After: Type.Optional(Type.String({ maxLength: 500, description: '`Next` of the previous page.' })),
  }),
  requestExample: { Customers: ['W1001'], Code: '10012345678902' },
  reply: {
    description: 'A page of codes.',
    schema: createListReplySchema(
      Type.Object({
        ...versionedRecordSchema(ItemCodeRecord).properties,
        ...{ CustomerName: Type.String(), Description: Type.String() },
      }),
    ),
    example: {
      Records: [
        {
          ...{ ...itemCodeExample, Version: '5f1d7c2b9a03e4d8', CustomerName: 'Hilltop Cellars' },
          Description: '2023 Pinot Noir Estate 750ml',
        },
      ],
      Count: 1,
    },
  },
  errors: { 400: 'A filter is not valid, or `After` is not the `Next` of an earlier page.' },
  check: createPagePositionCheck(position.read),
  execute: async ({ environment: { db }, request }) => {
    const {
      After: after,
      Code: code,
      Customers: customers = [],
      ItemNo: itemNo,
      Top: top = defaultListPageSize,
    } = request;
    const filter = {
      customers: customers.length === 0 ? undefined : customers,
      itemNo,
      codes: code === undefined ? undefined : itemCodeCandidatesOfScan(code),
    };
    const from = after === undefined ? undefined : position.read(after);
    return await readWithCustomPlans(db, async (reader) => {
      const rows = await listItemCodes(reader, filter, { after: from, limit: top + 1 });
      const names = await readCustomers(reader, [...new Set(rows.map(({ customerNo }) => customerNo))]);
      return buildListReply(rows, top, await countItemCodes(reader, filter, maxExactListCount + 1), {
        keyOf: position.write,
        toRecord: (row) => ({
          ...itemCodeRecord(row),
          Version: recordVersionOf(itemCodeAuditRecord(row)),
          CustomerName: names.get(row.customerNo)?.name ?? '',
          Description: row.description,
        }),
      });
    });
  },
});
