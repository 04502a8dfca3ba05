/**
 * A transfer order, stock that goes from one warehouse to another: its types and pure decisions. No I/O.
 *
 * OPEN while no work has started, whether its stock is reserved or it waits; then PICKING, IN TRANSIT, RECEIVING,
 * RECEIVED, CLOSED; or CANCELED (decision 11). What is in transit is on hand at neither end (decision 10).
 */
import { contentHash } from '../lib/canonical-json.ts';

/** Decision 11. Only OPEN may be updated or canceled. */
export type TransferOrderStatus = 'OPEN' | 'PICKING' | 'IN TRANSIT' | 'RECEIVING' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

export interface TransferOrderDraftLine {
  readonly itemNo: string;
  /** '' when not given. */
  readonly description: string;
  /** As sent: units, or cases for WHOLESALE. */
  readonly quantity: number;
  /** `AUTO` and absent are RETAIL: a transfer order has no order type that could set cases (decision 10). */
  readonly quantityUnit: 'RETAIL' | 'WHOLESALE';
  /** The status that the line draws in place of the order's; '' for none. */
  readonly taxStatus: string;
  readonly unitPrice: number | undefined;
}

/** People and texts: erasable apart from the order. '' where nothing was given. */
export interface TransferOrderDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly specialInstruction: string;
}

/** Where from, where to, when and in which statuses. */
export interface TransferRoute {
  readonly requestedDate: Temporal.PlainDate;
  readonly fromWarehouse: string;
  readonly toWarehouse: string;
  readonly inventoryStatus: string;
  /** '' when every line arrives in the status in which it left. */
  readonly toInventoryStatus: string;
}

export interface TransferOrderDraft extends TransferRoute {
  /** Its identity while it is not canceled (decision 6). */
  readonly customerReferenceNo: string;
  readonly details: TransferOrderDetails;
  /** At least one; an item may stand on several. */
  readonly lines: readonly TransferOrderDraftLine[];
}

/** A line that the catalog has accepted. */
export interface AcceptedTransferLine extends TransferOrderDraftLine {
  /** In units of the item. */
  readonly units: number;
}

/** All counts in units of the item. */
export interface TransferOrderLine extends AcceptedTransferLine {
  readonly line: number;
  /** What disappeared from the source while it was picked. */
  readonly missing: number;
  /** What left the source. */
  readonly shipped: number;
  /** What of it has arrived, in any status. */
  readonly received: number;
  /** What of it never arrived: written off when the order was closed. */
  readonly short: number;
}

export interface TransferOrder extends TransferRoute {
  readonly customerNo: string;
  /** The reference that its creation answered. */
  readonly orderId: string;
  readonly customerReferenceNo: string;
  /** Ours, per customer. */
  readonly number: string;
  readonly status: TransferOrderStatus;
  /** When it was accepted, on the customer's clock: its place in the queue. */
  readonly queuedAt: Temporal.Instant;
  readonly lines: readonly TransferOrderLine[];
}

/** A line of an update: what it leaves out stays as it was with the item. */
export interface TransferOrderPatchLine {
  readonly itemNo: string;
  readonly description: string;
  readonly quantity: number;
  readonly quantityUnit: TransferOrderDraftLine['quantityUnit'] | undefined;
  readonly taxStatus: string | undefined;
  readonly unitPrice: number | undefined;
}

/** What an update changes; what is absent stays. */
export interface TransferOrderPatch {
  readonly route: Partial<Pick<TransferRoute, 'requestedDate' | 'inventoryStatus' | 'toInventoryStatus'>>;
  readonly details: Partial<TransferOrderDetails>;
  /** Replaces all lines. */
  readonly lines: readonly TransferOrderPatchLine[] | undefined;
}

/** The status that a line draws at the source: its own overrides the order's (decision 12). */
export function transferSourceStatus(
  order: Pick<TransferRoute, 'inventoryStatus'>,
  line: Pick<TransferOrderDraftLine, 'taxStatus'>,
): string {
  return line.taxStatus || order.inventoryStatus;
}

/** The status in which a line is to arrive; by default the one in which it left (interface: Transfer order). */
export function arrivalStatus(
  order: Pick<TransferRoute, 'inventoryStatus' | 'toInventoryStatus'>,
  line: Pick<TransferOrderDraftLine, 'taxStatus'>,
): string {
  return order.toInventoryStatus || transferSourceStatus(order, line);
}

/** What the lines add up to at the source, per item and status drawn: two lines of one item count together. */
export function transferDemandLines(
  order: Pick<TransferRoute, 'inventoryStatus'>,
  lines: readonly AcceptedTransferLine[],
): { itemNo: string; status: string; quantity: number }[] {
  const sums = new Map<string, { itemNo: string; status: string; quantity: number }>();
  for (const line of lines) {
    const status = transferSourceStatus(order, line);
    const key = `${line.itemNo}\n${status}`;
    const sum = sums.get(key);
    if (sum) sum.quantity += line.units;
    else sums.set(key, { itemNo: line.itemNo, status, quantity: line.units });
  }
  return [...sums.values()];
}

/**
 * The hash that tells a repeated creation from another one under the same reference (decision 6). Texts that are not
 * set do not take part, so a field that is added later changes no hash.
 */
export function transferOrderContentHash(draft: TransferOrderDraft): Buffer {
  const set = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return contentHash({ ...set(draft), details: set(draft.details), lines: draft.lines.map(set) });
}
