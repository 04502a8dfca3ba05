/** Counts/OpenWarehouse: open blind counts of a whole warehouse, a zone or a winery, page by page. */
import Type from 'typebox';
import { createPagePositionCheck, nextPageField } from '../../contract/list-fields.ts';
import { floorLeadRoles } from '../../floor/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { publishChangedTopics, recordAudit } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { countStockTakePlacesLeftToOpen } from '../list-stock-take.ts';
import { maxStockTakePagePlaces, openStockTakePageCounts } from '../open-stock-take.ts';
import {
  formatStockTakeAuditSubject,
  formatStockTakePosition,
  parseStockTakePosition,
  stockTakeScopeFields,
  stockTakeScopeOf,
} from '../stock-take-fields.ts';

export const countsOpenWarehouseOperation = defineOperatorCommand({
  path: '/api/Counts/OpenWarehouse',
  summary: 'Open counts of a warehouse',
  description: `Opens blind counts of all items that a warehouse, a zone or a winery in it has, in the bins where they are recorded and in no bin: about ${maxStockTakePagePlaces} places with each call. Call it again with the \`Next\` of the reply as \`After\` until there is none. What is in an open count is not opened twice, so a repeat from the start is harmless; a bin that the open count of its item does not have yet is added to it. \`Preview\` only counts what would be opened.`,
  roles: floorLeadRoles,
  request: Type.Object({
    ...stockTakeScopeFields,
    After: Type.Optional(Type.String({ maxLength: 800, description: '`Next` of the previous call.' })),
    Preview: Type.Optional(
      Type.Boolean({ description: 'Only returns how much is left to open, of all pages; nothing is changed.' }),
    ),
  }),
  requestExample: { Warehouse: 'APC01', Zone: 'A' },
  reply: {
    description: 'The counts of this page are open.',
    schema: Type.Object({
      Items: Type.Integer({ description: 'Items and statuses of this page; with `Preview`, of all pages.' }),
      Places: Type.Integer({ description: 'Places where they are counted.' }),
      Refused: Type.Integer({
        description:
          'Items of this page that have stock but are no longer in the catalog, or whose status was removed.',
      }),
      Next: nextPageField,
    }),
    example: { Items: 2, Places: 2, Refused: 0 },
  },
  errors: {
    400: 'A field is not valid, or `After` is not the `Next` of an earlier call.',
    404: `${noSuchWarehouseText}.`,
  },
  check: createPagePositionCheck(parseStockTakePosition),
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, CustomerNo: customerNo, After } = request;
    const after = After === undefined ? undefined : parseStockTakePosition(After);
    if (request.Preview === true) {
      await readWarehouseWhereOperatorWorks(db, operator, warehouse);
      const { items, places } = await countStockTakePlacesLeftToOpen(db, stockTakeScopeOf(request), after);
      return { Items: items, Places: places, Refused: 0 };
    }
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      const { places, refused, next } = await openStockTakePageCounts(tx, context, stockTakeScopeOf(request), after);
      const opened = {
        Items: new Set(places.map(({ countId }) => countId)).size,
        Places: places.length,
        Refused: refused.length,
      };
      if (places.length > 0) {
        recordAudit(tx, context, {
          action: 'count.warehouse_opened',
          subject: formatStockTakeAuditSubject(request),
          customerNo,
          after: opened,
        });
        publishChangedTopics(tx, ['floor']);
      }
      return { ...opened, ...(next === undefined ? {} : { Next: formatStockTakePosition(next) }) };
    });
  },
});
