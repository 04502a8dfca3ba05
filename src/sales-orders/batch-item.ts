/** An item of a batch as it was sent: its names, its credentials, and the spellings that only batches accept (decision 9). Pure. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../lib/json-object.ts';
import type { Fault } from '../platform/errors.ts';
import type { Caller } from '../platform/http/operation.ts';
import { UnreadBatchItem } from '../platform/http/schema-reader.ts';

/** The names of an item in the reply, as sent. */
export interface BatchOrderNames {
  readonly RefTransmissionId: string;
  readonly RefOrderNo: string;
}

export const noBatchOrderNames: BatchOrderNames = { RefTransmissionId: '', RefOrderNo: '' };

/** The names of an item; a number as text. Call it before validation, which removes invalid values. */
export function batchOrderNamesOf(request: Readonly<Record<string, unknown>>): BatchOrderNames {
  const { TransmissionId, OrderNo } = (request.OrderInfo ?? {}) as Readonly<Record<string, unknown>>;
  return { RefTransmissionId: toText(TransmissionId), RefOrderNo: toText(OrderNo) };
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The fault of an item that is not an object; empty for an object. */
export function checkBatchItemIsObject({ value }: UnreadBatchItem): Fault[] {
  return isJsonObject(value) ? [] : [{ field: '', code: 'Type', message: 'must be an object' }];
}

/** The item with `OrderHeaderInfo` as `OrderInfo` if that is absent; a fault when both are given and differ. The item must be an object. */
export function renameOrderHeaderInfo(item: UnreadBatchItem): {
  readonly item: UnreadBatchItem;
  readonly faults: readonly Fault[];
} {
  const body = item.value as Readonly<Record<string, unknown>>;
  const { OrderHeaderInfo: header, OrderInfo: info } = body;
  if (header === undefined || header === null) return { item, faults: [] };
  const { OrderHeaderInfo: _, ...others } = body;
  const unified = new UnreadBatchItem({ ...others, OrderInfo: info ?? header }, item.careful);
  const differs = info !== undefined && info !== null && !isDeepStrictEqual(info, header);
  const fault = { field: 'OrderHeaderInfo', code: 'Conflict', message: 'differs from OrderInfo' };
  return { item: unified, faults: differs ? [fault] : [] };
}

/**
 * The fault of an order that repeats `Authentication`, as the older interface allows, with different credentials. One in which all
 * are absent or null, as a program writes an object that it leaves unset, repeats none (decision 4).
 */
export function checkBatchItemCredentials(
  { userKey, customerNo }: Pick<Caller, 'userKey' | 'customerNo'>,
  item: UnreadBatchItem,
): Fault | undefined {
  const sent = item.value as Readonly<Record<string, unknown>>;
  const own = sent.Authentication as Readonly<Record<string, unknown>> | null | undefined;
  if (own === undefined || own === null) return undefined;
  if (typeof own === 'object' && [own.UserKey, own.Password, own.CustomerNo].every(isAbsent)) return undefined;
  if (own.UserKey === userKey && String(own.CustomerNo) === customerNo && item.isSecret(own.Password)) return undefined;
  return { field: 'Authentication', code: 'Contradiction', message: 'of the order differs from that of the batch' };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
