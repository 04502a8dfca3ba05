/** What requests for postings have in common: who asks, what they are judged by, how they become postings. */
import { present } from '../lib/assert.ts';
import { customerTimes } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Fault, Outcome } from '../platform/errors.ts';
import type { SetWriter } from '../platform/lanes.ts';
import { readSkus, type Sku, skuKeyText } from '../skus/index.ts';
import { type OperatorData, readOperatorData, statusesOf } from './operator-data.ts';
import type { NotThere } from './postings.ts';
import { type ReasonCodes, readReasonCodes } from './postings-reasons.ts';
import type { Posting, StockKey } from './stock.ts';

/** Who asks for a posting. */
export interface PostingRequest {
  readonly customerNo: string;
  /** The reference made for this request; its postings' subject. */
  readonly reference: string;
  readonly operation: string;
  readonly actor: string;
}

/** The reference of the request that posted. */
export interface Posted {
  readonly reference: string;
}

/** What requests are judged by. */
export interface PostingWorld {
  readonly skus: ReadonlyMap<string, Sku>;
  readonly operator: OperatorData;
  readonly reasons: ReasonCodes;
  readonly timeOf: (customerNo: string) => Temporal.Instant;
}

/** Reads what requests about these items are judged by. */
export async function readPostingWorld(
  tx: Tx,
  items: readonly { readonly customerNo: string; readonly itemNo: string }[],
): Promise<PostingWorld> {
  return {
    skus: await readSkus(tx, items),
    operator: await readOperatorData(tx),
    reasons: await readReasonCodes(tx),
    timeOf: await customerTimes(tx, [...new Set(items.map((item) => item.customerNo))]),
  };
}

/** The faults of an item of which the operator is to hold stock. Retired ones pass: their stock is still there. */
export function judgeItem({ skus }: PostingWorld, customerNo: string, itemNo: string, field: string): Fault[] {
  const sku = skus.get(skuKeyText({ customerNo, itemNo }));
  const named = JSON.stringify(itemNo);
  if (sku === undefined) return [{ field, code: 'UnknownItem', message: `${named} is not an item of this customer` }];
  if (sku.storage === 'service') return [];
  const kept = sku.storage === 'virtual' ? 'is virtual' : 'is kept in storage of the client';
  return [{ field, code: 'ItemNotStored', message: `${named} ${kept}: the operator holds no stock of it` }];
}

/** The fault of a warehouse that the operator does not have. */
export function judgeWarehouse({ operator }: PostingWorld, warehouse: string): Fault[] {
  if (operator.warehouses.has(warehouse)) return [];
  const message = `${JSON.stringify(warehouse)} is not a warehouse`;
  return [{ field: 'Warehouse', code: 'UnknownWarehouse', message }];
}

/** The fault of an inventory status that this customer does not have. */
export function judgeStatus({ operator }: PostingWorld, customerNo: string, status: string, field: string): Fault[] {
  if (statusesOf(operator, customerNo).has(status)) return [];
  return [{ field, code: 'UnknownStatus', message: `${JSON.stringify(status)} is not an inventory status` }];
}

/** What every posting of a request says about itself. The item is known. */
export function postingOf(
  { skus, timeOf }: PostingWorld,
  { reference }: PostingRequest,
  key: StockKey,
  what: Pick<Posting, 'quantity' | 'type' | 'reference'>,
): Posting {
  const sku = present(skus.get(skuKeyText(key)), `item ${key.itemNo}`);
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
export function notThereFault(field: string, { itemNo, taken, there, status, warehouse }: NotThere): Fault {
  const message = `takes ${taken} of ${itemNo}, but ${there} are there in ${status} at ${warehouse}`;
  return { field, code: 'NotThere', message };
}

/** Gathers requests for postings. What was written for one whose commit is in doubt is remembered until it is known. */
export function postingWriter<Request extends PostingRequest, Done>(
  name: string,
  write: (tx: Tx, requests: readonly Request[]) => Promise<Outcome<Done>[]>,
  identities: (request: Request) => readonly string[] = () => [],
): SetWriter<Request, Done> {
  return {
    name,
    maxMembers: 50,
    customerNo: (request) => request.customerNo,
    identities,
    write,
  };
}
