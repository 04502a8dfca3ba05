/** Activity/Get: what a customer had done in a month, with its storage by day. */
import Type from 'typebox';
import { readCustomer } from '../../auth/index.ts';
import { customerKeyField } from '../../contract/operator-key-fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { dateInZone } from '../../lib/dates.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { formatMonth, parseMonth, readMonthlyActivity } from '../activity.ts';
import {
  currentMonthField,
  MonthlyActivityRecord,
  monthField,
  monthlyActivityExample,
  monthlyActivityRecord,
  StorageDayRecord,
  storageDayRecords,
} from '../activity-fields.ts';

export const activityGetOperation = defineOperatorQuery({
  path: '/api/Activity/Get',
  summary: 'See what a customer had done in a month',
  description:
    'Returns the record of Activity/List of one customer, with the units on hand at the end of each day of the month so far.',
  roles: ['service', 'admin'],
  request: Type.Object({
    CustomerNo: customerKeyField('The number of the customer.'),
    Month: Type.Optional({ ...monthField, description: 'The month, as in 2026-11; absent: the current one.' }),
  }),
  requestExample: { CustomerNo: 'W1001', Month: '2026-11' },
  reply: {
    description: 'The activity of the customer.',
    schema: Type.Object({
      ...MonthlyActivityRecord.properties,
      Storage: Type.Array(StorageDayRecord),
      CurrentMonth: currentMonthField,
    }),
    example: { ...monthlyActivityExample, Storage: [{ Day: '11/01/2026', OnHand: 1_840 }], CurrentMonth: '2026-11' },
  },
  errors: { 400: 'Month is not a month.', 404: 'There is no such customer.' },
  execute: async ({ environment: { db, config }, request: { CustomerNo: customerNo, Month } }) => {
    const today = dateInZone(currentRealTime(), config.timeZone);
    const current = formatMonth(today);
    const month = assertPresent(parseMonth(Month ?? current, config.timeZone), 'a month that was validated');
    return await db.snapshot(
      async (reader) => {
        const customer = await readCustomer(reader, customerNo);
        const [found] = await readMonthlyActivity(reader, [customerNo], month, today);
        const activity = assertPresent(found, 'the activity of the customer');
        return {
          ...monthlyActivityRecord({ customerNo, name: customer.name, month }, activity),
          Storage: storageDayRecords(activity),
          CurrentMonth: current,
        };
      },
      { customPlans: true },
    );
  },
});
