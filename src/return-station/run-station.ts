/** Runs steps of the returns station for an operator's request. */
import { valueOrAppError, worksIn } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError, type Outcome, refuseState } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import type { ReturnKey } from '../returns/index.ts';
import type { StationStep } from './station-steps.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator' | 'context'>;

/** The fields by which requests name a return. */
export interface StationRequest {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

export const returnKeyOf = ({ CustomerNo, TransactionReferenceNumber }: StationRequest): ReturnKey => ({
  customerNo: CustomerNo,
  returnId: TransactionReferenceNumber.toLowerCase(),
});

/** What every step of a request has. */
export function stepOf(call: OperatorCall<StationRequest>): StationStep {
  const { context, operator, request } = call;
  return { ...returnKeyOf(request), context, person: operator.email, mayWorkIn: worksAtStation(call) };
}

export const worksAtStation =
  ({ operator }: Pick<Call, 'operator'>) =>
  (warehouse: string): boolean =>
    worksIn(operator, warehouse);

/** Throws `StateForbids` where the operator does not work. */
export function assertWorksIn(call: Pick<Call, 'operator'>, warehouse: string): void {
  if (!worksAtStation(call)(warehouse))
    throw new AppError(refuseState('ELSEWHERE', `You do not work in ${warehouse}.`).refused);
}

/** Runs one step in a slot of the pool that writes of wineries do not take. Throws its refusal, and then nothing is written. */
export async function writeAtStation<Done>(
  { environment, operator }: Call,
  step: (tx: Tx) => Promise<Outcome<Done>>,
): Promise<Done> {
  return await environment.readSlots.run(operator.operatorId, () =>
    environment.db.write(async (tx) => valueOrAppError(await step(tx))),
  );
}
