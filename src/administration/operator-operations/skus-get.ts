/** SKUs/Get: an item with all its attributes, its balances and its changes. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { itemKeyFields } from '../../contract/operator-key-fields.ts';
import { TimelineEntry, toTimelineEntry } from '../../contract/timeline.ts';
import { computeSellableUnits, listBalances } from '../../inventory/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { recordVersionOf } from '../../operators/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { type LoggedEvent, readTimeline } from '../../platform/log.ts';
import { readListedSku } from '../../skus/index.ts';
import { SkuDetailsRecord, skuAuditRecord, skuDetailsRecord, skuExamples } from '../sku-fields.ts';

/** Newest changes that are shown. */
const maxTimeline = 100;
/** Far more than an item has: warehouses times statuses. */
const maxBalances = 1_000;

const SkuBalance = Type.Object({
  Warehouse: Type.String(),
  InventoryStatus: Type.String(),
  OnHand: Type.Integer(),
  Reserved: Type.Integer(),
  Backordered: Type.Integer(),
  Incoming: Type.Integer(),
  Sellable: Type.Integer(),
});

export const skusGetOperation = defineOperatorQuery({
  path: '/api/SKUs/Get',
  summary: 'Get an item',
  description:
    'Returns an item: all its attributes, its balances by warehouse and status as Inventory/List shows them, and its newest 100 changes, oldest first.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object(itemKeyFields),
  requestExample: { CustomerNo: 'W1001', ItemNo: '23PIN-01' },
  reply: {
    description: 'The item.',
    schema: Type.Object({
      ...SkuDetailsRecord.properties,
      Version: Type.String({ description: 'Of what can be changed, for `ExpectedVersion`.' }),
      Balances: Type.Array(SkuBalance),
      Timeline: Type.Array(TimelineEntry),
    }),
    example: {
      ...skuExamples.details,
      Version: '9f2c81d0a4e35b76',
      Balances: [
        {
          Warehouse: 'APC01',
          InventoryStatus: 'GOOD-NO-TX',
          OnHand: 1200,
          Reserved: 36,
          Backordered: 0,
          Incoming: 600,
          Sellable: 1164,
        },
      ],
      Timeline: [
        {
          At: '2026-11-18T17:00:00Z',
          Kind: 'sku.updated',
          Text: 'Value was 45.00.',
          By: 'The winery',
          Actor: 'winery-web',
          Operation: 'SKU/UpdateSKU',
          Reference: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
        },
      ],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'The customer has no such item.' },
  execute: async ({ environment: { db }, request }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo } = request;
    const settings = await readOperatorSettings(db);
    return await db.snapshot(async (reader) => {
      const sku = await readListedSku(reader, { customerNo, itemNo });
      if (sku === undefined) throw notFoundError(`Customer ${customerNo} has no item ${JSON.stringify(itemNo)}.`);
      const nameOf = await readCustomerNameLookup(reader, [{ customerNo }]);
      const balances = await listBalances(
        reader,
        { customers: [customerNo], items: [itemNo], warehouses: undefined, statuses: undefined, text: '' },
        { after: undefined, limit: maxBalances },
      );
      return {
        ...skuDetailsRecord(sku, nameOf(customerNo)),
        Version: recordVersionOf(skuAuditRecord(sku)),
        Balances: balances.map((balance) => ({
          Warehouse: balance.warehouse,
          InventoryStatus: balance.status,
          OnHand: balance.onHand,
          Reserved: balance.reserved,
          Backordered: balance.backOrdered,
          Incoming: balance.expected,
          Sellable: computeSellableUnits(balance, settings).units,
        })),
        Timeline: (await readTimeline(reader, customerNo, sku.skuId, maxTimeline)).map((event) => ({
          ...toTimelineEntry(event),
          Text: changeText(event),
        })),
      };
    });
  },
});

/** The values that an update replaced, in words. */
function changeText({ data = {} }: LoggedEvent): string {
  const { changed = [], before = {} } = data as {
    readonly changed?: readonly string[];
    readonly before?: { readonly description?: string; readonly value?: string };
  };
  return [
    ...(changed.includes('SKUInfo.ItemDescription') ? [`Description was “${before.description}”.`] : []),
    ...(changed.includes('SKUInfo.Value') ? [`Value was ${before.value}.`] : []),
  ].join(' ');
}
