/**
 * A purchase order (inbound inventory): its types and pure decisions. No I/O.
 *
 * OPEN until the first arrival, PARTIALLY RECEIVED until every line has arrived in full, then RECEIVED; RECEIVING while
 * people count it (decision 11). More or less than ordered may arrive, in any inventory status, but no item that was not
 * ordered.
 */
import { describeAddressWarnings } from '../addresses/index.ts';
import {
  assignReceivedUnits,
  checkNoOpenReceipts,
  linesVersionOf,
  type OrderLineUnits,
  type ReceivedItem,
  statusRefusal,
  type TwoLineAddress,
} from '../documents/index.ts';
import type { ExpectedReceipt } from '../inventory/index.ts';
import type { Fault, Outcome } from '../platform/errors.ts';
import { checkItemEligibility, type Sku } from '../skus/index.ts';

export const noSuchPurchaseOrderMessage = 'There is no such purchase order.';

/** Decision 11. Only an OPEN order can be updated or canceled. */
export type PurchaseOrderStatus = 'OPEN' | 'RECEIVING' | 'PARTIALLY RECEIVED' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

/** Statuses in which goods can still arrive. */
const receivable: readonly PurchaseOrderStatus[] = ['OPEN', 'RECEIVING', 'PARTIALLY RECEIVED'];

/** Collected at the customer's address, or delivered to the warehouse (interface: Purchase order). */
export const inboundTransportMethods = ['PICKUP', 'DROPOFF'] as const;
export type InboundTransportMethod = (typeof inboundTransportMethods)[number];

interface RequestedPurchaseLine {
  readonly itemNo: string;
  /** '' when absent. */
  readonly description: string;
  /** In units of the item. */
  readonly quantity: number;
}

/** People, addresses and texts, stored apart from the order so that they can be erased. '' when absent. */
export interface PurchaseOrderDetails extends Omit<TwoLineAddress, 'country'> {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly specialInstruction: string;
}

export interface PurchaseOrderDraft {
  /** Unique among the customer's purchase orders that are not canceled (decision 6). */
  readonly customerReferenceNo: string;
  readonly transportMethod: InboundTransportMethod;
  readonly requestedDate: Temporal.PlainDate;
  readonly warehouse: string;
  readonly inventoryStatus: string;
  /** The pickup reference: data, not an identity. */
  readonly referenceNo: string;
  readonly details: PurchaseOrderDetails;
  /** At least one; several lines can have the same item. */
  readonly lines: readonly RequestedPurchaseLine[];
}

interface PurchaseOrderLine {
  readonly line: number;
  readonly itemNo: string;
  /** As sent by the caller; '' when absent. */
  readonly description: string;
  readonly ordered: number;
  /** In any inventory status; can be more than ordered. */
  readonly received: number;
}

export interface PurchaseOrder {
  readonly customerNo: string;
  /** The reference that its creation returned. */
  readonly orderId: string;
  readonly customerReferenceNo: string;
  /** The operator's number, counted per customer. */
  readonly number: string;
  readonly status: PurchaseOrderStatus;
  readonly transportMethod: InboundTransportMethod;
  readonly requestedDate: Temporal.PlainDate;
  readonly warehouse: string;
  readonly inventoryStatus: string;
  readonly referenceNo: string;
  /** How many receipts people have open on it; it is RECEIVING while there are any. */
  readonly openReceipts: number;
  readonly lines: readonly PurchaseOrderLine[];
}

/** A hash of what was ordered: updates in the operator interface can name the one that they were made for. */
export const purchaseLinesVersionOf = ({ lines }: Pick<PurchaseOrder, 'lines'>): string =>
  linesVersionOf(lines.map(({ itemNo, description, ordered }) => ({ itemNo, description, ordered })));

/** Warnings about the pickup address of a PICKUP order. They are logged and never refuse the order. */
export function computePickupAddressWarnings({ transportMethod, details }: PurchaseOrderDraft): string[] {
  return transportMethod === 'PICKUP' ? describeAddressWarnings('pickup address', details) : [];
}

/** The inbound stock that the order announces, line by line. */
export function expectedReceiptsOfPurchaseOrder(
  { customerNo, orderId }: Pick<PurchaseOrder, 'customerNo' | 'orderId'>,
  draft: PurchaseOrderDraft,
): ExpectedReceipt[] {
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

/** `UnknownItem`, `RetiredItem` and `ItemNotStored` of the lines, except for items that the order has already (`known`). */
export function checkPurchaseOrderItems(
  lines: readonly RequestedPurchaseLine[],
  skuOf: (itemNo: string) => Sku | undefined,
  known: ReadonlySet<string> = new Set(),
): Fault[] {
  return lines.flatMap(({ itemNo }, index) =>
    known.has(itemNo)
      ? []
      : (checkItemEligibility(`ItemsInfo[${index}].ItemNo`, itemNo, skuOf(itemNo), { isStoredRequired: true }) ?? []),
  );
}

const openQuantity = (line: PurchaseOrderLine): number => Math.max(0, line.ordered - line.received);

/**
 * Assigns received units to the lines of the order (`assignReceivedUnits`); more than ordered may arrive. Refusals, in order
 * of precedence: `StateForbids` unless the order can still receive, then the faults of `received`.
 */
export function planPurchaseArrivals(
  order: PurchaseOrder,
  received: readonly ReceivedItem[] | undefined,
): Outcome<readonly OrderLineUnits[]> {
  const allowed = checkPurchaseReceivable(order);
  if ('refused' in allowed) return allowed;
  const { customerReferenceNo, inventoryStatus: status } = order;
  const lines = order.lines.map((line) => ({ ...line, open: openQuantity(line), status }));
  const assigned = assignReceivedUnits(lines, received, `is not on purchase order ${customerReferenceNo}`);
  if ('refused' in assigned) return assigned;
  return { ok: assigned.ok.map(({ surplus, ...units }) => ({ ...units, quantity: units.quantity + surplus })) };
}

/** The status of the order after these arrivals, with this many receipts still open on it. */
export function purchaseStatusAfterArrivals(
  order: PurchaseOrder,
  arrivals: readonly OrderLineUnits[],
  openReceipts: number,
): PurchaseOrderStatus {
  if (openReceipts > 0) return 'RECEIVING';
  const arrived = new Map<number, number>();
  for (const { line, quantity } of arrivals) arrived.set(line, (arrived.get(line) ?? 0) + quantity);
  const isComplete = order.lines.every(({ line, ordered, received }) => received + (arrived.get(line) ?? 0) >= ordered);
  if (isComplete) return 'RECEIVED';
  return arrivals.length > 0 || order.lines.some(({ received }) => received > 0) ? 'PARTIALLY RECEIVED' : 'OPEN';
}

/** `StateForbids` unless goods of the order can still arrive. */
export function checkPurchaseReceivable(order: PurchaseOrder): Outcome<PurchaseOrder> {
  const { customerReferenceNo, status } = order;
  if (receivable.includes(status)) return { ok: order };
  return statusRefusal(`Purchase order ${customerReferenceNo}`, 'received', status);
}

/** Units of a line that had not arrived when the order was closed short. */
export interface MissingPurchaseUnits {
  readonly line: number;
  readonly itemNo: string;
  readonly quantity: number;
}

/**
 * The units that have not arrived, for an order that is closed now. `StateForbids` when it is RECEIVING, RECEIVED,
 * CLOSED or CANCELED.
 */
export function planPurchaseClosing(order: PurchaseOrder): Outcome<readonly MissingPurchaseUnits[]> {
  const { customerReferenceNo, status, lines } = order;
  if (!receivable.includes(status)) return statusRefusal(`Purchase order ${customerReferenceNo}`, 'closed', status);
  const unattended = checkNoOpenReceipts('Purchase order', order, 'closed');
  if ('refused' in unattended) return unattended;
  return {
    ok: lines
      .map((line) => ({ line: line.line, itemNo: line.itemNo, quantity: openQuantity(line) }))
      .filter(({ quantity }) => quantity > 0),
  };
}
