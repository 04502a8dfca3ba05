/** Runs steps of the returns station for an operator's request. */
import { worksInWarehouse } from '../operators/index.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import type { ReturnKey } from '../returns/index.ts';
import type { ReturnStepContext } from './station-steps.ts';

/** The fields by which requests name a return. */
interface ReturnKeyFields {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

export const returnKeyOf = ({ CustomerNo, TransactionReferenceNumber }: ReturnKeyFields): ReturnKey => ({
  customerNo: CustomerNo,
  returnId: TransactionReferenceNumber.toLowerCase(),
});

/** The part that all steps of a request have in common. */
export function returnStepContextOf(call: OperatorCall<ReturnKeyFields>): ReturnStepContext {
  const { context, operator, request } = call;
  return {
    ...returnKeyOf(request),
    context,
    person: operator.email,
    mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
  };
}
