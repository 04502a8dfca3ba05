/** Runs steps of picking for an operator's request. */
import { AppError, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { personOf, worksIn } from './floor-fields.ts';
import { type PickStep, runPickStep } from './picking.ts';
import { pickingState } from './picking-fields.ts';
import { readPickSession } from './picking-session.ts';

/** Runs one step; returns the whole task. Throws as `runPickStep`. */
export async function runPicking(
  call: OperatorCall<{ readonly Session: string; readonly ScanId: string }>,
  action: PickStep['action'],
) {
  const { environment, operator, context, request } = call;
  const session = readPickSession(request.Session);
  if (session === undefined) throw new AppError(refuse('ValidationFailed', 'Session is not one.').refused);
  const { taskId, verdict, message } = await runPickStep(environment.db, {
    ...{ session, scanId: request.ScanId.toLowerCase(), context, person: personOf(operator), action },
    mayWorkIn: (warehouse) => worksIn(operator, warehouse),
  });
  return await pickingState(environment.db, taskId, { verdict, message });
}
