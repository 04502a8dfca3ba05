/** Activity/ListDays: the storage of customers by day of a month. */
import Type from 'typebox';
import { countCustomers, listCustomers, readCustomer, readCustomers } from '../../auth/index.ts';
import { createKeyPositionCodec } from '../../contract/list-fields.ts';
import { customerKeyField } from '../../contract/operator-key-fields.ts';
import { readDailyStockOnHand } from '../../inventory/index.ts';
import { assertPresent } from '../../lib/assert.ts';
import { dateInZone, formatUsDate } from '../../lib/dates.ts';
import { defineOperatorList } from '../../operators/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { clipDaysOfMonthToToday, formatMonth, parseMonth } from '../activity.ts';
import { monthField, StorageDayRecord } from '../activity-fields.ts';

const position = createKeyPositionCodec('day', 'customerNo');

const Listed = Type.Object({ CustomerNo: Type.String(), CustomerName: Type.String(), ...StorageDayRecord.properties });

export const activityListDaysOperation = defineOperatorList({
  path: '/api/Activity/ListDays',
  summary: 'List the storage of customers by day',
  description:
    'Returns the units that each customer had on hand at the end of each day of a month so far, by customer and day, in pages: what the unit-days of Activity/List are the sum of.',
  roles: ['service', 'admin'],
  filters: {
    Month: Type.Optional({ ...monthField, description: 'The month, as in 2026-11; absent: the current one.' }),
    CustomerNo: Type.Optional(customerKeyField('The number of the customer; absent: all.')),
    Text: Type.Optional(
      Type.String({ maxLength: 100, description: 'A part of the number or of the name. Not with CustomerNo.' }),
    ),
  },
  requestExample: { Month: '2026-11', CustomerNo: 'W1001' },
  reply: {
    description: 'A page of days.',
    record: Listed,
    example: { CustomerNo: 'W1001', CustomerName: 'Hilltop Cellars', Day: '11/01/2026', OnHand: 1_840 },
  },
  errors: { 400: 'Month is not a month, or another field is not valid.', 404: 'There is no such customer.' },
  parsePosition,
  check: ({ CustomerNo: customerNo, Text: text = '' }) =>
    customerNo !== undefined && text !== ''
      ? [{ field: 'Text', code: 'NotWithCustomerNo', message: 'is not combined with CustomerNo' }]
      : [],
  execute: async ({ environment: { db, config }, request }, { after: begin, limit, maxCounted }, buildReply) => {
    const { CustomerNo: customerNo, Text: text = '' } = request;
    const today = dateInZone(currentRealTime(), config.timeZone);
    const month = parseMonth(request.Month ?? formatMonth(today), config.timeZone);
    const range = clipDaysOfMonthToToday(assertPresent(month, 'a month that was validated'), today);
    return await db.snapshot(
      async (reader) => {
        const counted = customerNo === undefined ? await countCustomers(reader, text, maxCounted) : 1;
        const days = range === undefined ? 0 : range.last.day;
        const perPage = days === 0 ? 0 : Math.ceil(limit / days) + 1;
        const customers =
          customerNo === undefined
            ? await customersFrom(reader, begin?.customerNo, { text, limit: perPage })
            : [{ customerNo, name: (await readCustomer(reader, customerNo)).name }];
        const numbers = customers.map((each) => each.customerNo);
        const storage = range === undefined ? undefined : await readDailyStockOnHand(reader, numbers, range);
        const rows = customers.flatMap((customer) =>
          (storage?.get(customer.customerNo) ?? [])
            .filter(({ day }) => isAfter(begin, customer.customerNo, day.day))
            .map((day) => ({ ...customer, ...day })),
        );
        return buildReply(rows.slice(0, limit), counted * days, {
          keyOf: ({ customerNo: of, day }) => position.write({ day: String(day.day), customerNo: of }),
          toRecord: (row) => ({
            CustomerNo: row.customerNo,
            CustomerName: row.name,
            Day: formatUsDate(row.day),
            OnHand: row.onHand,
          }),
        });
      },
      { customPlans: true },
    );
  },
});

interface Position {
  readonly customerNo: string;
  /** Of the month. */
  readonly day: number;
}

function parsePosition(after: string): Position | undefined {
  const read = position.read(after);
  return read && /^\d{1,2}$/.test(read.day) ? { ...read, day: Number(read.day) } : undefined;
}

const isAfter = (begin: Position | undefined, customerNo: string, day: number): boolean =>
  begin === undefined || customerNo !== begin.customerNo || day > begin.day;

/** The customers of a page by number: the one in whose days the page before ended, and those after it. */
async function customersFrom(
  reader: DbReader,
  first: string | undefined,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<{ readonly customerNo: string; readonly name: string }[]> {
  const begun = first === undefined ? [] : [...(await readCustomers(reader, [first])).values()];
  const others = await listCustomers(reader, { ...(first !== undefined && { after: first }), text, limit });
  return [...begun, ...others].map(({ customerNo, name }) => ({ customerNo, name }));
}
