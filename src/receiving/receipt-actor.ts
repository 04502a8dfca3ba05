/** The person who decides about a receipt: to discard it, or to attach a parked delivery to an order. */
import type { OperatorCaller, OperatorContext } from '../platform/http/operator-operation.ts';

export interface ReceiptActor {
  readonly context: OperatorContext;
  readonly operator: OperatorCaller;
  readonly mayWorkIn: (warehouse: string) => boolean;
}
