/** Runs steps of the returns station for an operator's request. */
import { worksInWarehouse } from '../operators/index.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import type { ReturnKey } from '../returns/index.ts';
import type { ReturnStep } from './station-steps.ts';

/** The fields by which requests name a return. */
export interface ReturnKeyRequest {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

export const returnKeyOf = ({ CustomerNo, TransactionReferenceNumber }: ReturnKeyRequest): ReturnKey => ({
  customerNo: CustomerNo,
  returnId: TransactionReferenceNumber.toLowerCase(),
});

/** The part that all steps of a request have in common. */
export function returnStepOf(call: OperatorCall<ReturnKeyRequest>): ReturnStep {
  const { context, operator, request } = call;
  return {
    ...returnKeyOf(request),
    context,
    person: operator.email,
    mayWorkIn: (warehouse) => worksInWarehouse(operator, warehouse),
  };
}
