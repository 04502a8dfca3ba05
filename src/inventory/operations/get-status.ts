/** POST /api/Inventory/GetStatus (interface: Inventory, Limits; decisions 9, 10, 15). */

import Type from 'typebox';
import { inventoryStatusField, warehouseField } from '../../contract/code-lists.ts';
import { identifierField } from '../../contract/fields.ts';
import { filterNameSynonyms } from '../../contract/filter-synonyms.ts';
import { includeTotalRecordCountField, pageReplyFields, pageRequestFields } from '../../contract/paging.ts';
import { hasMoreRecords, inventoryStatusPagingRules, parsePageRange } from '../../lib/paging.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { formatSkuKey, readSkus } from '../../skus/index.ts';
import { readInventoryBalancePage } from '../balance-reads.ts';
import { insertInventoryStatusPagination, updateInventoryStatusPagination } from '../inventory-status-pagination.ts';
import { assertValidPageRange, emptyToUndefined, pageRangeFaultsOf } from '../query-filters.ts';
import { InventoryStatusRecord, inventoryStatusExample, inventoryStatusRecord } from '../status-record.ts';

const request = Type.Object({
  Warehouse: Type.Optional(warehouseField('Only this warehouse; by default all.')),
  ItemNumbers: Type.Optional(
    Type.Array(identifierField('An item number.'), {
      maxItems: 5,
      description: 'Only these items, up to 5; by default all.',
    }),
  ),
  InventoryStatuses: Type.Optional(
    Type.Array(inventoryStatusField('An inventory status.'), {
      maxItems: 5,
      description: 'Only these statuses, up to 5; by default all.',
    }),
  ),
  IncludeTotalRecordCount: Type.Optional(includeTotalRecordCountField),
  ...pageRequestFields(inventoryStatusPagingRules.defaultTop),
  IncludeUnavailableItems: Type.Optional(
    Type.Boolean({ description: 'Includes rows without available inventory; by default they are omitted.' }),
  ),
});

const reply = Type.Object(
  {
    ...pageReplyFields(inventoryStatusPagingRules.defaultTop),
    WarehouseInventoryStatuses: Type.Array(InventoryStatusRecord),
  },
  { title: 'GetStatusReply' },
);

export const getStatusOperation = defineQuery({
  path: '/api/Inventory/GetStatus',
  tag: 'Inventory',
  summary: 'Get inventory per item, warehouse and status',
  description:
    'Quantities on hand, reserved on orders, available, on backorder, on inbound purchase orders and in transit. `TotalRecordCount` is always exact. Later pages include rows that have sold out since the first page (`Skip` 0) was read, with nothing available, so that no row is skipped. Readers that page the same list at the same time with one `UserKey` may get a row twice: identify rows by item, warehouse and status.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  filterSynonyms: filterNameSynonyms,
  request,
  requestExample: { Warehouse: 'APC01', ItemNumbers: ['23PIN-01'], Skip: 0, Top: 2500, IncludeUnavailableItems: false },
  reply: {
    status: 200,
    description: 'The matching rows; an empty list when there are none.',
    schema: reply,
    example: {
      TotalRecordCount: 1,
      Skip: 0,
      Top: 2500,
      MoreRecords: false,
      WarehouseInventoryStatuses: [inventoryStatusExample],
    },
  },
  errors: { 400: 'A rule of the interface is broken (`ValidationFailed`).' },
  check: (asked) => pageRangeFaultsOf(parsePageRange({ skip: asked.Skip, top: asked.Top }, inventoryStatusPagingRules)),
  execute: async ({ environment, caller, request: asked }) => {
    const page = assertValidPageRange(parsePageRange({ skip: asked.Skip, top: asked.Top }, inventoryStatusPagingRules));
    const filter = {
      warehouse: asked.Warehouse,
      itemNos: emptyToUndefined(asked.ItemNumbers),
      statuses: emptyToUndefined(asked.InventoryStatuses),
      includeUnavailable: asked.IncludeUnavailableItems ?? false,
    };
    const { customerNo, userKey } = caller;
    const { rows, total, reading, continued } = await readInventoryBalancePage(environment.db, caller, filter, page);
    const by = { customerNo, userKey, filter };
    const nextSkip = page.skip + page.top;
    try {
      if (reading !== undefined) await insertInventoryStatusPagination(environment.db, by, reading, nextSkip);
      if (continued !== undefined) {
        await updateInventoryStatusPagination(environment.db, by, continued, {
          nextSkip,
          isLast: !hasMoreRecords(page, total),
        });
      }
    } catch (err) {
      // The page itself is complete; only the later ones are not protected.
      environment.logger.warn({ err }, 'a page of an inventory status list was not recorded');
    }
    const skus = await readSkus(
      environment.db,
      rows.map(({ itemNo }) => ({ customerNo, itemNo })),
    );
    return {
      TotalRecordCount: total,
      Skip: page.skip,
      Top: page.top,
      MoreRecords: hasMoreRecords(page, total),
      WarehouseInventoryStatuses: rows.map((row) =>
        inventoryStatusRecord(row, caller, skus.get(formatSkuKey({ customerNo, itemNo: row.itemNo }))),
      ),
    };
  },
});
