/** Counts/CancelWarehouse: cancel what is left to count of a warehouse, a zone or a winery, page by page. */
import Type from 'typebox';
import { floorLeadRoles } from '../../floor/index.ts';
import { cancelCycleCounts, lockCycleCounts } from '../../inventory/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { publishChangedTopics, recordAudit } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { countUnfinishedCounts, listUnfinishedCounts } from '../list-stock-take.ts';
import { formatStockTakeAuditSubject, stockTakeScopeFields, stockTakeScopeOf } from '../stock-take-fields.ts';

/** Maximum number of counts that one call cancels. */
const maxCanceled = 1000;

export const countsCancelWarehouseOperation = defineOperatorCommand({
  path: '/api/Counts/CancelWarehouse',
  summary: 'Cancel what is left to count',
  description: `Ends open counts of a warehouse, a zone or a winery in it without a posting, at most ${maxCanceled} with each call, whether they are to be counted or to be counted again. Differences that wait for approval stay. Call it again until \`Left\` is 0. \`Preview\` only counts them.`,
  roles: floorLeadRoles,
  request: Type.Object({
    ...stockTakeScopeFields,
    Preview: Type.Optional(Type.Boolean({ description: 'Only returns how many there are; nothing is changed.' })),
  }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Canceled.',
    schema: Type.Object({
      Canceled: Type.Integer({ description: 'Counts that this call has canceled.' }),
      Left: Type.Integer({ description: 'Counts that can still be canceled.' }),
    }),
    example: { Canceled: 120, Left: 0 },
  },
  errors: { 400: 'A field is not valid.', 404: `${noSuchWarehouseText}.` },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, CustomerNo: customerNo, Preview: isPreview = false } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const canceled = isPreview
      ? 0
      : await db.write(async (tx) => {
          const counts = await lockCycleCounts(
            tx,
            await listUnfinishedCounts(tx, stockTakeScopeOf(request), maxCanceled),
          );
          // A difference may have been confirmed meanwhile.
          const unfinished = [...counts.values()].filter(
            ({ status, lines }) => status === 'OPEN' && !lines.some(({ isConfirmed }) => isConfirmed),
          );
          if (unfinished.length === 0) return 0;
          const closings = unfinished.map(({ customerNo: owner, countId }) => ({
            ...context.forCustomer(owner),
            countId,
          }));
          const outcomes = await cancelCycleCounts(tx, closings);
          const after = { Counts: outcomes.filter((outcome) => 'ok' in outcome).length };
          recordAudit(tx, context, {
            action: 'count.warehouse_canceled',
            subject: formatStockTakeAuditSubject(request),
            customerNo,
            after,
          });
          publishChangedTopics(tx, ['floor']);
          return after.Counts;
        });
    return { Canceled: canceled, Left: await countUnfinishedCounts(db, stockTakeScopeOf(request)) };
  },
});
