/** Steps of stations: one transaction each, in a slot of the pool that writes of wineries do not take, so that a person waits for no batch. */
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, refuseFaults } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { valueOrThrowAppError } from './operator-fields.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator'>;

/** Runs one step in a transaction, after waiting for a slot. Throws its refusal, and then nothing is written. */
export async function runStationStep<Done>(
  { environment, operator }: Call,
  step: (tx: Tx) => Promise<Outcome<Done>>,
): Promise<Done> {
  return await environment.readSlots.run(operator.operatorId, () =>
    environment.db.write(async (tx) => valueOrThrowAppError(await step(tx))),
  );
}

/**
 * As `runStationStep`, for a step that would be made twice when it is repeated: its reply is stored in the same transaction, and a retry with
 * the same Idempotency-Key returns it.
 */
export async function runStationStepOnce<Reply extends object>(
  call: Call & Pick<OperatorCall<unknown>, 'run'>,
  step: (tx: Tx) => Promise<Outcome<Reply>>,
): Promise<Reply> {
  return await runStationStep(call, async (tx) => {
    const outcome = await step(tx);
    if ('ok' in outcome) await call.run.storeReply(tx, outcome.ok);
    return outcome;
  });
}

/** Refuses an undo with the id of a step of another kind: a repeated undo has the id of the undo, not of what it undoes. */
export const reusedUndoScanIdRefusal = refuseFaults([
  {
    field: 'ScanId',
    code: 'Reused',
    message: 'is the id of an earlier step. Only the last step can be undone, by a new ScanId',
  },
]);
