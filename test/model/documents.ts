/** The types of the model: places, documents, and their expected contents. */

export interface Place {
  readonly item: string;
  readonly warehouse: string;
  readonly status: string;
}

export interface Want {
  readonly item: string;
  readonly status: string;
  readonly units: number;
}

export type SaleType = 'CLUB' | 'RETAIL' | 'WHOLESALE' | 'JIT';

/** What only a sales order has. */
export interface Sale {
  readonly type: SaleType;
  /** Per item and status, whether they are the operator's stock or, for JIT, brought by the customer. */
  lines: readonly Want[];
  zip: string;
  /** Whether the recipient can be sent anything. */
  isUsable: boolean;
  service: string;
  icePack: boolean;
  /** The season in which it is asked to leave, not before. */
  season: number | undefined;
  /** The customer's own hold. */
  isHeld: boolean;
  /** Customer service's own hold; it ends by itself in a season, or never. */
  operatorHold: { readonly until: number | undefined } | undefined;
  /** What the standing rules said when they were last asked. */
  ruled: readonly RuledHold[];
  /** What has left with it, and from where. */
  shipped: readonly Want[];
  shippedFrom: string | undefined;
}

/** A document that wants stock: a sales order, or a transfer order, which is served before. */
export interface ModelOrder {
  readonly reference: string;
  readonly kind: 'order' | 'transfer';
  /** Sends returned bottles to their customer again, which is served before all others. */
  readonly isReshipment?: boolean;
  readonly sale?: Sale;
  /** Where a transfer goes. */
  readonly to?: string;
  /** When it was accepted: its place in the queue. */
  queuedAt: string;
  named: string | undefined;
  /** Where it may be filled, best first. */
  choices: readonly string[];
  /** What it wants of the operator's stock, per item and status; two lines of one item are one. */
  wants: readonly Want[];
  stage: 'open' | 'work' | 'packed' | 'shipped' | 'arrived' | 'canceled' | 'exception';
  /** Goes out without some of what it wanted. */
  isShort?: boolean;
  /** Where it is reserved; undefined while it waits. */
  reservedAt: string | undefined;
  /** Where it is backordered while it waits. */
  waitsAt?: string | undefined;
}

/** A hold of a standing rule: its reason, and of a weather window which one. */
export interface RuledHold {
  readonly reason: 'Credit' | 'License' | 'Weather';
  readonly window?: string;
}

export interface ModelWindow {
  readonly reference: string;
  /** Covers the whole of it. */
  readonly season: number;
  /** A state or the first three digits of a ZIP code. */
  readonly where: { readonly state: string } | { readonly zip3: string };
  readonly exemptService: string | undefined;
  readonly icePackExempt: boolean;
  isOpen: boolean;
}

export interface ModelInbound {
  readonly reference: string;
  readonly warehouse: string;
  readonly status: string;
  readonly lines: { readonly item: string; readonly ordered: number; received: number }[];
  isOpen: boolean;
  hasArrived: boolean;
}

export interface ModelCount {
  readonly reference: string;
  readonly shelf: Place;
  /** Against what was on hand when it was counted. */
  difference: number;
}

export type Disposition = 'Return to Inventory' | 'Return to Winery' | 'Reship';

export interface ModelFinding {
  readonly units: number;
  /** In which condition. */
  readonly status: string;
  disposition?: Disposition;
}

/** A return has one for each item and each status from which it had been shipped. */
export interface ModelReturnLine {
  readonly item: string;
  readonly shippedStatus: string;
  readonly expected: number;
  /** Undefined until it is inspected. */
  found: readonly ModelFinding[] | undefined;
}

/** What an inspection says of a line. */
export interface InspectedLine extends Pick<ModelReturnLine, 'item' | 'shippedStatus'> {
  readonly found: readonly ModelFinding[];
}

/** What was found of an item: all of it, on one line or in one condition, counted from 1 within each line. */
export interface FoundPart {
  readonly item: string;
  readonly shippedStatus?: string;
  readonly finding?: number;
}

export interface ModelReturn {
  readonly reference: string;
  /** Of the order. */
  readonly of: string;
  warehouse: string;
  stage: 'EXPECTED' | 'RECEIVED' | 'INSPECTING' | 'AWAITING DISPOSITION' | 'CLOSED';
  readonly lines: ModelReturnLine[];
}

/** What is expected of one balance. */
export interface ModelBalance {
  readonly onHand: number;
  readonly reserved: number;
  readonly backOrdered: number;
  readonly expected: number;
}

/** What the order is expected to show. */
export interface ModelView {
  readonly status: string;
  readonly demand: 'reserved' | 'waiting' | 'in_work' | 'none';
  readonly warehouse: string | undefined;
  /** Sorted; each by its reason and whatever else decides about when it ends. */
  readonly holds: readonly string[];
  /** Where to, how and when a sales order is to go; '' of a transfer. */
  readonly shipping: string;
}

/** The rules of the operator in force. */
export interface ModelRulesView {
  readonly isOnCredit: boolean;
  /** Sorted, `CO CLUB open`. */
  readonly licenses: readonly string[];
  /** Their references, sorted. */
  readonly windows: readonly string[];
}

/** What a return is expected to show. */
export interface ModelReturnView {
  readonly status: string;
  readonly warehouse: string;
  /** Sorted by item and the status from which it had been shipped. */
  readonly lines: readonly {
    readonly item: string;
    readonly shippedStatus: string;
    readonly expected: number;
    readonly isInspected: boolean;
    readonly found: readonly { readonly units: number; readonly status: string; readonly disposition: string | null }[];
  }[];
}

/** What happened of which it must be shown that it ever happens. */
export type CoveredEvent =
  | 'served'
  | 'passed over'
  | 'fell'
  | 'moved'
  | 'kept'
  | 'short'
  | 'exception'
  | 'shipped short'
  | 'transferred'
  | 'held by a rule'
  | 'held when taken up'
  | 'holds stacked'
  | 'freed by a rule'
  | 'freed by time'
  | 'mended'
  | 'came back'
  | 'came back in part'
  | 'came back from several statuses'
  | 'found in several conditions'
  | 'disposed of differently'
  | 'never arrived'
  | 'return served'
  | 'to the winery'
  | 'reshipped'
  | 'reship waits';

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
