/** Declares the steps of picking as operations: the request names the session and the step, and the reply is the whole task. */
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { assertPresent } from '../lib/assert.ts';
import { runStationStep } from '../operators/index.ts';
import { defineOperatorCommand, type OperatorCommand } from '../platform/http/operator-operation.ts';
import { floorRoles, stationPersonOfOperator, worksInWarehouse } from './floor-fields.ts';
import { packingScanIdExample, packingScanIdField } from './packing-session-fields.ts';
import { parsePickSession } from './pick-task.ts';
import {
  checkPickSessionFormat,
  PickingState,
  pickingStateExample,
  pickSessionExample,
  pickSessionField,
  readPickingState,
  readPickingStateOfSnapshot,
} from './picking-fields.ts';
import { type PickStep, writePickStep } from './picking-step.ts';

const stepFields = { Session: pickSessionField, ScanId: packingScanIdField };

type Operation<Path extends `/api/Picking/${string}`, Fields extends TProperties> = OperatorCommand<
  Path,
  TObject<typeof stepFields & Fields>,
  typeof PickingState
>;

interface PickStepOperation<Path extends `/api/Picking/${string}`, Fields extends TProperties>
  extends Pick<Operation<Path, Fields>, 'path' | 'summary' | 'description' | 'errors'> {
  /** Beside `Session` and `ScanId`. */
  readonly fields: Fields;
  readonly requestExample: Static<TObject<Fields>>;
  readonly action: (request: Static<TObject<Fields>>) => PickStep['action'];
}

// biome-ignore lint/suspicious/noExplicitAny: requests of every shape; each is checked where the operation is declared
type Any = any;

/**
 * Defines an operation that runs one step of a picking task and returns the task after it. It fails as `writePickStep`,
 * and then nothing is written.
 */
export function definePickingOperation<const Path extends `/api/Picking/${string}`, Fields extends TProperties>({
  fields,
  requestExample,
  errors,
  action,
  ...declaration
}: PickStepOperation<Path, Fields>): Operation<Path, Fields> {
  return defineOperatorCommand<Path, TObject<typeof stepFields & Fields>, typeof PickingState>({
    ...declaration,
    isResumable: true,
    roles: floorRoles,
    request: Type.Object({ ...stepFields, ...fields }) as Any,
    requestExample: { Session: pickSessionExample, ScanId: packingScanIdExample, ...(requestExample as Any) },
    reply: { description: 'The task after it.', schema: PickingState, example: pickingStateExample },
    errors: {
      ...errors,
      403: 'Another person has taken the task over.',
      404: 'There is no such task in the warehouses of the operator.',
    },
    check: (request) => checkPickSessionFormat(request as Any),
    execute: async (call) => {
      const { operator, context } = call;
      const request = call.request as Any;
      const step: PickStep = {
        session: assertPresent(parsePickSession(request.Session), 'a session that was validated'),
        scanId: request.ScanId.toLowerCase(),
        context,
        person: stationPersonOfOperator(operator),
        action: action(request),
        mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
      };
      return await runStationStep(call, async (tx) => {
        const { taskId, after, ...outcome } = await writePickStep(tx, step);
        // Read in the same transaction.
        return {
          ok:
            after === undefined
              ? await readPickingState(tx, taskId, outcome)
              : await readPickingStateOfSnapshot(tx, after, outcome),
        };
      });
    },
  });
}
