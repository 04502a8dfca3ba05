/** Floor/RemoveSchedule: a schedule releases nothing any more. */
import Type from 'typebox';
import { assertRecordVersion, expectedVersionField, recordAudit, worksInWarehouse } from '../../operators/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles } from '../floor-fields.ts';
import {
  releaseScheduleIdExample,
  releaseScheduleIdField,
  releaseScheduleSettingsRecord,
  toReleaseScheduleVersionCheck,
} from '../release-schedule-fields.ts';
import { deleteReleaseSchedule, lockReleaseSchedule, noSuchReleaseScheduleMessage } from '../release-schedule-store.ts';

export const floorRemoveScheduleOperation = defineOperatorCommand({
  path: '/api/Floor/RemoveSchedule',
  summary: 'Remove a schedule of releases',
  description: 'Removes a schedule. Waves that it has released stay.',
  roles: floorLeadRoles,
  request: Type.Object({ Schedule: releaseScheduleIdField, ExpectedVersion: expectedVersionField }),
  requestExample: { Schedule: releaseScheduleIdExample },
  reply: {
    description: 'The schedule is removed.',
    schema: Type.Object({ Schedule: Type.String() }),
    example: { Schedule: releaseScheduleIdExample },
  },
  errors: {
    400: 'Schedule is not an id.',
    403: 'The schedule is not the expected one.',
    404: 'There is no such schedule of a warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, operator, context, request: { Schedule, ExpectedVersion } }) => {
    await db.write(async (tx) => {
      const before = await lockReleaseSchedule(tx, Schedule);
      if (before === undefined || !worksInWarehouse(operator, before.warehouse))
        throw notFoundError(noSuchReleaseScheduleMessage);
      await assertRecordVersion(tx, toReleaseScheduleVersionCheck(before, ExpectedVersion));
      await deleteReleaseSchedule(tx, Schedule);
      recordAudit(tx, context, {
        action: 'schedule.removed',
        subject: Schedule,
        before: releaseScheduleSettingsRecord(before),
      });
    });
    return { Schedule };
  },
});
