/**
 * Types of the ledger: postings, demands, expectations (decision 10). No I/O.
 *
 * Quantities are whole numbers in units of the item. Per customer, warehouse, status and item:
 * on hand = sum of movements; reserved = sum of demands that are reserved or in work; available = on hand - reserved;
 * reserved <= on hand.
 */
import type { Sku } from '../skus/index.ts';

/** Identifies a balance. */
export interface StockKey {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
}

/** A text for each balance key, for maps and for sorting. */
export function formatStockKey(key: StockKey): string {
  return `${key.customerNo}\n${key.itemNo}\n${key.warehouse}\n${key.status}`;
}

/** Identifies a document that demands or expects stock. */
export interface DocumentKey {
  readonly customerNo: string;
  readonly subject: string;
}

/** The types of movements in GetTransactions (interface: Inventory/GetTransactions). */
export type MovementType =
  | 'Purchase Order'
  | 'Transfer In'
  | 'Transfer Out'
  | 'Production Line'
  | 'Inventory Adjustment'
  | 'Inventory Status Change'
  | 'Sales order'
  | 'Return Order';

/** One change of the on-hand quantity. */
export interface Posting extends StockKey {
  /** Signed, in units; never 0. */
  readonly quantity: number;
  readonly type: MovementType;
  /** The order number, the CustomerReferenceNo or the reason code. */
  readonly reference: string;
  /** The document or the count that caused it, else the reference of the request. */
  readonly subject: string;
  /** By the customer's clock. */
  readonly occurredAt: Temporal.Instant;
  readonly poNumber?: string;
  readonly orderType?: string;
  readonly itemDescription: string;
  readonly itemUnit: string;
  readonly alcoholPercentage?: string;
}

/** The fields of a posting that its item decides. */
export const itemFieldsOfPosting = (sku: Pick<Sku, 'description' | 'uom' | 'alcoholByVolume'>) => ({
  itemDescription: sku.description,
  itemUnit: sku.uom,
  alcoholPercentage: sku.alcoholByVolume,
});

/** The units of one item that a document demands; lines of the same item and statuses are summed. */
export interface DemandLine {
  readonly itemNo: string;
  readonly status: string;
  /**
   * The statuses that may fill it together, best first; `status` is the first of them. Absent: `status` alone. The demands of
   * one document share no status of an item.
   */
  readonly statuses?: readonly string[] | undefined;
  readonly quantity: number;
}

/** The statuses that may fill a line, best first. */
export const acceptableInventoryStatusesOf = ({
  status,
  statuses,
}: Pick<DemandLine, 'status' | 'statuses'>): readonly string[] => statuses ?? [status];

/** The status of a line in its document: the one that it draws first. */
export const preferredInventoryStatusOf = ({ status, statuses }: Pick<DemandLine, 'status' | 'statuses'>): string =>
  statuses?.[0] ?? status;

/**
 * The lines of a document that was picked short at `shortAt`: any other warehouse ships all units, also those that were not found
 * there, so its lines are demanded in place of the document's.
 */
export interface LinesElsewhere {
  readonly shortAt: string;
  readonly lines: readonly DemandLine[];
}

/** Priority in the backorder queue: lower ranks first, then by time of acceptance (decision 12). */
export const demandRanks = { returnToCustomer: 0, transfer: 1, order: 2 } as const;

/** A document's demand: all of its lines are reserved at one warehouse, or none is. */
export interface Demand extends DocumentKey {
  readonly rank: (typeof demandRanks)[keyof typeof demandRanks];
  readonly queuedAt: Temporal.Instant;
  /** The warehouse that the document specifies, or the candidates, best first. At least one. */
  readonly warehouse: { readonly named: string } | { readonly choices: readonly string[] };
  /** At least one; each item and status once. */
  readonly lines: readonly DemandLine[];
  /** Set when it was picked short. */
  readonly elsewhere?: LinesElsewhere | undefined;
}

/** A line that a warehouse cannot fill. */
export interface Shortage extends DemandLine {
  readonly warehouse: string;
  readonly available: number;
}

/** The result of a demand. `waiting`: it is backordered at `warehouse`. `isElsewhere`: its `elsewhere`, not its `lines`. */
export type DemandOutcome = { readonly warehouse: string; readonly isElsewhere: boolean } & (
  | { readonly state: 'reserved' }
  | { readonly state: 'waiting'; readonly shortages: readonly Shortage[] }
);

/** Inbound stock: a line of an open purchase order or of a transfer in transit. */
export interface ExpectedReceipt extends StockKey {
  readonly subject: string;
  readonly line: number;
  readonly ordered: number;
  /** In transit between two warehouses, on no purchase order (decision 10). */
  readonly inTransit?: boolean;
}

/** Received stock, in any status; below 0: units that leave again at once, or that were lost on the way. */
export interface StockReceipt {
  readonly posting: Posting;
  /** The expected line of `posting.subject` that it counts against; absent when it was not expected. */
  readonly line?: number;
}

/** A demand that is reserved now and was waiting before, or was reserved at another warehouse or from several statuses. */
export interface FilledDemand extends DocumentKey {
  readonly warehouse: string;
  /** The warehouse at which it lost its reservation; absent when it was waiting. */
  readonly movedFrom?: string;
  /** It demands its `LinesElsewhere` now: nothing of it is short any more. */
  readonly isElsewhere?: boolean;
}

/** A demand that lost its reservation and waits again. */
export interface LostReservation extends DocumentKey {
  /** The warehouse at which it is backordered. */
  readonly warehouse: string;
  readonly shortages: readonly Shortage[];
  /** It demands its `LinesElsewhere` now: nothing of it is short any more. */
  readonly isElsewhere?: boolean;
  /** Type and reference of the posting that reduced the stock: `Inventory Adjustment BROKEN`. */
  readonly because: string;
  /** The subject of that posting. */
  readonly posting: string;
}

/** Units that were removed from a document in work. */
export interface ShortPick extends DocumentKey, DemandLine {
  readonly warehouse: string;
  readonly because: string;
  readonly posting: string;
}
