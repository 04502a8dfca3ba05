/** Reads the orders of a batch like those of CreateSalesOrder. */
import { compileRequestReader, type RequestReader } from '../../platform/http/read-request.ts';
import type { UnreadBatchItem } from '../../platform/http/schema-reader.ts';
import { renameOrderHeaderInfo } from '../batch-item.ts';
import { createSalesOrderOperation } from './create-sales-order.ts';

const readers = new Map<string, RequestReader>();

/** Returns the request reader of CreateSalesOrder for a brand. It is compiled once per brand, at the first call. */
export function createBatchOrderRequestReader(brand: string): RequestReader {
  let reader = readers.get(brand);
  if (reader === undefined) {
    reader = compileRequestReader(createSalesOrderOperation, brand);
    readers.set(brand, reader);
  }
  return reader;
}

/** The content of an order, for the hash of its batch. One that cannot be read is returned as it was sent. */
export function toBatchOrderHashInput(item: UnreadBatchItem, brand: string): unknown {
  if (typeof item.value !== 'object' || item.value === null || Array.isArray(item.value)) return item;
  const { item: unified, faults: unreadable } = renameOrderHeaderInfo(item);
  const { request: content, faults } = createBatchOrderRequestReader(brand).readItem(unified);
  return unreadable.length + faults.length === 0 ? content : item;
}
