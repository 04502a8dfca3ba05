/** Counts/Progress: how far the counts of a warehouse are. Without quantities: counts stay blind. */
import Type from 'typebox';
import { dateTimeField, warehouseCodeField } from '../../contract/fields.ts';
import { floorLeadRoles } from '../../floor/index.ts';
import { dateInZone, formatInstant, parseInstant, startOfDay } from '../../lib/dates.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { countClosedCounts, listZones, readStockTakeProgress } from '../list-stock-take.ts';

/** Counts that were closed today or in this number of days before are included, unless the request says since when. */
const defaultDays = 7;

export const countsProgressOperation = defineOperatorQuery({
  path: '/api/Counts/Progress',
  summary: 'Show how far the counts of a warehouse are',
  description:
    'Returns how many counts of a warehouse, each of an item in one status, are in each state, and how many were closed since a time. Quantities are not included.',
  roles: floorLeadRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Since: Type.Optional(
      dateTimeField(
        `From when closed counts are included; by default from the beginning of the day ${defaultDays} days ago in the operator's time zone.`,
      ),
    ),
  }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Counts by state.',
    schema: Type.Object({
      Open: Type.Integer({ description: 'Nothing is counted yet.' }),
      Counted: Type.Integer({ description: 'Counted in some of their places, to be counted in others.' }),
      Recount: Type.Integer({ description: 'Differed, and are counted again.' }),
      ToApprove: Type.Integer({ description: 'Their difference waits for a lead.' }),
      Done: Type.Integer({ description: 'Agreed or approved since `Since`.' }),
      Canceled: Type.Integer({ description: 'Canceled since `Since`.' }),
      Places: Type.Integer({ description: 'Places that are to be counted now.' }),
      Since: Type.String({ format: 'iso-date-time' }),
      SinceDay: Type.String({ description: "The day of `Since` in the operator's time zone: `YYYY-MM-DD`." }),
      Zones: Type.Array(Type.String(), { description: 'The zones of the warehouse.' }),
    }),
    example: {
      Open: 812,
      Counted: 14,
      Recount: 3,
      ToApprove: 5,
      Done: 1240,
      Canceled: 0,
      Places: 940,
      Since: '2026-11-18T08:00:00Z',
      SinceDay: '2026-11-18',
      Zones: ['A', 'B'],
    },
  },
  errors: { 400: 'A field is not valid.', 404: `${noSuchWarehouseText}.` },
  execute: async ({ environment: { db, config }, operator, request }) => {
    const { Warehouse: warehouse, Since } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const { timeZone } = config;
    const asked = Since === undefined ? undefined : parseInstant(Since, timeZone);
    const since =
      asked ?? startOfDay(dateInZone(currentRealTime(), timeZone).subtract({ days: defaultDays }), timeZone);
    const progress = await readStockTakeProgress(db, warehouse);
    const { done, canceled } = await countClosedCounts(db, warehouse, since);
    return {
      Open: progress?.open ?? 0,
      Counted: progress?.begun ?? 0,
      Recount: progress?.recount ?? 0,
      ToApprove: progress?.toApprove ?? 0,
      Done: done,
      Canceled: canceled,
      Places: progress?.places ?? 0,
      Since: formatInstant(since),
      SinceDay: dateInZone(since, timeZone).toString(),
      Zones: await listZones(db, warehouse),
    };
  },
});
