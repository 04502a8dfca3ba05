/** SKUs/List: items of all customers, by customer and item number. */

import Type from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import {
  buildListReply,
  createKeyPositionCodec,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  customersFilterField,
  defaultListPageSize,
  errorsOfListOperations,
  maxExactListCount,
} from '../../contract/list-fields.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { countSkus, listSkus } from '../../skus/index.ts';
import { SkuRecord, skuExamples, skuRecord } from '../sku-fields.ts';

const position = createKeyPositionCodec('customerNo', 'itemNo');

export const skusListOperation = defineOperatorQuery({
  path: '/api/SKUs/List',
  summary: 'List items of all customers',
  description:
    'Returns the items that match all filters, by customer and item number, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    Customers: customersFilterField,
    Text: Type.Optional(
      Type.String({ maxLength: 100, description: 'A part of the number, the description or the UPC of the item.' }),
    ),
    Show: Type.Optional(
      codeField('Which items: those in use, those that are retired, or both. Default: `all`.', [
        'active',
        'retired',
        'all',
      ]),
    ),
    ...cursorPageRequestFields,
    // An item number alone has up to 255 characters.
    After: Type.Optional(Type.String({ maxLength: 400, description: '`Next` of the previous page.' })),
  }),
  requestExample: { Customers: ['W1001'], Text: 'pinot', Show: 'active' },
  reply: {
    description: 'A page of items.',
    schema: createListReplySchema(SkuRecord),
    example: { Records: [skuExamples.record], Count: 1 },
  },
  errors: errorsOfListOperations,
  check: createPagePositionCheck(position.read),
  execute: async ({ environment: { db }, request }) => {
    const { After: after, Customers: customers = [], Show: show = 'all', Top: top = defaultListPageSize } = request;
    const filter = {
      customers: customers.length === 0 ? undefined : customers,
      text: request.Text?.trim() ?? '',
      isRetired: show === 'all' ? undefined : show === 'retired',
    };
    const from = after === undefined ? undefined : position.read(after);
    return await readWithCustomPlans(db, async (reader) => {
      const rows = await listSkus(reader, filter, { after: from, limit: top + 1 });
      const names = await readCustomers(reader, [...new Set(rows.map(({ customerNo }) => customerNo))]);
      return buildListReply(rows, top, await countSkus(reader, filter, maxExactListCount + 1), {
        keyOf: position.write,
        toRecord: (sku) => skuRecord(sku, names.get(sku.customerNo)?.name ?? ''),
      });
    });
  },
});
