/** Calendars/ListHolidays: the days on which neither the warehouses nor the carriers work. */
import Type from 'typebox';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { HolidayFields, holidayExample, holidayRecord } from '../calendar-fields.ts';

export const calendarsListHolidaysOperation = defineOperatorQuery({
  path: '/api/Calendars/ListHolidays',
  summary: 'List the holidays',
  description: 'Returns the days on which neither the warehouses nor the carriers work, by day.',
  roles: operatorRoles,
  request: Type.Object({
    Year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 9999, description: 'Only of this year.' })),
  }),
  requestExample: { Year: 2026 },
  reply: {
    description: 'The holidays.',
    schema: Type.Object({ Records: Type.Array(versionedRecordSchema(HolidayFields)) }),
    example: { Records: [{ ...holidayExample, Version: '3f0c8a51d2b7e964' }] },
  },
  errors: { 400: 'A field is not valid.' },
  execute: async ({ environment: { db }, request: { Year: year } }) => {
    const { holidays } = await readOperatorSettings(db);
    const shown = holidays.filter(({ date }) => year === undefined || date.startsWith(`${year}-`));
    return { Records: shown.map((holiday) => withRecordVersion(holidayRecord(holiday))) };
  },
});
