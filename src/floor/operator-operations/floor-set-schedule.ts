/** Floor/SetSchedule: orders are released by a schedule. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { customerNotFoundError, readCustomers } from '../../auth/index.ts';
import { uuidv7 } from '../../lib/uuid.ts';
import { noSuchWarehouseText, readOperatorSettings } from '../../operator-settings/index.ts';
import { assertRecordVersion, expectedVersionField, recordAudit, worksInWarehouse } from '../../operators/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { AppError, type Fault, notFoundError, refuseState } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import { readWorkedWarehouseOfOperator } from '../release-request.ts';
import { hasSameReleaseTimes, maxReleaseSchedules } from '../release-schedule.ts';
import {
  ReleaseScheduleRecord,
  releaseScheduleExample,
  releaseScheduleFields,
  releaseScheduleIdField,
  releaseScheduleRecord,
  releaseScheduleRequestExample,
  releaseScheduleSettingsRecord,
  toReleaseScheduleSettings,
  toReleaseScheduleVersionCheck,
} from '../release-schedule-fields.ts';
import {
  listReleaseSchedules,
  lockReleaseSchedule,
  noSuchReleaseScheduleMessage,
  saveReleaseSchedule,
} from '../release-schedule-store.ts';

const Request = Type.Object({
  Schedule: Type.Optional(releaseScheduleIdField),
  ...releaseScheduleFields,
  ExpectedVersion: expectedVersionField,
});

function timeFaults({ Time, BeforeCutoff }: Static<typeof Request>): Fault[] {
  if ((Time === undefined) !== (BeforeCutoff === undefined)) return [];
  const message = Time === undefined ? 'or BeforeCutoff is required' : 'must not be sent together with BeforeCutoff';
  return [{ field: 'Time', code: Time === undefined ? 'Required' : 'Conflict', message }];
}

export const floorSetScheduleOperation = defineOperatorCommand({
  path: '/api/Floor/SetSchedule',
  summary: 'Set a schedule of releases',
  description:
    'Adds a schedule, or replaces the one that is named. It releases what waits and matches its filters, into waves, once on each of its days on which the warehouse works; the audit names `schedule` as the actor. A run is continued after a failure. What no server could begin or continue within two hours is passed over. Schedules run in real time in every environment: moving the clock of a customer makes no run, Floor/Release rehearses it. The first run is after this request; one that is due and has not begun is made with the new settings, unless its time, days or warehouse change. A run in progress ends as it began, unless the schedule moves to another warehouse, which ends it.',
  roles: floorLeadRoles,
  request: Request,
  requestExample: releaseScheduleRequestExample,
  reply: { description: 'The schedule.', schema: ReleaseScheduleRecord, example: releaseScheduleExample },
  errors: {
    400: 'A field is not valid, or not exactly one of Time and BeforeCutoff is sent.',
    403: 'The warehouse is automatic, there are 200 schedules, or the schedule is not the expected one.',
    404: `${noSuchWarehouseText}, or no such schedule or customer.`,
  },
  check: timeFaults,
  execute: async ({ environment: { db }, operator, context, request }) => {
    await readWorkedWarehouseOfOperator(db, operator, request.Warehouse);
    const customers = await readCustomers(db, request.Customers ?? []);
    const unknown = request.Customers?.find((customerNo) => !customers.has(customerNo));
    if (unknown !== undefined) throw customerNotFoundError(unknown);
    const now = currentRealTime();
    const saved = await db.write(async (tx) => {
      const before = request.Schedule === undefined ? undefined : await lockReleaseSchedule(tx, request.Schedule);
      if (request.Schedule !== undefined && (before === undefined || !worksInWarehouse(operator, before.warehouse))) {
        throw notFoundError(noSuchReleaseScheduleMessage);
      }
      if (before !== undefined)
        await assertRecordVersion(tx, toReleaseScheduleVersionCheck(before, request.ExpectedVersion));
      if (before === undefined && (await listReleaseSchedules(tx)).length >= maxReleaseSchedules) {
        throw new AppError(
          refuseState('FULL', `There are ${maxReleaseSchedules} schedules. Remove one first.`).refused,
        );
      }
      const settings = toReleaseScheduleSettings(request);
      // A run that is due at this moment is still made when only other settings change.
      const consideredUntil =
        before !== undefined && hasSameReleaseTimes(before, settings) ? before.consideredUntil : now;
      const schedule = {
        scheduleId: before?.scheduleId ?? uuidv7(),
        ...settings,
        consideredUntil,
        changedBy: operator.email,
      };
      await saveReleaseSchedule(tx, schedule);
      recordAudit(tx, context, {
        action: 'schedule.set',
        subject: schedule.scheduleId,
        before: before && releaseScheduleSettingsRecord(before),
        after: releaseScheduleSettingsRecord(schedule),
      });
      return { ...schedule, lastRun: before?.lastRun };
    });
    return releaseScheduleRecord(saved, await readOperatorSettings(db), now);
  },
});
