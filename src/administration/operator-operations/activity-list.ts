/** Activity/List: what each customer had done in a month. */
import Type from 'typebox';
import { countCustomers, listCustomers } from '../../auth/index.ts';
import {
  buildListReply,
  createListReplySchema,
  cursorPageRequestFields,
  defaultListPageSize,
  maxExactListCount,
} from '../../contract/list-fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { dateInZone } from '../../lib/dates.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { formatMonth, parseMonth, readMonthlyActivity } from '../activity.ts';
import {
  currentMonthField,
  MonthlyActivityRecord,
  monthField,
  monthlyActivityCsvColumns,
  monthlyActivityExample,
  monthlyActivityRecord,
} from '../activity-fields.ts';

export const activityListOperation = defineOperatorQuery({
  path: '/api/Activity/List',
  summary: 'List what customers had done in a month',
  description:
    'Returns for each customer, by number and in pages, the orders that left in a month by type, with their boxes and bottles, what was received and returned, and its unit-days of storage: the basis of invoices. Orders count by their ShipDate at their warehouse, which the first scan of the carrier gives where no person lets them depart: one that arrives after the end of the month adds its order to that month. Everything else counts by days of the operator’s time zone.',
  roles: ['service', 'admin'],
  request: Type.Object({
    Month: Type.Optional({ ...monthField, description: 'The month, as in 2026-11; absent: the current one.' }),
    Text: Type.Optional(Type.String({ maxLength: 100, description: 'A part of the number or of the name.' })),
    ...cursorPageRequestFields,
  }),
  requestExample: { Month: '2026-11' },
  reply: {
    description: 'A page of customers.',
    schema: Type.Object({
      ...createListReplySchema(MonthlyActivityRecord).properties,
      CurrentMonth: currentMonthField,
    }),
    example: { Records: [monthlyActivityExample], Count: 1, CurrentMonth: '2026-11' },
  },
  csvColumns: monthlyActivityCsvColumns,
  errors: { 400: 'Month is not a month, or another field is not valid.' },
  execute: async ({ environment: { db, config }, request }) => {
    const { Text: text = '', After: after = '', Top: top = defaultListPageSize } = request;
    const today = dateInZone(currentRealTime(), config.timeZone);
    const current = formatMonth(today);
    const month = assertPresent(parseMonth(request.Month ?? current, config.timeZone), 'a month that was validated');
    return await db.snapshot(
      async (reader) => {
        const rows = await listCustomers(reader, { after, text, limit: top + 1 });
        const count = await countCustomers(reader, text, maxExactListCount + 1);
        const shown = rows.slice(0, top).map(({ customerNo }) => customerNo);
        const activity = await readMonthlyActivity(reader, shown, month, today);
        const of = new Map(shown.map((customerNo, nth) => [customerNo, activity[nth]]));
        const page = buildListReply(rows, top, count, {
          keyOf: ({ customerNo }) => customerNo,
          toRecord: ({ customerNo, name }) =>
            monthlyActivityRecord(
              { customerNo, name, month },
              assertPresent(of.get(customerNo), 'a customer of the page'),
            ),
        });
        return { ...page, CurrentMonth: current };
      },
      { customPlans: true },
    );
  },
});
