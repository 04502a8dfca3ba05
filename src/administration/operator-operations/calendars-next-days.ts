/** Calendars/NextDays: on which of the next days each warehouse ships, and until when. */

import Type from 'typebox';
import {
  groupServicesByCutoffTime,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  isWorkingDay,
  workCalendarOfWarehouse,
} from '../../carriers/index.ts';
import { dateInZone, formatInstant, formatUsDate } from '../../lib/dates.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';

export const calendarsNextDaysOperation = defineOperatorQuery({
  path: '/api/Calendars/NextDays',
  summary: 'List the next days of the warehouses',
  description:
    "Returns for each warehouse its next days, beginning with today: whether it ships, why not, and the cutoffs in effect. Days and times are the warehouse's; real time decides which cutoffs have passed.",
  roles: operatorRoles,
  request: Type.Object({
    Days: Type.Optional(Type.Integer({ minimum: 1, maximum: 14, description: 'How many days; 7 by default.' })),
  }),
  requestExample: { Days: 7 },
  reply: {
    description: 'The warehouses, by code.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          Warehouse: Type.String(),
          TimeZone: Type.String(),
          Days: Type.Array(
            Type.Object({
              Day: Type.String(),
              IsWorkingDay: Type.Boolean(),
              Holiday: Type.Optional(Type.String({ description: 'The name of the holiday.' })),
              Cutoffs: Type.Array(
                Type.Object({
                  Cutoff: Type.String({ description: "HH:mm in the warehouse's time zone." }),
                  At: Type.String(),
                  HasPassed: Type.Boolean(),
                  Services: Type.Array(Type.String(), {
                    description: 'Carriers and services with this cutoff: `FEX GRND`; `*`: all others.',
                  }),
                }),
                { description: 'By time; empty on days without shipments.' },
              ),
            }),
          ),
        }),
      ),
    }),
    example: {
      Records: [
        {
          Warehouse: 'APC01',
          TimeZone: 'America/Los_Angeles',
          Days: [
            {
              Day: '11/25/2026',
              IsWorkingDay: true,
              Cutoffs: [
                { Cutoff: '14:00', At: '2026-11-25T22:00:00Z', HasPassed: false, Services: ['FEX GRND', '*'] },
                { Cutoff: '15:30', At: '2026-11-25T23:30:00Z', HasPassed: false, Services: ['FEX ONPR'] },
              ],
            },
            { Day: '11/26/2026', IsWorkingDay: false, Holiday: 'Thanksgiving Day', Cutoffs: [] },
          ],
        },
      ],
    },
  },
  errors: { 400: 'A field is not valid.' },
  execute: async ({ environment: { db }, request: { Days: count = 7 } }) => {
    const settings = await readOperatorSettings(db);
    const holidays = holidayDateSetOfOperator(settings);
    const now = Temporal.Now.instant();
    const warehouses = [...settings.warehouses.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
    return {
      Records: warehouses.map((warehouse) => {
        const { code, timeZone } = warehouse;
        const calendar = workCalendarOfWarehouse(warehouse, holidays);
        const today = dateInZone(now, timeZone);
        const cutoffs = groupServicesByCutoffTime(settings.cutoffs.get(code) ?? []);
        return {
          Warehouse: code,
          TimeZone: timeZone,
          Days: Array.from({ length: count }, (_, offset) => {
            const day = today.add({ days: offset });
            const holiday = settings.holidays.find(({ date }) => date === day.toString());
            const isWorking = isWorkingDay(calendar, day);
            return {
              Day: formatUsDate(day),
              IsWorkingDay: isWorking,
              ...(holiday && { Holiday: holiday.name }),
              Cutoffs: isWorking
                ? cutoffs.map(({ time, services }) => {
                    const at = instantOfLocalTime(day, time, timeZone);
                    return {
                      Cutoff: time,
                      At: formatInstant(at),
                      HasPassed: Temporal.Instant.compare(now, at) > 0,
                      Services: [...services],
                    };
                  })
                : [],
            };
          }),
        };
      }),
    };
  },
});
