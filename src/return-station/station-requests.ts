/** Runs steps of the returns station for an operator's request. */
import type { Static } from 'typebox';
import { runStationStep, worksInWarehouse } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import type { ReturnKey } from '../returns/index.ts';
import { readStationReturnRecord, type StationReturnRecord } from './station-fields.ts';
import type { ReturnStepContext, ReturnStepResult } from './station-steps.ts';

/** The fields by which requests name a return. */
interface ReturnKeyFields {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

export const returnKeyOf = ({ CustomerNo, TransactionReferenceNumber }: ReturnKeyFields): ReturnKey => ({
  customerNo: CustomerNo,
  returnId: TransactionReferenceNumber.toLowerCase(),
});

/**
 * Runs a step of a return in a transaction, and returns the record of the whole return. Throws its refusals; then nothing is
 * written.
 */
export async function runReturnStep(
  call: OperatorCall<ReturnKeyFields>,
  run: (tx: Tx, step: ReturnStepContext) => Promise<Outcome<ReturnStepResult>>,
): Promise<Static<typeof StationReturnRecord>> {
  const { context, environment, operator, request } = call;
  const step: ReturnStepContext = {
    ...returnKeyOf(request),
    context,
    person: operator.email,
    mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
  };
  return await readStationReturnRecord(environment.db, await runStationStep(call, (tx) => run(tx, step)));
}
