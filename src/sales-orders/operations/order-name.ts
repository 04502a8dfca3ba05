/** How requests name the order that they change (decisions 5 and 6). Pure. */
import type { Fault } from '../../platform/errors.ts';
import type { OperationCall } from '../../platform/http/operation.ts';
import type { OrderChangeRequest } from '../change.ts';
import type { OrderName } from '../resolve-orders.ts';

export interface SentOrderName {
  readonly TransactionReferenceNumber?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly shipmentKey?: string | undefined;
}

/** When the reference is given the order number is ignored. An empty one is as good as none. */
export function orderName(customerNo: string, sent: SentOrderName): OrderName {
  if (sent.TransactionReferenceNumber) return { customerNo, reference: sent.TransactionReferenceNumber };
  return { customerNo, orderNo: sent.orderNo ?? '', shipmentKey: sent.shipmentKey };
}

/** A request that names its order by reference: these places, which would name it by number, are then ignored. */
export const ignoredWhenReferenced =
  (places: readonly string[]) =>
  (body: Readonly<Record<string, unknown>>): readonly string[] =>
    isReference(body.TransactionReferenceNumber) ? places : [];

const isReference = (sent: unknown): boolean => typeof sent === 'string' && sent !== '';

/** A fault at `numberField` when the request does not say which order it means. */
export function checkOrderName(sent: SentOrderName, numberField: string): Fault[] {
  if (sent.TransactionReferenceNumber || sent.orderNo) return [];
  const message = 'is required where TransactionReferenceNumber is not given';
  return [{ field: numberField, code: 'Required', message, unless: ['TransactionReferenceNumber'] }];
}

/** What every change of an order carries. */
export function orderChangeRequest(call: OperationCall<unknown>, sent: SentOrderName): OrderChangeRequest {
  return { ...call.context, name: orderName(call.caller.customerNo, sent) };
}
