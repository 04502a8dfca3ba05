/** Calendars/SetHoliday: adds or renames a holiday. */
import Type from 'typebox';
import { assertPresent } from '../../lib/assert.ts';
import { parseUsDate } from '../../lib/dates.ts';
import { setHoliday } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { HolidayFields, holidayExample, holidayRecord } from '../calendar-fields.ts';
import { createHolidayEditAuditor } from '../edit-auditors.ts';

export const calendarsSetHolidayOperation = defineOperatorCommand({
  path: '/api/Calendars/SetHoliday',
  summary: 'Set a holiday',
  description:
    'Adds or renames a day on which neither the warehouses nor the carriers work. Every process applies it within three seconds.',
  roles: ['admin'],
  request: Type.Object({ ...HolidayFields.properties, ExpectedVersion: expectedVersionField }),
  requestExample: holidayExample,
  reply: { description: 'The holiday is set.', schema: HolidayFields, example: holidayExample },
  errors: { 400: 'A field is not valid.', 403: 'The holiday is not the expected one.' },
  execute: async ({ environment: { db }, context, request: { Day, Name: name, ExpectedVersion: expected } }) => {
    const day = assertPresent(parseUsDate(Day), 'a checked date');
    const holiday = { date: day.toString(), name };
    valueOrThrowAppError(await setHoliday(db, day, name, createHolidayEditAuditor(context, day, expected)));
    return holidayRecord(holiday);
  },
});
