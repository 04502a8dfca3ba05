/** POST /api/Inventory/GetSellable (interface: Inventory; decisions 9, 10). */

import Type from 'typebox';
import { warehouseField } from '../../contract/code-lists.ts';
import { identifierField, ignoredFieldOption, textField } from '../../contract/fields.ts';
import { filterNameSynonyms } from '../../contract/filter-synonyms.ts';
import { consumerInventoryStatusesOfCustomer, readOperatorSettings } from '../../operator-settings/index.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { readSkuSummaries, readSkus, type SkuSummary } from '../../skus/index.ts';
import { readSellableQuantities } from '../balance-reads.ts';
import { emptyToUndefined } from '../query-filters.ts';

const request = Type.Object({
  ItemNumbers: Type.Optional(
    Type.Array(identifierField('An item number.'), {
      maxItems: 10_000,
      description:
        'Only these items, up to 10,000, including items without inventory history; by default every item with inventory history.',
    }),
  ),
  Warehouses: Type.Optional(
    Type.Array(warehouseField('A warehouse.'), {
      maxItems: 100,
      description: 'Only inventory of these warehouses; by default of all physical warehouses.',
    }),
  ),
  IncludeUnavailableItems: Type.Optional(
    Type.Boolean({
      description: 'Whether items with nothing to sell are included, with 0; by default they are.',
      default: true,
    }),
  ),
  IncludeIncomingInventory: Type.Optional(
    Type.Boolean({
      description:
        'Whether SellableQuantity includes inventory that is inbound on purchase orders and transfers and not needed for backorders.',
      default: false,
    }),
  ),
  OrderType: Type.Optional(textField('Accepted for existing clients; has no effect.', ignoredFieldOption)),
  OrderSource: Type.Optional(textField('Accepted for existing clients; has no effect.', ignoredFieldOption)),
  Verbose: Type.Optional(
    Type.Boolean({ description: 'Accepted for existing clients; has no effect.', ...ignoredFieldOption }),
  ),
});

const reply = Type.Object(
  {
    TotalRecordCount: Type.Integer({ description: 'Number of items.' }),
    SalesChannel: Type.String({ description: 'DTC: direct to consumer.' }),
    Items: Type.Array(
      Type.Object(
        {
          ItemNo: Type.String({ description: 'Item number.' }),
          ItemDescription: Type.String({ description: 'Item description.' }),
          ItemUnit: Type.String({ description: 'Unit of measure.' }),
          SellableQuantity: Type.Integer({ description: 'Available to sell, in units of the item.' }),
        },
        { title: 'SellableItem' },
      ),
    ),
  },
  { title: 'GetSellableReply' },
);

/** The texts of these items for the reply, by item number; `itemNos` undefined: of the whole catalog. Unknown items are omitted. */
async function labelsOf(
  reader: DbReader,
  customerNo: string,
  itemNos: readonly string[] | undefined,
): Promise<ReadonlyMap<string, SkuSummary>> {
  if (itemNos === undefined) return await readSkuSummaries(reader, customerNo);
  const skus = await readSkus(
    reader,
    itemNos.map((itemNo) => ({ customerNo, itemNo })),
  );
  return new Map([...skus.values()].map((sku) => [sku.itemNo, sku]));
}

export const getSellableOperation = defineQuery({
  path: '/api/Inventory/GetSellable',
  tag: 'Inventory',
  summary: 'Get sellable quantities per item',
  description:
    'For syncing quantities with commerce, point-of-sale and order management systems: available inventory in the statuses that are sellable to consumers, at all physical warehouses or those requested. Sold-out and retired items are included with 0, unless `IncludeUnavailableItems` is false; unknown item numbers are omitted.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  filterSynonyms: filterNameSynonyms,
  request,
  requestExample: { ItemNumbers: ['23PIN-01'], Warehouses: ['APC01'] },
  reply: {
    status: 200,
    description: 'The items, by item number.',
    schema: reply,
    example: {
      TotalRecordCount: 1,
      SalesChannel: 'DTC',
      Items: [
        {
          ItemNo: '23PIN-01',
          ItemDescription: '2023 Pinot Noir Estate 750ml',
          ItemUnit: '750',
          SellableQuantity: 1164,
        },
      ],
    },
  },
  errors: { 400: 'A rule of the interface is broken (`ValidationFailed`).' },
  execute: async ({ environment, caller: { customerNo }, request: asked }) => {
    const { db } = environment;
    const operator = await readOperatorSettings(db);
    const itemNos = emptyToUndefined(asked.ItemNumbers);
    const where = {
      warehouses: emptyToUndefined(asked.Warehouses) ?? [...operator.warehouses.keys()],
      statuses: consumerInventoryStatusesOfCustomer(operator, customerNo),
      includeIncoming: asked.IncludeIncomingInventory ?? false,
    };
    const [sellable, skus] = await Promise.all([
      readSellableQuantities(db, customerNo, where, itemNos),
      labelsOf(db, customerNo, itemNos),
    ]);
    const wanted = [...new Set(itemNos ?? sellable.keys())];
    const items = wanted
      .flatMap((itemNo) => skus.get(itemNo) ?? [])
      .map((sku) => ({
        ItemNo: sku.itemNo,
        ItemDescription: sku.description,
        ItemUnit: sku.uom,
        SellableQuantity: sku.retired ? 0 : (sellable.get(sku.itemNo) ?? 0),
      }))
      .filter(({ SellableQuantity }) => SellableQuantity > 0 || (asked.IncludeUnavailableItems ?? true))
      .sort((a, b) => (a.ItemNo < b.ItemNo ? -1 : 1));
    return { TotalRecordCount: items.length, SalesChannel: 'DTC', Items: items };
  },
});
