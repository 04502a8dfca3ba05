/** The shared part of requests for postings: their context, validation, posting and log entry. */
import { assertPresent } from '../lib/assert.ts';
import {
  inventoryStatusesOfCustomer,
  type OperatorSettings,
  readOperatorSettings,
  unknownInventoryStatusFault,
} from '../operator-settings/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { checkItemEligibility, formatSkuKey, readSkus, type Sku } from '../skus/index.ts';
import { type ReasonCodes, readReasonCodes } from './reason-codes.ts';
import { itemFieldsOfPosting, type Posting, type StockKey } from './stock.ts';
import { postStockChanges, type StockChange } from './stock-changes.ts';

/** A request for postings. Its reference becomes their subject, except for those of a count, whose subject is the count. */
export type PostingRequest = CommandContext;

/** The reference of the request that posted. */
export interface PostedReference {
  readonly reference: string;
}

/** The data by which requests are validated and dated. */
export interface PostingContext {
  readonly skus: ReadonlyMap<string, Sku>;
  readonly operator: OperatorSettings;
  readonly reasons: ReasonCodes;
  readonly timeOf: (customerNo: string) => Temporal.Instant;
}

/**
 * Reads the data that requests for these items are validated against.
 * @param customers all whose time is needed, where a request may be about no item
 */
export async function readPostingContext(
  tx: Tx,
  items: readonly { readonly customerNo: string; readonly itemNo: string }[],
  customers: readonly { readonly customerNo: string }[] = items,
): Promise<PostingContext> {
  return {
    skus: await readSkus(tx, items),
    operator: await readOperatorSettings(tx),
    reasons: await readReasonCodes(tx),
    timeOf: await readCustomerClockLookup(tx, customers),
  };
}

/**
 * The fault of an item whose stock the operator must keep: `UnknownItem` or `ItemNotStored`. A retired item is valid, as it may still
 * have stock.
 */
export function checkPostingItem({ skus }: PostingContext, customerNo: string, itemNo: string, field: string): Fault[] {
  const rules = { areRetiredAllowed: true, isStoredRequired: true };
  const fault = checkItemEligibility(field, itemNo, skus.get(formatSkuKey({ customerNo, itemNo })), rules);
  return fault === undefined ? [] : [fault];
}

/** The fault `UnknownWarehouse` when the operator has no such warehouse. */
export function checkPostingWarehouse({ operator }: PostingContext, warehouse: string): Fault[] {
  if (operator.warehouses.has(warehouse)) return [];
  const message = `${JSON.stringify(warehouse)} is not a warehouse`;
  return [{ field: 'Warehouse', code: 'UnknownWarehouse', message }];
}

/** The fault `UnknownStatus` when this customer has no such inventory status. */
export function checkPostingStatus(
  { operator }: PostingContext,
  customerNo: string,
  status: string,
  field: string,
): Fault[] {
  if (inventoryStatusesOfCustomer(operator, customerNo).has(status)) return [];
  return [unknownInventoryStatusFault(field, status)];
}

/** Builds a posting of a request, with the reference of the request as its subject. The item must be in the context. */
export function newPosting(
  { skus, timeOf }: PostingContext,
  { reference }: PostingRequest,
  key: StockKey,
  what: Pick<Posting, 'quantity' | 'type' | 'reference'>,
): Posting {
  return {
    ...key,
    ...what,
    subject: reference,
    occurredAt: timeOf(key.customerNo),
    ...itemFieldsOfPosting(assertPresent(skus.get(formatSkuKey(key)), `item ${key.itemNo}`)),
  };
}

/** A kind of request whose postings are one stock change. */
export interface PostingRequestHandler<Request extends PostingRequest> {
  /** The items that its postings move. */
  items(request: Request): readonly string[];
  validate(context: PostingContext, request: Request): Fault[];
  readonly takes: StockChange['takes'];
  /** Called for valid requests only. */
  postings(context: PostingContext, request: Request): Posting[];
  /** The field that takes more of this item than there is. */
  insufficientField(request: Request, itemNo: string): string;
  /** The log entry of a request that was posted. */
  entry(context: PostingContext, request: Request): { readonly kind: string; readonly data: object };
}

/**
 * Posts requests and logs them; returns one outcome each, in their order. Refusals: the faults of `validate`; then
 * `InsufficientStock`.
 */
export async function postStockRequests<Request extends PostingRequest>(
  tx: Tx,
  kind: PostingRequestHandler<Request>,
  requests: readonly Request[],
): Promise<Outcome<PostedReference>[]> {
  const context = await readPostingContext(
    tx,
    requests.flatMap((request) => kind.items(request).map((itemNo) => ({ customerNo: request.customerNo, itemNo }))),
  );
  const faults = new Map(requests.map((request) => [request, kind.validate(context, request)]));
  const valid = requests.filter((request) => faults.get(request)?.length === 0);
  const results = await postStockChanges(
    tx,
    valid.map((request) => ({ takes: kind.takes, postings: kind.postings(context, request) })),
  );
  for (const [index, request] of valid.entries()) {
    const insufficient = (results[index]?.insufficient ?? []).map(
      ({ itemNo, requested, available, status, warehouse }): Fault => ({
        field: kind.insufficientField(request, itemNo),
        code: 'InsufficientStock',
        message: `needs ${requested} of ${itemNo}, but only ${available} are available in ${status} at ${warehouse}`,
      }),
    );
    faults.set(request, insufficient);
    if (insufficient.length > 0) continue;
    const { customerNo, reference: subject } = request;
    const { kind: event, data } = kind.entry(context, request);
    appendLog(tx, request, { kind: event, subject, occurredAt: context.timeOf(customerNo), data: { ...data } });
  }
  return requests.map((request) => {
    const found = faults.get(request) ?? [];
    return found.length > 0 ? refuseFaults(found) : { ok: { reference: request.reference } };
  });
}

/** The batch writer of a kind of request. */
export function createPostingWriter<Request extends PostingRequest, Done>(
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
