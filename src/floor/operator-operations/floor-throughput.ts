/** Floor/Throughput: what people picked and packed on a day, by hour. */

import Type from 'typebox';
import { dateField, warehouseCodeField } from '../../contract/fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { dateInZone, formatUsDate, parseUsDate, startOfDay, startOfNextDay } from '../../lib/dates.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { type PersonHourThroughput, readThroughput } from '../throughput.ts';

const sums = {
  Scans: Type.Integer({
    description:
      'Of picking and packing, undone and wrong ones included, reports of damage and problems, and the scan that takes a JIT order up.',
  }),
  Picked: Type.Integer({ description: 'Bottles taken from bins, less those that went back.' }),
  Bottles: Type.Integer({ description: 'Packed; those of JIT orders by their wineries, so they do not count.' }),
  Boxes: Type.Integer({
    description: 'Finished, each once: for the person who finished it last, or who scanned the JIT label.',
  }),
  Orders: Type.Integer({
    description: 'Whose labels were requested, and JIT orders whose label was scanned; each once, for the last person.',
  }),
};

const example = { Scans: 380, Picked: 140, Bottles: 124, Boxes: 61, Orders: 58 };

export const floorThroughputOperation = defineOperatorQuery({
  path: '/api/Floor/Throughput',
  summary: 'See what people picked and packed',
  description:
    'Returns for each person what was picked and packed at a warehouse on a day, in all and by hour. Packing scans and boxes of orders that were opened again are not counted; a box that is finished again on another day counts on the last day.',
  roles: floorLeadRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Day: Type.Optional(dateField('The day at the warehouse; absent: today.')),
  }),
  requestExample: { Warehouse: 'APC01', Day: '11/18/2026' },
  reply: {
    description: 'The people, most picked and packed bottles first.',
    schema: Type.Object({
      Day: Type.String(),
      ...sums,
      People: Type.Array(
        Type.Object({
          Person: Type.String({ description: 'The e-mail address.' }),
          ...sums,
          Hours: Type.Array(Type.Object({ Hour: Type.Integer({ description: 'From 0, at the warehouse.' }), ...sums })),
        }),
      ),
    }),
    example: {
      Day: '11/18/2026',
      ...example,
      People: [{ Person: 'ann@warehouse.example', ...example, Hours: [{ Hour: 9, ...example }] }],
    },
  },
  errors: { 400: 'Day is not a day.', 404: `${noSuchWarehouseText}.` },
  execute: async ({ environment: { db }, operator, request: { Warehouse: code, Day } }) => {
    const { timeZone } = await readWarehouseWhereOperatorWorks(db, operator, code);
    const day =
      Day === undefined
        ? dateInZone(currentRealTime(), timeZone)
        : assertPresent(parseUsDate(Day), 'a day that was validated');
    const range = { from: startOfDay(day, timeZone), to: startOfNextDay(day, timeZone) };
    const rows = await readThroughput(db, { warehouse: code, timeZone, ...range });
    const people = [...Map.groupBy(rows, ({ person }) => person)].map(([Person, hours]) => ({
      Person,
      ...sumsOf(hours),
      Hours: hours.map((each) => ({ Hour: each.hour, ...sumsOf([each]) })),
    }));
    return {
      Day: formatUsDate(day),
      ...sumsOf(rows),
      People: people.sort((a, b) => b.Picked + b.Bottles - a.Picked - a.Bottles),
    };
  },
});

function sumsOf(hours: readonly PersonHourThroughput[]) {
  const sum = (of: (hour: PersonHourThroughput) => number) => hours.reduce((total, each) => total + of(each), 0);
  return {
    Scans: sum(({ scans }) => scans),
    Picked: sum(({ picked }) => picked),
    Bottles: sum(({ bottles }) => bottles),
    Boxes: sum(({ boxes }) => boxes),
    Orders: sum(({ orders }) => orders),
  };
}
