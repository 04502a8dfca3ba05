/**
 * The tracking record (interface: Response records; decisions 9 and 11): one per package, canceled ones included, or one for the
 * order while it has no live package. Every field is always present; text that is not set is ''. Pure.
 */

import Type, { type Static } from 'typebox';
import { estimateDeliveryDate } from '../carriers/index.ts';
import { formatInstant, formatUsDate } from '../lib/dates.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import {
  computeLineUnitsToShip,
  type Hold,
  isOrderWaitingForStock,
  type LeanOrderDetails,
  leadingHoldOf,
  type OrderHeader,
  type OrderLine,
  type SalesOrder,
} from '../sales-orders/index.ts';
import {
  hasLeft,
  isLivePackage,
  type Package,
  type PackageItem as PackedItem,
  planShipDate,
  shipToAddressOf,
} from '../warehouse/index.ts';
import {
  awaitingLabelScanDescription,
  canceledPackageDescription,
  completedOrderDescription,
  exceptionOrderDescription,
  lostOrderDescription,
  lostPackageDescription,
  newLabelNeededDescription,
  orderAndPackageStatusDescriptions,
} from './status-descriptions.ts';

const text = (description: string) => Type.String({ description });

const TrackingPackageItem = Type.Object(
  {
    ItemNo: text('Item number.'),
    ItemDescription: text("The order line's description."),
    Quantity: text('Quantity in units of the item.'),
    ReservedQuantity: text(
      'Of these, the units that are packed or reserved for the order: 0 while it waits for stock and when it is canceled.',
    ),
    ExternalLineNumber: text("The customer's own line reference."),
    Group: text('The group that the line belongs to.'),
  },
  { title: 'PackageItem' },
);

export const TrackingRecord = Type.Object(
  {
    OrderNumber: text("The customer's order number."),
    Carrier: text('Carrier code; for BSW, the chosen carrier once the order is processed.'),
    Service: text('Carrier service code.'),
    TrackingNo: text('Tracking number.'),
    TrackingURL: text("The carrier's page for this package."),
    RequestedShipDate: text(
      'Planned ship date, MM/DD/YYYY; updated while the order is processed. Of an order on hold, closed or in status EXCEPTION, the requested date, or empty.',
    ),
    ShipDate: text('RequestedShipDate until the package ships, then the actual ship date, MM/DD/YYYY.'),
    Type: text('Order type.'),
    IcePack: Type.Integer({ description: '1 with ice packs.', default: 0 }),
    Status: text('Order fulfillment status code.'),
    StatusDescription: text('Description of the status; for an order on hold, the reason and the action needed.'),
    Site: text('Site of the warehouse: its code without digits.'),
    Warehouse: text('Warehouse code.'),
    CarrierStatus: text("Code of the carrier's latest event."),
    CarrierStatusMessage: text("Message of the carrier's latest event."),
    CarrierStatusTimestamp: text("Time of the carrier's latest event, ISO 8601 with offset."),
    PackageLocation: text("Location of the carrier's latest event."),
    EstimatedDeliveryDate: text(
      "MM/DD/YYYY; computed from the planned ship date, after the origin scan the carrier's own. FEX and UPS only.",
    ),
    GrossWeight: text('Pounds.'),
    ShipToName: text(
      'Recipient: the company when the order goes to a retailer, a distributor or the winery, else the person; or the name of the carrier location.',
    ),
    ShipToContact: text('The person who receives it.'),
    ShipToCompany: text('Company of the recipient.'),
    ShipToAddress: text('Street.'),
    ShipToAddress2: text('Second address line.'),
    ShipToCity: text('City.'),
    ShipToState: text('State.'),
    ShipToZipCode: text('ZIP code.'),
    ShipToCountry: text('Country.'),
    PackageItems: Type.Array(TrackingPackageItem, {
      description: 'Contents of the package; before packing, the lines of the order.',
    }),
  },
  { title: 'TrackingRecord' },
);
export type TrackingRecord = Static<typeof TrackingRecord>;

export const trackingExample: TrackingRecord = {
  OrderNumber: 'CLB260001',
  Carrier: 'FEX',
  Service: 'GRND',
  TrackingNo: '279384056194',
  TrackingURL: 'https://track.example/fex/279384056194',
  RequestedShipDate: '11/18/2026',
  ShipDate: '11/18/2026',
  Type: 'CLUB',
  IcePack: 0,
  Status: 'IN TRANSIT',
  StatusDescription: 'The package is in transit.',
  Site: 'APC',
  Warehouse: 'APC01',
  CarrierStatus: 'AR',
  CarrierStatusMessage: 'Arrived at carrier hub',
  CarrierStatusTimestamp: '2026-11-19T21:15:00-08:00',
  PackageLocation: 'Salt Lake City, UT',
  EstimatedDeliveryDate: '11/23/2026',
  GrossWeight: '11',
  ShipToName: 'Ana Lee',
  ShipToContact: 'Ana Lee',
  ShipToCompany: '',
  ShipToAddress: '7051 Oak Avenue',
  ShipToAddress2: '',
  ShipToCity: 'Boyd',
  ShipToState: 'MT',
  ShipToZipCode: '59013',
  ShipToCountry: 'US',
  PackageItems: [
    {
      ItemNo: '22CAB',
      ItemDescription: '2022 Cabernet Sauvignon',
      Quantity: '2',
      ReservedQuantity: '2',
      ExternalLineNumber: '',
      Group: '',
    },
    {
      ItemNo: '23CHA',
      ItemDescription: '2023 Chardonnay',
      Quantity: '1',
      ReservedQuantity: '1',
      ExternalLineNumber: '',
      Group: '',
    },
  ],
};

/** An order with everything that its tracking records show. */
export interface TrackedOrder {
  readonly order: SalesOrder;
  readonly details: LeanOrderDetails | undefined;
  readonly holds: readonly Hold[];
  readonly packages: readonly Package[];
  /** Whether the order's JIT label no longer shows the order. */
  readonly needsNewLabel?: boolean;
  /** Whether the order was due and waits until a person starts it. */
  readonly isWaiting?: boolean;
}

/** The customer's clock, the operator's data and time zone. */
export interface TrackingContext {
  readonly now: Temporal.Instant;
  readonly operator: OperatorSettings;
  readonly timeZone: string;
}

/** One record per package, canceled ones included; one for the order while it has no live package. */
export function toTrackingRecords(tracked: TrackedOrder, context: TrackingContext): TrackingRecord[] {
  // An order that has only canceled packages counts as having none.
  if (!tracked.packages.some(isLivePackage)) return [orderRecord(tracked, context)];
  return tracked.packages.map((p) => toPackageTrackingRecord(tracked, p, context));
}

/** The record of one package, also of one that has no scans yet. */
export function toPackageTrackingRecord(
  { order, details }: { readonly order: OrderHeader; readonly details: LeanOrderDetails | undefined },
  p: Package,
  context: Pick<TrackingContext, 'timeZone'>,
): TrackingRecord {
  const isCanceled = !isLivePackage(p);
  return {
    OrderNumber: order.orderNo,
    Carrier: p.carrier,
    Service: p.service,
    TrackingNo: p.trackingNo,
    TrackingURL: p.trackingUrl,
    RequestedShipDate: dateText(p.requestedShipDate),
    ShipDate: dateText(p.shipDate ?? p.requestedShipDate),
    Type: order.orderType,
    IcePack: order.icePack,
    Status: p.status,
    StatusDescription: describePackageStatus(p),
    Site: siteOf(p.warehouse),
    Warehouse: p.warehouse,
    CarrierStatus: p.scan?.code ?? '',
    CarrierStatusMessage: p.scan?.message ?? '',
    CarrierStatusTimestamp: p.scan === undefined ? '' : formatInstant(p.scan.at, context.timeZone),
    PackageLocation: p.scan?.location ?? '',
    EstimatedDeliveryDate: isCanceled ? '' : dateText(p.estimatedDeliveryDate),
    GrossWeight: String(p.weightLb),
    ...shipToFields(details, order),
    PackageItems: p.items.map((item) => packageItem(item, item.units)),
  };
}

function describePackageStatus(p: Package): string {
  if (isLivePackage(p)) return orderAndPackageStatusDescriptions[p.status];
  return hasLeft(p) ? lostPackageDescription : canceledPackageDescription;
}

function orderRecord(tracked: TrackedOrder, context: TrackingContext): TrackingRecord {
  const { order, details, holds } = tracked;
  const planned = isReleased(order) ? plannedDate(tracked, context) : undefined;
  const requested = dateText(planned ?? order.requestedShipDate);
  const estimate =
    planned && estimateDeliveryDate(order, shipToAddressOf(details, order.orderType), planned, context.operator);
  return {
    OrderNumber: order.orderNo,
    Carrier: order.carrier,
    Service: order.service,
    TrackingNo: '',
    TrackingURL: '',
    RequestedShipDate: requested,
    ShipDate: requested,
    Type: order.orderType,
    IcePack: order.icePack,
    Status: order.status,
    StatusDescription: describeStatus(tracked),
    Site: siteOf(order.warehouse),
    Warehouse: order.warehouse,
    CarrierStatus: '',
    CarrierStatusMessage: '',
    CarrierStatusTimestamp: '',
    PackageLocation: '',
    EstimatedDeliveryDate: dateText(estimate),
    GrossWeight: '',
    ...shipToFields(details, order),
    PackageItems: order.lines.map((line) => packageItem(line, reservedUnits(order, line, holds))),
  };
}

/** Whether an order without packages waits for processing or is in work, so that it has a planned ship date. */
function isReleased(order: SalesOrder): boolean {
  return order.status === 'RECEIVED' || order.status === 'PROCESSING ORDER';
}

function plannedDate(
  { order, isWaiting = false }: TrackedOrder,
  { now, operator }: TrackingContext,
): Temporal.PlainDate | undefined {
  return operator.warehouses.has(order.warehouse) ? planShipDate({ ...order, isWaiting }, now, operator) : undefined;
}

function describeStatus(tracked: TrackedOrder): string {
  const description = describeOrderStatus(tracked);
  return tracked.needsNewLabel === true ? `${description} ${newLabelNeededDescription}` : description;
}

function describeOrderStatus({ order, holds, packages }: TrackedOrder): string {
  if (order.orderType === 'JIT' && order.status === 'RECEIVED') return awaitingLabelScanDescription;
  if (order.status.startsWith('ON '))
    return leadingHoldOf(holds)?.description ?? orderAndPackageStatusDescriptions[order.status];
  if (order.status === 'SHIPPED') return packages.some(hasLeft) ? lostOrderDescription : completedOrderDescription;
  if (order.status === 'EXCEPTION') return exceptionOrderDescription;
  return orderAndPackageStatusDescriptions[order.status];
}

function shipToFields(details: LeanOrderDetails | undefined, { orderType }: Pick<SalesOrder, 'orderType'>) {
  const to = shipToAddressOf(details, orderType);
  return {
    ShipToName: to.name,
    ShipToContact: to.contact,
    ShipToCompany: to.company ?? '',
    ShipToAddress: to.address,
    ShipToAddress2: to.address2,
    ShipToCity: to.city,
    ShipToState: to.state,
    ShipToZipCode: to.zipCode,
    ShipToCountry: to.country,
  };
}

function packageItem(
  item: Pick<PackedItem, 'itemNo' | 'description' | 'units' | 'externalLineNumber' | 'group'>,
  reserved: number,
) {
  return {
    ItemNo: item.itemNo,
    ItemDescription: item.description,
    Quantity: String(item.units),
    ReservedQuantity: String(reserved),
    ExternalLineNumber: item.externalLineNumber ?? '',
    Group: item.group ?? '',
  };
}

/** The reserved units of an order's line: all or none, as in GetOrdersOnHold, except those that were picked short. */
function reservedUnits({ orderType, status }: SalesOrder, line: OrderLine, holds: readonly Hold[]): number {
  const isUnreserved =
    status === 'CANCELED' || (line.storage === 'service' && isOrderWaitingForStock(orderType, holds));
  return isUnreserved ? 0 : computeLineUnitsToShip(line);
}

/** `APC` for `APC01`. */
function siteOf(warehouse: string): string {
  return warehouse.replaceAll(/\d/g, '');
}

/** A day after 12/31/9999, such as the estimate of an order that ships on that day, is '': MM/DD/YYYY cannot write it. */
function dateText(date: Temporal.PlainDate | undefined): string {
  return date === undefined || date.year > 9999 ? '' : formatUsDate(date);
}
