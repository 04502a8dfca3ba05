/**
 * How requests name the order that they change (decisions 5 and 6). Pure.
 *
 * Updates and cancellations read `OrderInfo.TransactionReferenceNumber` like the one at the top level, because clients send
 * either. A reference takes precedence over the order number; otherwise another order with that number could be canceled.
 */
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';
import type { Fault } from '../../platform/errors.ts';
import type { OperationCall } from '../../platform/http/operation.ts';
import type { SalesOrderChange } from '../change.ts';

interface SentSalesOrderSelector {
  readonly TransactionReferenceNumber?: string | undefined;
  /** `OrderInfo.TransactionReferenceNumber`, where the operation reads it. */
  readonly innerReference?: string | undefined;
  readonly orderNo?: string | undefined;
  readonly shipmentKey?: string | undefined;
}

const isReference = (sent: unknown): boolean => typeof sent === 'string' && sent !== '';

/**
 * Returns a function for `Operation.ignores`: these fields, which name an order by number, are ignored when a reference
 * is sent.
 */
export const ignoreFieldsWhenReferenced =
  (fields: readonly string[]) =>
  ({ TransactionReferenceNumber: sent }: JsonObject): readonly string[] =>
    isReference(sent) ? fields : [];

/** Like `ignoreFieldsWhenReferenced` for operations in which `OrderInfo` may carry the reference too. */
export const ignoreFieldsWhenReferencedAnywhere =
  (fields: readonly string[]) =>
  ({ TransactionReferenceNumber: sent, OrderInfo: info }: JsonObject): readonly string[] =>
    isReference(sent) || (isJsonObject(info) && isReference(info.TransactionReferenceNumber)) ? fields : [];

/**
 * Like `ignoreFieldsWhenReferencedAnywhere` for cancellations, in which `OrderInfo` only names the order: with a reference
 * at the top level, an `OrderInfo` that is no object is also ignored. In an update it would be lost content.
 */
export const ignoreFieldsOfCancellation = (fields: readonly string[]) => {
  const ignoreFields = ignoreFieldsWhenReferencedAnywhere(fields);
  return (body: JsonObject): readonly string[] => {
    const ignored = ignoreFields(body);
    return ignored.length === 0 || isJsonObject(body.OrderInfo) ? ignored : [...ignored, 'OrderInfo'];
  };
};

/**
 * `Required` at `numberField` when the request names no order, and `Contradiction` when `TransactionReferenceNumber` and
 * `OrderInfo.TransactionReferenceNumber` differ. An empty reference counts as absent.
 */
export function checkSalesOrderSelector(sent: SentSalesOrderSelector, numberField: string): Fault[] {
  const { TransactionReferenceNumber: outer, innerReference: inner, orderNo } = sent;
  if (outer && inner && outer.toLowerCase() !== inner.toLowerCase()) {
    const message = 'contradicts OrderInfo.TransactionReferenceNumber; send one of them, or the same value in both';
    return [{ field: 'TransactionReferenceNumber', code: 'Contradiction', message }];
  }
  if (outer || inner || orderNo) return [];
  const message = 'is required when TransactionReferenceNumber is not given';
  const unless = ['TransactionReferenceNumber', 'OrderInfo.TransactionReferenceNumber'];
  return [{ field: numberField, code: 'Required', message, unless }];
}

/** The common part of every change of an order. With a reference the order number is ignored. */
export function toSalesOrderChange(call: OperationCall<unknown>, sent: SentSalesOrderSelector): SalesOrderChange {
  const { customerNo } = call.caller;
  const { TransactionReferenceNumber: outer, innerReference: inner, orderNo = '', shipmentKey } = sent;
  const reference = outer || inner;
  const name = reference ? { customerNo, reference } : { customerNo, orderNo, shipmentKey };
  return { ...call.context, name };
}
