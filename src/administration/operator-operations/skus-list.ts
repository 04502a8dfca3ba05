/** SKUs/List: items of all customers, by customer and item number. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codeField } from '../../contract/fields.ts';
import { createKeyPositionCodec, customersFilterField } from '../../contract/list-fields.ts';
import { defineOperatorList } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { countSkus, listSkus } from '../../skus/index.ts';
import { SkuRecord, skuExamples, skuRecord } from '../sku-fields.ts';

const position = createKeyPositionCodec('customerNo', 'itemNo');

export const skusListOperation = defineOperatorList({
  path: '/api/SKUs/List',
  summary: 'List items of all customers',
  description:
    'Returns the items that match all filters, by customer and item number, in pages: `Next` of a page is the `After` of the following one, and is absent on the last page.',
  roles: ['lead', 'service', 'admin'],
  filters: {
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
  },
  requestExample: { Customers: ['W1001'], Text: 'pinot', Show: 'active' },
  reply: {
    description: 'A page of items.',
    record: SkuRecord,
    example: skuExamples.record,
  },
  parsePosition: position.read,
  // An item number alone has up to 255 characters.
  maxPositionLength: 400,
  execute: async ({ environment: { db }, request }, page, buildReply) => {
    const { Customers: customers = [], Show: show = 'all' } = request;
    const filter = {
      customers: customers.length === 0 ? undefined : customers,
      text: request.Text?.trim() ?? '',
      isRetired: show === 'all' ? undefined : show === 'retired',
    };
    return await readWithCustomPlans(db, async (reader) => {
      const rows = await listSkus(reader, filter, page);
      const nameOf = await readCustomerNameLookup(reader, rows);
      return buildReply(rows, await countSkus(reader, filter, page.maxCounted), {
        keyOf: position.write,
        toRecord: (sku) => skuRecord(sku, nameOf(sku.customerNo)),
      });
    });
  },
});
