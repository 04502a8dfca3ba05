/**
 * Types of sales orders and decisions about their status. Pure.
 *
 * An order is open (may be updated and canceled) while its status is RECEIVED or that of a hold (decision 11).
 */
import type { TwoLineAddress } from '../documents/index.ts';

/** Types of sales orders (interface: Code lists). */
export type OrderType = 'CLUB' | 'RETAIL' | 'DTT' | 'JIT' | 'DELIVERY_TO_WINERY' | 'WHOLESALE';

/** Statuses of an order (decision 11). Once it has packages, callers see the packages' statuses instead. */
export type OrderStatus =
  | 'RECEIVED'
  | 'ON INV HOLD'
  | 'ON WINERY REQUESTED HOLD'
  | 'ON WEATHER HOLD'
  | 'ON CUSTOMER SERVICE HOLD'
  | 'PROCESSING ORDER'
  | 'CANCELED'
  | 'EXCEPTION'
  /** Its first package has left, mostly with all others, or it needed none. */
  | 'SHIPPED';

export type HoldReason = 'License' | 'Address' | 'Credit' | 'Customer Service' | 'Winery' | 'Weather' | 'Inventory';
export type HoldOwner = 'customer' | 'operator' | 'system';

/**
 * A hold in force. An order can have several. `release-rules.ts` says which a person may end; the others end with their
 * cause.
 */
export interface Hold {
  readonly reason: HoldReason;
  readonly owner: HoldOwner;
  /** Distinguishes holds with the same reason and owner: `no-items`, `no-carrier`. */
  readonly cause: string;
  /** For the customer: the problem, whether action is needed, and what ends the hold. */
  readonly description: string;
  /** When it expires, on the customer's clock. */
  readonly endsAt?: Temporal.Instant;
}

/** A line of an accepted order. */
export interface OrderLine {
  /** From 1, in the sequence sent. */
  readonly line: number;
  readonly itemNo: string;
  readonly description: string;
  /** As sent, in bottles or cases (`quantityUnit`). */
  readonly quantity: number;
  readonly quantityUnit: 'RETAIL' | 'WHOLESALE';
  /** `quantity` in units of the item (decision 10). */
  readonly units: number;
  /** Units that were picked short: their stock disappeared while the order was being processed (decision 10). */
  readonly shortUnits?: number;
  readonly uom: string;
  /** `service` is stock kept by the operator. The others reserve no stock and never put an order on hold. */
  readonly storage: 'service' | 'client' | 'virtual';
  /** The inventory status that it reserves (decision 12). */
  readonly status: string;
  readonly unitPrice?: number;
  readonly taxStatus?: string;
  readonly externalLineNumber?: string;
  readonly group?: string;
  readonly parentItemNo?: string;
  readonly additionalFields?: Readonly<Record<string, unknown>>;
}

export interface Contact extends TwoLineAddress {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
}

/** A carrier location where the recipient picks the package up. */
export interface CarrierHoldLocation extends TwoLineAddress {
  readonly locationCode: string;
  readonly company: string;
  readonly phoneNumber: string;
}

/** Personal data, texts and amounts of an order, stored separately so that they can be erased. Absent texts are ''. */
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
  /** Set when the order ships to a carrier's hold location. */
  readonly holdLocation?: CarrierHoldLocation;
  /** Not optional, so that `LeanOrderDetails` are no `OrderDetails`. */
  readonly additionalFields: Readonly<Record<string, unknown>> | undefined;
}

/** The details without what only the winery and a few rules read. */
export type LeanOrderDetails = Omit<OrderDetails, 'additionalFields'>;

export interface SalesOrder {
  readonly customerNo: string;
  /** The transaction reference of its creation. */
  readonly orderId: string;
  readonly orderNo: string;
  /** '' when not sent, which identifies a shipment like any other value. */
  readonly shipmentKey: string;
  readonly orderType: OrderType;
  readonly status: OrderStatus;
  /** The warehouse that ships it; '' while none is chosen. */
  readonly warehouse: string;
  /** Whether the request or the customer's preferences named the warehouse. */
  readonly warehouseNamed: boolean;
  /**
   * As requested, or from the customer's preferences. BSW until processing, or the purchase of its label, chooses a carrier.
   */
  readonly carrier: string;
  readonly service: string;
  readonly requestedShipDate: Temporal.PlainDate | undefined;
  /**
   * The days of the week on which it ships when it requests no date, from the customer's preferences: digits, 1 Monday to
   * 7 Sunday; '' for every working day of its warehouse.
   */
  readonly shipDays: string;
  readonly icePack: 0 | 1;
  readonly batchId: string;
  readonly jitLabelId: string | undefined;
  /** On the customer's clock. */
  readonly acceptedAt: Temporal.Instant;
  /** On the real clock; the order's position among those of its rank in the backorder queue. Never changes. */
  readonly queuedAt: Temporal.Instant;
  readonly lines: readonly OrderLine[];
}

/** The first of these that applies determines the status of an order on hold (decision 11). */
const statusOfHold: Readonly<Record<HoldReason, OrderStatus>> = {
  License: 'ON CUSTOMER SERVICE HOLD',
  Address: 'ON CUSTOMER SERVICE HOLD',
  Credit: 'ON CUSTOMER SERVICE HOLD',
  'Customer Service': 'ON CUSTOMER SERVICE HOLD',
  Winery: 'ON WINERY REQUESTED HOLD',
  Weather: 'ON WEATHER HOLD',
  Inventory: 'ON INV HOLD',
};

/** The reasons of holds, highest precedence first, each with the status of an order whose leading hold has that reason. */
export const holdReasonOrderStatusPairs = Object.entries(statusOfHold) as readonly [HoldReason, OrderStatus][];

const holdPrecedence: readonly HoldReason[] = holdReasonOrderStatusPairs.map(([reason]) => reason);

/** Holds by precedence of their reasons. */
export function sortHoldsByPrecedence<H extends { readonly reason: HoldReason }>(holds: readonly H[]): H[] {
  return holds.toSorted((a, b) => holdPrecedence.indexOf(a.reason) - holdPrecedence.indexOf(b.reason));
}

/** The hold that determines the order's status and is listed first (decision 11). */
export function leadingHoldOf<H extends { readonly reason: HoldReason }>(holds: readonly H[]): H | undefined {
  return sortHoldsByPrecedence(holds)[0];
}

/** Whether an order has none of its stock reserved because it waits in the backorder queue. JIT orders never do. */
export function isOrderWaitingForStock(
  orderType: OrderType,
  holds: readonly { readonly reason: HoldReason }[],
): boolean {
  return orderType !== 'JIT' && holds.some(({ reason }) => reason === 'Inventory');
}

/** The status of an open order with these holds. */
export function statusOfOpenOrder(holds: readonly { readonly reason: HoldReason }[]): OrderStatus {
  const leading = leadingHoldOf(holds);
  return leading === undefined ? 'RECEIVED' : statusOfHold[leading.reason];
}

/** The text of `NotFound` for an order that is gone, or that the caller may not see. */
export const noSuchSalesOrderMessage = 'There is no such order.';

/** Whether an order with this status may still be updated and canceled. */
export function isOpenOrderStatus(status: OrderStatus): boolean {
  return status === 'RECEIVED' || status.startsWith('ON ');
}
