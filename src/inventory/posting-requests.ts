/** What requests for postings have in common: who asks, what they are judged by, how they become postings. */

import { assertPresent } from '../lib/assert.ts';
import { inventoryStatusesFor, type OperatorSettings, readOperatorSettings } from '../operator-settings/index.ts';
import { customerTimes } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Fault, Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import { type ReasonCodes, readReasonCodes } from './reason-codes.ts';
import type { Posting, StockKey } from './stock.ts';
import type { InsufficientStock } from './stock-changes.ts';

/** A request for postings. Its reference is their subject. */
export type PostingRequest = CommandContext;

/** The reference of the request that posted. */
export interface PostingResult {
  readonly reference: string;
}

/** What requests are judged by. */
export interface PostingContext {
  readonly skus: ReadonlyMap<string, Sku>;
  readonly operator: OperatorSettings;
  readonly reasons: ReasonCodes;
  readonly timeOf: (customerNo: string) => Temporal.Instant;
}

/** Reads what requests about these items are judged by. */
export async function readPostingContext(
  tx: Tx,
  items: readonly { readonly customerNo: string; readonly itemNo: string }[],
): Promise<PostingContext> {
  return {
    skus: await readSkus(tx, items),
    operator: await readOperatorSettings(tx),
    reasons: await readReasonCodes(tx),
    timeOf: await customerTimes(tx, [...new Set(items.map((item) => item.customerNo))]),
  };
}

/** The faults of an item of which the operator is to hold stock. Retired ones pass: their stock is still there. */
export function validateItem({ skus }: PostingContext, customerNo: string, itemNo: string, field: string): Fault[] {
  const sku = skus.get(skuKeyText({ customerNo, itemNo }));
  const named = JSON.stringify(itemNo);
  if (sku === undefined) return [{ field, code: 'UnknownItem', message: `${named} is not an item of this customer` }];
  if (sku.storage === 'service') return [];
  const kept = sku.storage === 'virtual' ? 'is virtual' : 'is kept in storage of the client';
  return [{ field, code: 'ItemNotStored', message: `${named} ${kept}: the operator holds no stock of it` }];
}

/** The fault of a warehouse that the operator does not have. */
export function validateWarehouse({ operator }: PostingContext, warehouse: string): Fault[] {
  if (operator.warehouses.has(warehouse)) return [];
  const message = `${JSON.stringify(warehouse)} is not a warehouse`;
  return [{ field: 'Warehouse', code: 'UnknownWarehouse', message }];
}

/** The fault of an inventory status that this customer does not have. */
export function validateStatus(
  { operator }: PostingContext,
  customerNo: string,
  status: string,
  field: string,
): Fault[] {
  if (inventoryStatusesFor(operator, customerNo).has(status)) return [];
  return [{ field, code: 'UnknownStatus', message: `${JSON.stringify(status)} is not an inventory status` }];
}

/** What every posting of a request says about itself. The item is known. */
export function newPosting(
  { skus, timeOf }: PostingContext,
  { reference }: PostingRequest,
  key: StockKey,
  what: Pick<Posting, 'quantity' | 'type' | 'reference'>,
): Posting {
  const sku = assertPresent(skus.get(skuKeyText(key)), `item ${key.itemNo}`);
  return {
    ...key,
    ...what,
    subject: reference,
    occurredAt: timeOf(key.customerNo),
    itemDescription: sku.description,
    itemUnit: sku.uom,
    alcoholPercentage: sku.alcoholByVolume,
  };
}

/** The fault of a line that would take what is not there. */
export function insufficientStockFault(
  field: string,
  { itemNo, requested, available, status, warehouse }: InsufficientStock,
): Fault {
  const message = `takes ${requested} of ${itemNo}, but ${available} are there in ${status} at ${warehouse}`;
  return { field, code: 'InsufficientStock', message };
}

/** Gathers requests for postings. What was written for one whose commit is in doubt is remembered until it is known. */
export function postingWriter<Request extends PostingRequest, Done>(
  name: string,
  write: (tx: Tx, requests: readonly Request[]) => Promise<Outcome<Done>[]>,
  identities: (request: Request) => readonly string[] = () => [],
): BatchWriter<Request, Done> {
  return {
    name,
    maxItems: 50,
    customerNo: (request) => request.customerNo,
    identities,
    write,
  };
}
