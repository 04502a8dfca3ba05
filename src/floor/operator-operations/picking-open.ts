/** Picking/Open: a person resumes a picking task or claims a free one, or a lead takes one over. */
import Type from 'typebox';
import { AppError, notFoundError } from '../../platform/errors.ts';
import { defineOperatorCommand, refuseMissingRole } from '../../platform/http/operator-operation.ts';
import { floorLeadRoles, floorRoles, stationPersonOfOperator, worksInWarehouse } from '../floor-fields.ts';
import { noSuchPickTaskMessage } from '../pick-task.ts';
import { PickingState, pickingStateExample, readPickingState } from '../picking-fields.ts';
import { readPickTask } from '../picking-store.ts';
import { claimPickTask } from '../start-picking.ts';

export const pickingOpenOperation = defineOperatorCommand({
  path: '/api/Picking/Open',
  isResumable: true,
  summary: 'Claim a picking task',
  description:
    'Claims a picking task for the person, and returns it as it is: a task that was interrupted continues. A claim ends after 30 minutes without a scan. While another person has the task, it is refused with that person; a lead takes it over with `TakeOver`.',
  roles: floorRoles,
  request: Type.Object({
    Task: Type.String({ format: 'uuid', description: '`Task` of Picking/List or Picking/Start.' }),
    TakeOver: Type.Optional(Type.Boolean({ description: 'Take the task from another person; for leads.' })),
  }),
  requestExample: { Task: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0d1' },
  reply: { description: 'The task.', schema: PickingState, example: pickingStateExample },
  errors: {
    400: 'Task is not an id.',
    403: 'Another person has it, it is done, or TakeOver is sent by a person who is no lead.',
    404: 'There is no such task in the warehouses of the operator.',
  },
  execute: async ({ environment: { db }, context, operator, session, request }) => {
    const { Task: taskId, TakeOver: takesOver = false } = request;
    const task = await readPickTask(db, taskId);
    if (task === undefined || !worksInWarehouse(operator, task.warehouse)) throw notFoundError(noSuchPickTaskMessage);
    if (takesOver && !floorLeadRoles.includes(operator.role)) {
      throw new AppError(refuseMissingRole(session, floorLeadRoles, 'taking a picking task over'));
    }
    const { message } = await claimPickTask(
      db,
      taskId,
      { context, person: stationPersonOfOperator(operator) },
      takesOver,
    );
    return await readPickingState(db, taskId, { message });
  },
});
