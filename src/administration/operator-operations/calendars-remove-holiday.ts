/** Calendars/RemoveHoliday: removes a holiday. */

import Type from 'typebox';
import { assertPresent } from '../../lib/assert.ts';
import { formatUsDate, parseUsDate } from '../../lib/dates.ts';
import { removeHoliday } from '../../operator-settings/index.ts';
import { expectedVersionField, valueOrThrowAppError } from '../../operators/index.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { holidayDayField, holidayExample } from '../calendar-fields.ts';
import { createHolidayEditAuditor } from '../edit-auditors.ts';

const example = { Day: holidayExample.Day };

export const calendarsRemoveHolidayOperation = defineOperatorCommand({
  path: '/api/Calendars/RemoveHoliday',
  summary: 'Remove a holiday',
  description:
    'Warehouses and carriers then work on the day, each if it works on that day of the week. Every process applies it within three seconds.',
  roles: ['admin'],
  request: Type.Object({ Day: holidayDayField, ExpectedVersion: expectedVersionField }),
  requestExample: example,
  reply: { description: 'The holiday is removed.', schema: Type.Object({ Day: holidayDayField }), example },
  errors: {
    400: 'A field is not valid.',
    403: 'The holiday is not the expected one.',
    404: 'The day is not a holiday.',
  },
  execute: async ({ environment: { db }, context, request: { Day, ExpectedVersion } }) => {
    const day = assertPresent(parseUsDate(Day), 'a checked date');
    valueOrThrowAppError(await removeHoliday(db, day, createHolidayEditAuditor(context, day, ExpectedVersion)));
    return { Day: formatUsDate(day) };
  },
});
