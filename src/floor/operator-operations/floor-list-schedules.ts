/** Floor/ListSchedules: the releases by schedule, and when they run next. */

import Type from 'typebox';
import { warehousesFilterField } from '../../contract/list-fields.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { floorRoles } from '../floor-fields.ts';
import { ReleaseScheduleRecord, releaseScheduleExample, releaseScheduleRecord } from '../release-schedule-fields.ts';
import { listReleaseSchedules } from '../release-schedule-store.ts';

export const floorListSchedulesOperation = defineOperatorQuery({
  path: '/api/Floor/ListSchedules',
  summary: 'List the schedules of releases',
  description:
    'Returns the schedules that release waiting orders of worked warehouses, with their next and last runs. They run in real time, also in the test environment.',
  roles: floorRoles,
  request: Type.Object({
    Warehouses: warehousesFilterField,
  }),
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'The schedules, by warehouse; at most 200.',
    schema: Type.Object({ Records: Type.Array(ReleaseScheduleRecord) }),
    example: { Records: [releaseScheduleExample] },
  },
  errors: {},
  execute: async ({ environment: { db }, operator, request }) => {
    const schedules = await listReleaseSchedules(db, limitToVisibleWarehouses(operator, request.Warehouses ?? []));
    const [settings, now] = [await readOperatorSettings(db), currentRealTime()];
    return { Records: schedules.map((schedule) => releaseScheduleRecord(schedule, settings, now)) };
  },
});
