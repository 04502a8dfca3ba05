/**
 * The words of the ledger: what a movement, a demand and an expectation are (decision 10). Types only, no I/O.
 *
 * Quantities are whole numbers in units of the item. Per customer, warehouse, status and item:
 * on hand = sum of movements; reserved = sum of reserved demands; available = on hand - reserved; reserved <= on hand.
 */

/** One balance. */
export interface StockKey {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
}

/** The kinds of movement, as GetTransactions names them (interface: Inventory/GetTransactions). */
export type MovementType =
  | 'Purchase Order'
  | 'Transfer In'
  | 'Transfer Out'
  | 'Production Line'
  | 'Inventory Adjustment'
  | 'Inventory Status Change'
  | 'Sales order'
  | 'Return Order';

/** One change of what is on hand. */
export interface Posting extends StockKey {
  /** Signed, in units; never 0. */
  readonly quantity: number;
  readonly type: MovementType;
  /** The order number, the CustomerReferenceNo or the reason code. */
  readonly reference: string;
  /** The document that caused it. */
  readonly subject: string;
  /** On the customer's clock. */
  readonly occurredAt: Temporal.Instant;
  readonly poNumber?: string;
  readonly orderType?: string;
  readonly itemDescription: string;
  readonly itemUnit: string;
  readonly alcoholPercentage?: string;
}

/** What a document wants of one item in one status; lines of the same item are added up. */
export interface DemandLine {
  readonly itemNo: string;
  readonly status: string;
  readonly quantity: number;
}

/** Who waits first when stock arrives: lower ranks before higher, then by time of acceptance (decision 12). */
export const demandRank = { returnToCustomer: 0, transfer: 1, order: 2 } as const;

/** A document that wants stock: all its lines are reserved at one warehouse, or none is. */
export interface Demand {
  readonly customerNo: string;
  readonly subject: string;
  readonly rank: (typeof demandRank)[keyof typeof demandRank];
  readonly queuedAt: Temporal.Instant;
  /** The warehouse that the document names; or those that may fill it, best first. At least one. */
  readonly warehouse: { readonly named: string } | { readonly choices: readonly string[] };
  /** At least one; each item and status once. */
  readonly lines: readonly DemandLine[];
}

/** What was short, where it was looked for. */
export interface Shortage extends DemandLine {
  readonly warehouse: string;
  readonly available: number;
}

/** What became of a demand. */
export type DemandOutcome =
  | { readonly state: 'reserved'; readonly warehouse: string }
  | { readonly state: 'waiting'; readonly warehouse: string; readonly shortages: readonly Shortage[] };

/** A line of a live purchase order, or of a transfer under way: stock that is to arrive. */
export interface Expectation extends StockKey {
  readonly subject: string;
  readonly line: number;
  readonly ordered: number;
  /** On its way between two warehouses: inbound, but on no purchase order (decision 10). */
  readonly inTransit?: boolean;
}

/** Stock that has arrived for an expected line, in any status. */
export interface StockReceipt {
  /** What it does to the ledger. */
  readonly posting: Posting;
  /** The line of `posting.subject` that it counts against; absent when nobody announced it. */
  readonly line?: number;
}

/** A demand that was waiting and now is reserved. */
export interface FilledDemand {
  readonly customerNo: string;
  readonly subject: string;
  readonly warehouse: string;
  /** Set when it was reserved elsewhere, where its stock has disappeared: it did not come to wait. */
  readonly movedFrom?: string;
}

/** A demand that was reserved, whose stock has disappeared, and that waits again. */
export interface LostReservation {
  readonly customerNo: string;
  readonly subject: string;
  /** Where it waits: it counts as back order there. */
  readonly warehouse: string;
  /** What is short there now. */
  readonly shortages: readonly Shortage[];
  /** What took the stock away, for a person: `Inventory Adjustment BROKEN`. */
  readonly because: string;
  /** The subject of the posting that took it away. */
  readonly posting: string;
}

/** Units that a document in work goes out without. */
export interface ShortPick extends DemandLine {
  readonly customerNo: string;
  readonly subject: string;
  readonly warehouse: string;
  /** As of `LostReservation`. */
  readonly because: string;
  readonly posting: string;
}
