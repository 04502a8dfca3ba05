/** How requests name the order that they change (decisions 5 and 6). Pure. */
import type { Fault } from '../../platform/errors.ts';
import type { OperationCall } from '../../platform/http/operation.ts';
import type { OrderChangeRequest } from '../change.ts';

export interface SentOrderName {
  readonly TransactionReferenceNumber?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly shipmentKey?: string | undefined;
}

/** The fields that name an order by number, for `Operation.ignores`: they are ignored when a reference is sent. */
export const ignoredWhenReferenced =
  (fields: readonly string[]) =>
  ({ TransactionReferenceNumber: sent }: Readonly<Record<string, unknown>>): readonly string[] =>
    typeof sent === 'string' && sent !== '' ? fields : [];

/** A fault at `numberField` when the request names no order. An empty reference counts as absent. */
export function checkOrderName(sent: SentOrderName, numberField: string): Fault[] {
  if (sent.TransactionReferenceNumber || sent.orderNo) return [];
  const message = 'is required when TransactionReferenceNumber is not given';
  return [{ field: numberField, code: 'Required', message, unless: ['TransactionReferenceNumber'] }];
}

/** The common part of every change of an order. With a reference the order number is ignored. */
export function orderChangeRequest(call: OperationCall<unknown>, sent: SentOrderName): OrderChangeRequest {
  const { customerNo } = call.caller;
  const { TransactionReferenceNumber: reference, orderNo = '', shipmentKey } = sent;
  const name = reference ? { customerNo, reference } : { customerNo, orderNo, shipmentKey };
  return { ...call.context, name };
}
