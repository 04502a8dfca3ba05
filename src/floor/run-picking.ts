/** Runs steps of picking for an operator's request. */
import { writeStationStep } from '../operators/index.ts';
import { AppError, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { stationPersonOf, worksInWarehouse } from './floor-fields.ts';
import { parsePickSession } from './pick-task.ts';
import { applyPickStep, type PickStep } from './picking.ts';
import { pickingStateOfSnapshot, readPickingState } from './picking-fields.ts';

/**
 * Runs one step; returns the whole task, read in the same transaction. Throws `ValidationFailed` for a `Session` that is not
 * one, else as `applyPickStep`; then nothing is written.
 */
export async function runPickStep(
  call: OperatorCall<{ readonly Session: string; readonly ScanId: string }>,
  action: PickStep['action'],
) {
  const { operator, context, request } = call;
  const session = parsePickSession(request.Session);
  if (session === undefined) throw new AppError(refuse('ValidationFailed', 'Session is not one.').refused);
  const step: PickStep = {
    ...{ session, scanId: request.ScanId.toLowerCase(), context, person: stationPersonOf(operator), action },
    mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
  };
  return await writeStationStep(call, async (tx) => {
    const { taskId, after, ...outcome } = await applyPickStep(tx, step);
    return {
      ok:
        after === undefined
          ? await readPickingState(tx, taskId, outcome)
          : await pickingStateOfSnapshot(tx, after, outcome),
    };
  });
}
