/** Computes the index row of an order from the order's current state. Pure. */

import { isWillCallCarrier } from '../carriers/index.ts';
import { startOfNextDay } from '../lib/dates.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import {
  formatRecipientName,
  type Hold,
  type HoldReason,
  isOrderWaitingForStock,
  type LeanOrderDetails,
  type OrderStatus,
  type OrderType,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { isLivePackage, type Package, planShipDate } from '../warehouse/index.ts';
import { toEmailKey, toPhoneKey } from './contact-keys.ts';

export interface OrderIndexRow {
  readonly customerNo: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly shipmentKey: string;
  readonly orderType: OrderType;
  readonly status: OrderStatus;
  readonly holdReasons: readonly HoldReason[];
  readonly warehouse: string;
  readonly carrier: string;
  readonly service: string;
  /** Its first 500 characters; '' when the details of the order were erased, as the next six. */
  readonly recipientName: string;
  /** As `toEmailKey` and `toPhoneKey` return them: to be searched for, not to be shown. */
  readonly recipientEmail: string;
  readonly recipientPhone: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
  readonly units: number;
  readonly lines: number;
  /** Units that wait for stock, or that were picked short. */
  readonly short: number;
  readonly acceptedAt: Temporal.Instant;
  /** The day on which the first package left, with which the whole order is shipped; before that, the day on which it was to leave when it was accepted. */
  readonly shipDate: Temporal.PlainDate | undefined;
  /** End of the day on which it was to leave when it was accepted, at its warehouse; undefined without a warehouse or day. */
  readonly shipBy: Temporal.Instant | undefined;
  readonly trackingNos: readonly string[];
  /** Number of packages once the order is shipped, also of one that left later or not at all; `shippedUnits` are the units in them. */
  readonly shippedBoxes: number;
  readonly shippedUnits: number;
  /** Number of shipped packages that a carrier delivers to adults only. */
  readonly adultBoxes: number;
  readonly hasIcePack: boolean;
}

/** The state of an order that its row depends on. */
interface OrderIndexRowInput {
  readonly order: SalesOrder;
  /** Undefined when they were erased. */
  readonly details: LeanOrderDetails | undefined;
  readonly holds: readonly Hold[];
  readonly packages: readonly Package[];
  /** Whether an item may be delivered to adults only. */
  readonly isForAdults: (itemNo: string) => boolean;
}

export function computeOrderIndexRow(
  { order, details, holds, packages, isForAdults }: OrderIndexRowInput,
  operator: OperatorSettings,
): OrderIndexRow {
  const { customerNo, orderId, orderNo, shipmentKey, orderType, status, warehouse, acceptedAt, lines } = order;
  const live = packages.filter(isLivePackage);
  // As the ledger does, which posts the whole order with its first package.
  const shipped = status === 'SHIPPED' ? live : [];
  const promised = promisedShipDate(order, operator);
  const recipient = details?.recipient;
  const isWaiting = isOrderWaitingForStock(orderType, holds);
  return {
    customerNo,
    orderId,
    orderNo,
    shipmentKey,
    orderType,
    status,
    warehouse,
    acceptedAt,
    holdReasons: [...new Set(holds.map(({ reason }) => reason))].sort(),
    carrier: live[0]?.carrier ?? order.carrier,
    service: live[0]?.service ?? order.service,
    recipientName:
      recipient === undefined ? '' : firstCharacters(formatRecipientName(recipient, orderType), maxNameCharacters),
    recipientEmail: toEmailKey(recipient?.emailAddress ?? ''),
    recipientPhone: toPhoneKey(recipient?.phoneNumber ?? ''),
    city: recipient?.city ?? '',
    state: recipient?.state ?? '',
    zipCode: recipient?.zipCode ?? '',
    country: recipient?.country ?? '',
    units: lines.reduce((sum, { units }) => sum + units, 0),
    lines: lines.length,
    short: lines.reduce(
      (sum, { units, storage, shortUnits = 0 }) => sum + (isWaiting && storage === 'service' ? units : shortUnits),
      0,
    ),
    shipDate: earliest(live.flatMap(({ shipDate }) => shipDate ?? [])) ?? promised,
    shipBy: promised && endOfWarehouseDay(promised, warehouse, operator),
    trackingNos: [...new Set(live.flatMap(({ trackingNo }) => (trackingNo === '' ? [] : [trackingNo])))].sort(),
    shippedBoxes: shipped.length,
    shippedUnits: shipped.reduce((sum, { items }) => sum + unitsOf(items), 0),
    adultBoxes: shipped.filter(
      ({ carrier, items }) => !isWillCallCarrier(carrier) && items.some(({ itemNo }) => isForAdults(itemNo)),
    ).length,
    hasIcePack: order.icePack === 1,
  };
}

/** A name has no limit, but an entry of a B-tree has: 2,704 bytes. */
const maxNameCharacters = 500;

/** The first characters of a text, of which none is half a surrogate pair. */
const firstCharacters = (text: string, max: number): string =>
  text.length <= max ? text : [...text].slice(0, max).join('');

const unitsOf = (items: Package['items']): number => items.reduce((sum, { units }) => sum + units, 0);

/**
 * The ship date that follows, at the time of acceptance, from the order's service, warehouse, requested date and ship days as
 * they are now; without a warehouse the requested date.
 */
function promisedShipDate(order: SalesOrder, operator: OperatorSettings): Temporal.PlainDate | undefined {
  if (!operator.warehouses.has(order.warehouse)) return order.requestedShipDate;
  return planShipDate(order, order.acceptedAt, operator);
}

function endOfWarehouseDay(
  day: Temporal.PlainDate,
  warehouse: string,
  operator: OperatorSettings,
): Temporal.Instant | undefined {
  const timeZone = operator.warehouses.get(warehouse)?.timeZone;
  return timeZone === undefined ? undefined : startOfNextDay(day, timeZone);
}

function earliest(days: readonly Temporal.PlainDate[]): Temporal.PlainDate | undefined {
  return days.toSorted(Temporal.PlainDate.compare).at(0);
}
