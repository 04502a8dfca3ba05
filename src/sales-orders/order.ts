/**
 * A sales order: its types and pure decisions. No I/O.
 *
 * An order is open (may be updated and canceled) until its status is PROCESSING ORDER (decision 11).
 */

/** Interface: Code lists. */
export type OrderType = 'CLUB' | 'RETAIL' | 'DTT' | 'JIT' | 'DELIVERY_TO_WINERY' | 'WHOLESALE';

/** The codes that an order shows while it has no package (decision 11). */
export type OrderStatus =
  | 'RECEIVED'
  | 'ON INV HOLD'
  | 'ON WINERY REQUESTED HOLD'
  | 'ON WEATHER HOLD'
  | 'ON CUSTOMER SERVICE HOLD'
  | 'PROCESSING ORDER'
  | 'CANCELED'
  | 'EXCEPTION'
  /** All its packages have left, or it needed none. */
  | 'SHIPPED';

export type HoldReason = 'License' | 'Address' | 'Credit' | 'Customer Service' | 'Winery' | 'Weather' | 'Inventory';
export type HoldOwner = 'customer' | 'operator' | 'system';

/** A hold in force. They stack; each ends by itself or by its owner (decision 11). */
export interface Hold {
  readonly reason: HoldReason;
  readonly owner: HoldOwner;
  /** Tells holds of one reason and owner apart: `no-items`, `no-carrier`. */
  readonly cause: string;
  /** What is wrong, whether the customer must act, what ends it. */
  readonly description: string;
  /** When it ends by itself, on the customer's clock. */
  readonly endsAt?: Temporal.Instant;
}

/** A line as accepted. */
export interface OrderLine {
  /** From 1, in the order sent. */
  readonly line: number;
  readonly itemNo: string;
  readonly description: string;
  /** As sent: bottles or cases, by `quantityUnit`. */
  readonly quantity: number;
  readonly quantityUnit: 'RETAIL' | 'WHOLESALE';
  /** In units of the item (decision 10). */
  readonly units: number;
  /** Of these units, how many were picked short: their stock disappeared while the order was in work (decision 10). */
  readonly shortUnits?: number;
  readonly uom: string;
  /** `service`: the operator's stock; the others never reserve and never hold an order. */
  readonly storage: 'service' | 'client' | 'virtual';
  /** The inventory status that it draws (decision 12). */
  readonly status: string;
  readonly unitPrice?: number;
  readonly taxStatus?: string;
  readonly externalLineNumber?: string;
  readonly group?: string;
  readonly parentItemNo?: string;
  readonly additionalFields?: Readonly<Record<string, unknown>>;
}

export interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly address: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
}

/** Where a carrier keeps the package for the recipient. */
export interface HoldLocation {
  readonly locationCode: string;
  readonly company: string;
  readonly address: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
  readonly phoneNumber: string;
}

/** What the caller sent about people, texts and money; erasable apart from the order. Absent texts are ''. */
export interface OrderDetails {
  readonly transmissionId: string;
  readonly poNo: string;
  readonly orderSource: string;
  readonly orderDate: string;
  readonly giftCard: 0 | 1;
  readonly giftCardMessage: string;
  readonly tags: readonly string[];
  readonly specialInstructions: string;
  readonly consumerTaxCollected: string;
  readonly consumerShippingPrice: string;
  readonly batchDescription: string;
  readonly insurance: 0 | 1;
  readonly recipient: Contact;
  readonly billing: Contact;
  /** Set when the order goes to a carrier's hold location. */
  readonly holdLocation?: HoldLocation;
  readonly additionalFields?: Readonly<Record<string, unknown>>;
}

export interface SalesOrder {
  readonly customerNo: string;
  /** The reference that its creation answered. */
  readonly orderId: string;
  readonly orderNo: string;
  /** '' when absent, which counts as a value. */
  readonly shipmentKey: string;
  readonly orderType: OrderType;
  readonly status: OrderStatus;
  /** The warehouse that ships it; '' while none is named or chosen. */
  readonly warehouse: string;
  readonly warehouseNamed: boolean;
  /** As asked or filled from the customer's preferences; BSW until a carrier is chosen. */
  readonly carrier: string;
  readonly service: string;
  readonly requestedShipDate: Temporal.PlainDate | undefined;
  readonly icePack: 0 | 1;
  readonly batchId: string;
  readonly jitLabelId: string | undefined;
  readonly acceptedAt: Temporal.Instant;
  readonly queuedAt: Temporal.Instant;
  readonly lines: readonly OrderLine[];
}

/** The order in which holds are told: the first that applies names the order's hold (decision 11). */
const holdPrecedence: readonly HoldReason[] = [
  'License',
  'Address',
  'Credit',
  'Customer Service',
  'Winery',
  'Weather',
  'Inventory',
];

const statusOfHold: Readonly<Record<HoldReason, OrderStatus>> = {
  License: 'ON CUSTOMER SERVICE HOLD',
  Address: 'ON CUSTOMER SERVICE HOLD',
  Credit: 'ON CUSTOMER SERVICE HOLD',
  'Customer Service': 'ON CUSTOMER SERVICE HOLD',
  Winery: 'ON WINERY REQUESTED HOLD',
  Weather: 'ON WEATHER HOLD',
  Inventory: 'ON INV HOLD',
};

/** Holds in the order in which they are told. */
export function sortHoldsByPrecedence<H extends { readonly reason: HoldReason }>(holds: readonly H[]): H[] {
  return holds.toSorted((a, b) => holdPrecedence.indexOf(a.reason) - holdPrecedence.indexOf(b.reason));
}

/** The hold under which an order is listed: the first reason that applies (decision 11). */
export function leadingHold<H extends { readonly reason: HoldReason }>(holds: readonly H[]): H | undefined {
  return sortHoldsByPrecedence(holds)[0];
}

/** The status of an open order with these holds. */
export function openStatus(holds: readonly { readonly reason: HoldReason }[]): OrderStatus {
  const leading = leadingHold(holds);
  return leading === undefined ? 'RECEIVED' : statusOfHold[leading.reason];
}

/** Whether the order may still be updated and canceled. */
export function isOpen(status: OrderStatus): boolean {
  return status === 'RECEIVED' || status.startsWith('ON ');
}
