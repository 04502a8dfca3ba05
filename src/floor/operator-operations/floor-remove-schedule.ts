/** Floor/RemoveSchedule: a schedule releases nothing any more. */
import Type from 'typebox';
import { assertVersion, expectedVersionField, recordAudit, worksIn } from '../../operators/index.ts';
import { notFound } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { leadRoles } from '../floor-fields.ts';
import { scheduleEdit, scheduleField, scheduleIdExample, scheduleSettings } from '../schedule-fields.ts';
import { deleteSchedule, lockSchedule, noSuchSchedule } from '../schedule-store.ts';

export const floorRemoveSchedule = defineOperatorCommand({
  path: '/api/Floor/RemoveSchedule',
  summary: 'Remove a schedule of releases',
  description: 'Removes a schedule. Waves that it has released stay.',
  roles: leadRoles,
  request: Type.Object({ Schedule: scheduleField, ExpectedVersion: expectedVersionField }),
  requestExample: { Schedule: scheduleIdExample },
  reply: {
    description: 'The schedule is removed.',
    schema: Type.Object({ Schedule: Type.String() }),
    example: { Schedule: scheduleIdExample },
  },
  errors: {
    400: 'Schedule is not an id.',
    403: 'The schedule is not the expected one.',
    404: 'There is no such schedule of a warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, operator, context, request: { Schedule, ExpectedVersion } }) => {
    await db.write(async (tx) => {
      const before = await lockSchedule(tx, Schedule);
      if (before === undefined || !worksIn(operator, before.warehouse)) throw notFound(noSuchSchedule);
      await assertVersion(tx, scheduleEdit(before, ExpectedVersion));
      await deleteSchedule(tx, Schedule);
      recordAudit(tx, context, { action: 'schedule.removed', subject: Schedule, before: scheduleSettings(before) });
    });
    return { Schedule };
  },
});
