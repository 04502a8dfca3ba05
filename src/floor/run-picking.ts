/** Runs steps of picking for an operator's request. */
import { writeStep } from '../operators/index.ts';
import { AppError, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { personOf, worksIn } from './floor-fields.ts';
import { parsePickSession } from './pick-task.ts';
import { type PickStep, pickStep } from './picking.ts';
import { pickingState, stateOfSnapshot } from './picking-fields.ts';

/** Runs one step; returns the whole task, read in the same transaction. Throws as `pickStep`, and then nothing is written. */
export async function runPicking(
  call: OperatorCall<{ readonly Session: string; readonly ScanId: string }>,
  action: PickStep['action'],
) {
  const { operator, context, request } = call;
  const session = parsePickSession(request.Session);
  if (session === undefined) throw new AppError(refuse('ValidationFailed', 'Session is not one.').refused);
  const step: PickStep = {
    ...{ session, scanId: request.ScanId.toLowerCase(), context, person: personOf(operator), action },
    mayWorkIn: (warehouse) => worksIn(operator, warehouse),
  };
  return await writeStep(call, async (tx) => {
    const { taskId, after, ...outcome } = await pickStep(tx, step);
    return {
      ok: after === undefined ? await pickingState(tx, taskId, outcome) : await stateOfSnapshot(tx, after, outcome),
    };
  });
}
