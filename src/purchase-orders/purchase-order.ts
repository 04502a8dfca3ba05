/**
 * A purchase order, inbound inventory: its types and pure decisions. No I/O.
 *
 * OPEN until the first arrival, PARTIALLY RECEIVED until every line has arrived in full, then RECEIVED (decision 11).
 * What arrives may be more, less or in another status than ordered; only what was never ordered is a fault.
 */
import { addressWarnings } from '../addresses/index.ts';
import type { Expectation } from '../inventory/index.ts';
import { contentHash } from '../lib/canonical-json.ts';
import { type Fault, type Outcome, refuse, refuseFaults } from '../platform/errors.ts';
import type { Sku } from '../skus/index.ts';

/** Decision 11. Only OPEN may be updated or canceled. */
export type PurchaseOrderStatus = 'OPEN' | 'RECEIVING' | 'PARTIALLY RECEIVED' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

/** Collected at the customer's address, or brought to the warehouse (interface: Purchase order). */
export const transportMethods = ['PICKUP', 'DROPOFF'] as const;
export type TransportMethod = (typeof transportMethods)[number];

export interface PurchaseOrderDraftLine {
  readonly itemNo: string;
  /** '' when not given. */
  readonly description: string;
  /** In units of the item. */
  readonly quantity: number;
}

/** People, addresses and texts: erasable apart from the order. '' where nothing was given. */
export interface PurchaseOrderDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly address: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly specialInstruction: string;
}

/** Of an order of which nothing was given, or all was erased. */
export const emptyDetails: PurchaseOrderDetails = {
  firstName: '',
  lastName: '',
  company: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  phoneNumber: '',
  emailAddress: '',
  specialInstruction: '',
};

export interface PurchaseOrderDraft {
  /** Its identity while it is not canceled (decision 6). */
  readonly customerReferenceNo: string;
  readonly transportMethod: TransportMethod;
  readonly requestedDate: Temporal.PlainDate;
  readonly warehouse: string;
  readonly inventoryStatus: string;
  /** The pickup reference; data, never an identity. */
  readonly referenceNo: string;
  readonly document: PurchaseOrderDetails;
  /** At least one; an item may stand on several. */
  readonly lines: readonly PurchaseOrderDraftLine[];
}

export interface PurchaseOrderLine {
  readonly line: number;
  readonly itemNo: string;
  /** As the caller described it; '' when not given. */
  readonly description: string;
  readonly ordered: number;
  /** In any status; more than ordered when too much came. */
  readonly received: number;
}

export interface PurchaseOrder {
  readonly customerNo: string;
  /** The reference that its creation answered. */
  readonly orderId: string;
  readonly customerReferenceNo: string;
  /** Ours, per customer. */
  readonly purchaseOrderNumber: string;
  readonly status: PurchaseOrderStatus;
  readonly transportMethod: TransportMethod;
  readonly requestedDate: Temporal.PlainDate;
  readonly warehouse: string;
  readonly inventoryStatus: string;
  readonly referenceNo: string;
  readonly lines: readonly PurchaseOrderLine[];
}

/**
 * The hash that tells a repeated creation from another one under the same reference (decision 6). Texts that are not
 * set do not take part, so a field that is added later changes no hash.
 */
export function purchaseOrderContentHash(draft: PurchaseOrderDraft): Buffer {
  const set = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return contentHash({ ...set(draft), document: set(draft.document), lines: draft.lines.map(set) });
}

/** The number that we give the `count`-th purchase order of a customer. */
export function purchaseOrderNumber(count: number): string {
  return `PO${String(count).padStart(6, '0')}`;
}

/** What a creation is told when its reference is taken: the first one's reference, or 400 `DuplicatePurchaseOrder`. */
export function decideTaken(
  first: { readonly orderId: string; readonly purchaseOrderNumber: string; readonly contentHash: Buffer },
  draft: PurchaseOrderDraft,
  hash: Buffer,
): Outcome<{ readonly reference: string }> {
  if (first.contentHash.equals(hash)) return { done: { reference: first.orderId } };
  const field = 'OrderInfo.CustomerReferenceNo';
  const message = `${draft.customerReferenceNo} is the reference of purchase order ${first.purchaseOrderNumber} with other content, created under transaction reference ${first.orderId}`;
  return refuse('DuplicatePurchaseOrder', `${field} ${message}`, [{ field, code: 'DuplicatePurchaseOrder', message }]);
}

/** What can hardly be right about the address at which an order is collected: told in its timeline, never refused. */
export function pickupWarnings({ transportMethod, document }: PurchaseOrderDraft): string[] {
  return transportMethod === 'PICKUP' ? addressWarnings('pickup address', document) : [];
}

/** What the order announces to the stock, line by line. */
export function expectationsOf(
  { customerNo, orderId }: { readonly customerNo: string; readonly orderId: string },
  draft: PurchaseOrderDraft,
): Expectation[] {
  return draft.lines.map((line, index) => ({
    customerNo,
    subject: orderId,
    line: index + 1,
    itemNo: line.itemNo,
    warehouse: draft.warehouse,
    status: draft.inventoryStatus,
    ordered: line.quantity,
  }));
}

/**
 * The faults of the lines by what the catalog knows; `skuOf` answers undefined for what is not an item. Items `known`
 * from the order as it was may stay, whatever has become of them.
 */
export function purchaseItemFaults(
  lines: readonly PurchaseOrderDraftLine[],
  skuOf: (itemNo: string) => Sku | undefined,
  known: ReadonlySet<string> = new Set(),
): Fault[] {
  return lines.flatMap(({ itemNo }, index): Fault[] => {
    if (known.has(itemNo)) return [];
    const field = `ItemsInfo[${index}].ItemNo`;
    const sku = skuOf(itemNo);
    const named = JSON.stringify(itemNo);
    if (sku === undefined) return [{ field, code: 'UnknownItem', message: `${named} is not an item of this customer` }];
    if (sku.retired) return [{ field, code: 'RetiredItem', message: `${named} is retired` }];
    if (sku.storage === 'service') return [];
    const kept = sku.storage === 'virtual' ? 'is virtual' : 'is kept in storage of the client';
    return [{ field, code: 'ItemNotStored', message: `${named} ${kept}: the operator receives no stock of it` }];
  });
}

/** What is said to have arrived: of an item, how many (absent: all that is open), in which status (absent: as ordered). */
export interface PurchaseOrderReceiptLine {
  readonly itemNo: string;
  readonly quantity?: number | undefined;
  readonly status?: string | undefined;
}

/** What arrives, counted against one line of the order. */
export interface LineArrival {
  readonly line: number;
  readonly itemNo: string;
  readonly quantity: number;
  readonly status: string;
}

/** What has not arrived of a line. */
export const openQuantity = (line: PurchaseOrderLine): number => Math.max(0, line.ordered - line.received);

/**
 * How an arrival counts against the order: an item's lines are filled in their order, what is too much counts on the
 * last of them. `received` absent: everything that is still open. Refusals, in this order: 403 `StateForbids` when
 * nothing can arrive any more, then the faults of `received`: `NotOnOrder`, `NothingOpen`.
 */
export function planArrivals(
  order: PurchaseOrder,
  received: readonly PurchaseOrderReceiptLine[] | undefined,
): Outcome<readonly LineArrival[]> {
  const { status } = order;
  if (status === 'CANCELED' || status === 'CLOSED' || status === 'RECEIVED') {
    return refuse('StateForbids', `purchase order ${order.customerReferenceNo} is ${status}: it receives nothing more`);
  }
  const open = new Map(order.lines.map((line) => [line.line, openQuantity(line)]));
  const requested = received ?? [...new Set(order.lines.map((line) => line.itemNo))].map((itemNo) => ({ itemNo }));
  const arrivals: LineArrival[] = [];
  const faults: Fault[] = [];
  for (const [index, { itemNo, quantity, status: arrived }] of (
    requested as readonly PurchaseOrderReceiptLine[]
  ).entries()) {
    const lines = order.lines.filter((line) => line.itemNo === itemNo);
    const last = lines.at(-1);
    if (last === undefined) {
      const message = `${JSON.stringify(itemNo)} is not on purchase order ${order.customerReferenceNo}`;
      faults.push({ field: `Lines[${index}].ItemNo`, code: 'NotOnOrder', message });
      continue;
    }
    let left = quantity ?? lines.reduce((sum, { line }) => sum + (open.get(line) ?? 0), 0);
    if (left === 0 && received !== undefined) {
      const message = `is required: nothing of ${JSON.stringify(itemNo)} is still open`;
      faults.push({ field: `Lines[${index}].ItemQuantity`, code: 'NothingOpen', message });
    }
    for (const { line } of lines) {
      const openHere = open.get(line) ?? 0;
      const here = line === last.line ? left : Math.min(left, openHere);
      if (here === 0) continue;
      arrivals.push({ line, itemNo, quantity: here, status: arrived ?? order.inventoryStatus });
      open.set(line, Math.max(0, openHere - here));
      left -= here;
    }
  }
  return faults.length > 0 ? refuseFaults(faults) : { done: arrivals };
}

/** The status of the order once these have arrived. */
export function statusAfter(order: PurchaseOrder, arrivals: readonly LineArrival[]): PurchaseOrderStatus {
  const arrived = new Map<number, number>();
  for (const { line, quantity } of arrivals) arrived.set(line, (arrived.get(line) ?? 0) + quantity);
  const complete = order.lines.every(({ line, ordered, received }) => received + (arrived.get(line) ?? 0) >= ordered);
  return complete ? 'RECEIVED' : 'PARTIALLY RECEIVED';
}

/** 403 `StateForbids` unless work on the order has not started: only OPEN may be updated or canceled (decision 11). */
export function requireOpenPurchaseOrder(order: PurchaseOrder, verb: 'updated' | 'canceled'): Outcome<PurchaseOrder> {
  if (order.status === 'OPEN') return { done: order };
  const why = order.status === 'CANCELED' ? 'it is canceled' : 'work on it has started';
  const { customerReferenceNo, status } = order;
  return refuse(
    'StateForbids',
    `purchase order ${customerReferenceNo} cannot be ${verb}: ${why} (its state is ${status})`,
  );
}

/** What never came when an order is closed short, by line. */
export interface MissingLine {
  readonly line: number;
  readonly itemNo: string;
  readonly quantity: number;
}

/** What is missing of an order that is closed now. 403 `StateForbids` when it has come to its end already. */
export function planClosing(order: PurchaseOrder): Outcome<readonly MissingLine[]> {
  const { customerReferenceNo, status } = order;
  if (status === 'CANCELED' || status === 'CLOSED' || status === 'RECEIVED') {
    return refuse('StateForbids', `purchase order ${customerReferenceNo} is ${status}: nothing of it is open`);
  }
  return {
    done: order.lines
      .map((line) => ({ line: line.line, itemNo: line.itemNo, quantity: openQuantity(line) }))
      .filter(({ quantity }) => quantity > 0),
  };
}
