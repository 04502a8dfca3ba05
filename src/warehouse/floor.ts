/**
 * Decisions about orders on the warehouse floor: when processing starts, which packages leave when, and the postings to
 * the ledger. Pure (decisions 8, 10, 11).
 */

import {
  type CarrierMessage,
  calendarOf,
  cutoffTime,
  estimateDeliveryDate,
  firstAllowedShipDay,
  instantAt,
  isWillCall,
  labelCreated,
  operatorHolidays,
  serialOf,
  shipDateFor,
  trackingNumber,
  trackingUrl,
} from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { Cutoff, Warehouse } from '../contract/operator-settings.ts';
import type { Posting } from '../inventory/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { dateIn } from '../lib/dates.ts';
import { truncate } from '../lib/text.ts';
import { type OperatorSettings, type ShipperChoices, shipperChoices } from '../operator-settings/index.ts';
import { type Hold, type OrderDetails, type OrderLine, type SalesOrder, unitsToShip } from '../sales-orders/index.ts';
import type { Sku } from '../skus/index.ts';
import type { Package, PackageItem } from './package.ts';
import { isPackable, maxOrderPackages, type PackedPackage, type PackingLine, packOrder } from './packing.ts';
import { shipTo } from './ship-to.ts';

/**
 * The carriers that ship packages: the simulated ones, real ones through a gateway that sells labels, or none because none
 * is connected.
 */
export type CarrierMode = 'sandbox' | 'gateway' | 'none';

export const noCarrierHold: Hold = {
  reason: 'Customer Service',
  owner: 'system',
  cause: 'no-carrier',
  description:
    'No carrier is connected, so the order cannot ship. No action needed: the hold ends when the operator connects a carrier.',
};

const tooManyPackagesHold: Hold = {
  reason: 'Customer Service',
  owner: 'system',
  cause: 'too-many-packages',
  description: `The order needs more than ${maxOrderPackages} packages. Action needed: reduce it with UpdateSalesOrder, which ends the hold, and order the rest separately.`,
};

/** Cause of holds placed after a carrier's refusal. */
export const carrierCause = 'carrier';

/** The hold of an order that a carrier refused (decision 3: Source Carrier). The next update of the order ends it. */
export function carrierRefusalHold(because: string, messages: readonly CarrierMessage[]): Hold {
  const words = messages.map(({ text }) => text.trim()).filter((text) => text !== '');
  const text = words.length === 0 ? 'no reason given' : truncate(words.join('; '), 500);
  return {
    reason: because === 'address' ? 'Address' : 'Customer Service',
    owner: 'system',
    cause: carrierCause,
    description: `The carrier refused a package of the order: ${text} (Source: Carrier); action needed: the winery corrects the order with UpdateSalesOrder, which ends the hold.`,
  };
}

/** The decision about an order without holds that becomes due. */
export type StartDecision =
  | { readonly decision: 'start' }
  /** Nothing of it needs packing, so it is complete. */
  | { readonly decision: 'complete' }
  | { readonly decision: 'hold'; readonly hold: Hold }
  /** It has a later ship date. */
  | { readonly decision: 'later'; readonly at: Temporal.Instant };

/** Start of the working day, in the warehouse's time zone. */
const morning = '06:00';

/**
 * Decides about an order without holds that became due at `dueAt`. In order of precedence: a later ship date, nothing to
 * pack, a hold.
 */
export function decideStart(
  order: SalesOrder,
  dueAt: Temporal.Instant,
  operator: OperatorSettings,
  carriers: CarrierMode,
): StartDecision {
  const later = postponedStart(order, dueAt, operator);
  if (later !== undefined) return { decision: 'later', at: later };
  if (linesToPack(order).length === 0) return { decision: 'complete' };
  if (carriers === 'none' && !isWillCall(order.carrier)) return { decision: 'hold', hold: noCarrierHold };
  if (!isPackable(packingLines(order), shippersOf(order, operator)))
    return { decision: 'hold', hold: tooManyPackagesHold };
  return { decision: 'start' };
}

function postponedStart(
  order: SalesOrder,
  dueAt: Temporal.Instant,
  operator: OperatorSettings,
): Temporal.Instant | undefined {
  const warehouse = operator.warehouses.get(order.warehouse);
  if (warehouse === undefined || (order.requestedShipDate === undefined && order.shipDays === '')) return undefined;
  const calendar = calendarOf(warehouse, operatorHolidays(operator));
  const day = firstAllowedShipDay(calendar, dueAt, order);
  if (day === undefined) return undefined;
  const begins = instantAt(day, morning, warehouse.timeZone);
  return Temporal.Instant.compare(begins, dueAt) > 0 ? begins : undefined;
}

/**
 * The lines with units to pack: stored with the operator, or for JIT brought by the customer; short units are excluded.
 */
export function linesToPack(order: SalesOrder): OrderLine[] {
  return order.lines.filter((line) => line.storage === 'service' && unitsToShip(line) > 0);
}

function packingLines(order: SalesOrder): PackingLine[] {
  return linesToPack(order).map((line) => ({ lineNo: line.line, uom: line.uom, quantity: unitsToShip(line) }));
}

/** The shippers that an order is packed into. */
export const shippersOf = (
  { warehouse, icePack }: Pick<SalesOrder, 'warehouse' | 'icePack'>,
  { packing }: Pick<OperatorSettings, 'packing'>,
): ShipperChoices => shipperChoices(packing, warehouse, icePack === 1);

/** Whether people release, pack and ship the orders of a warehouse. */
export function isWorked(warehouse: string, { warehouses }: Pick<OperatorSettings, 'warehouses'>): boolean {
  return warehouses.get(warehouse)?.isWorked === true;
}

type OrderRoute = Pick<SalesOrder, 'warehouse' | 'carrier' | 'service' | 'requestedShipDate' | 'shipDays'>;

/**
 * The planned ship date of an order processed at `at`: not before the requested date, and today only until its
 * cutoff. Without a requested date, it is on a ship day of the order, if it has any and its
 * warehouse works on one of them.
 */
export function planShipDate(order: OrderRoute, at: Temporal.Instant, operator: OperatorSettings): Temporal.PlainDate {
  const warehouse = warehouseOf(order.warehouse, operator);
  const cutoffs: readonly Cutoff[] = operator.cutoffs.get(order.warehouse) ?? [];
  const cutoff = cutoffTime(cutoffs, order.carrier, order.service);
  return shipDateFor(calendarOf(warehouse, operatorHolidays(operator)), cutoff, at, order);
}

export function warehouseOf(code: string, operator: OperatorSettings): Warehouse {
  return assertPresent(operator.warehouses.get(code), `warehouse ${JSON.stringify(code)}`);
}

/**
 * The packages of an order whose carrier is chosen, with the simulated carriers' tracking numbers and their `LC` scan.
 * Package numbers continue after `afterNo`.
 */
export function sandboxPackages(
  order: SalesOrder,
  details: OrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
  newId: () => string,
  afterNo = 0,
): Package[] {
  return withSandboxLabels(order, planPackages(order, details, at, operator, newId, afterNo), at, operator);
}

/** The packages with the simulated carriers' tracking numbers and their `LC` scan; none for will call. */
export function withSandboxLabels(
  order: SalesOrder,
  packages: readonly Package[],
  at: Temporal.Instant,
  operator: OperatorSettings,
): Package[] {
  const carrier = order.carrier as CarrierCode;
  const service = order.service as CarrierServiceCode;
  return packages.map((planned) => {
    const trackingNo = trackingNumber(carrier, service, serialOf(order.orderId, planned.packageNo)) ?? '';
    if (trackingNo === '') return planned;
    const scan = labelCreated(at, warehouseOf(order.warehouse, operator));
    return { ...planned, trackingNo, trackingUrl: trackingUrl(carrier, trackingNo), scan };
  });
}

/**
 * The packages of an order, without tracking numbers; the carrier may not be chosen yet. Package numbers continue after
 * `afterNo`.
 */
export function planPackages(
  order: SalesOrder,
  details: OrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
  newId: () => string,
  afterNo = 0,
): Package[] {
  const packed = packOrder(packingLines(order), {
    shippers: shippersOf(order, operator),
    icePack: order.icePack === 1,
  });
  return packagesOf(order, details, at, operator, newId, afterNo, packed);
}

/** A box with its contents by line, as planned or as packed at a station. */
export type BoxContents = Pick<PackedPackage, 'packageNo' | 'items' | 'weightLb' | 'lengthIn' | 'widthIn' | 'heightIn'>;

/** The packages of these boxes, without tracking numbers; their numbers continue after `afterNo`. */
export function packagesOf(
  order: SalesOrder,
  details: OrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
  newId: () => string,
  afterNo: number,
  boxes: readonly BoxContents[],
): Package[] {
  const lineOf = new Map(linesToPack(order).map((line) => [line.line, line]));
  const requestedShipDate = planShipDate(order, at, operator);
  const estimatedDeliveryDate = estimateDeliveryDate(
    order,
    shipTo(details, order.orderType),
    requestedShipDate,
    operator,
  );
  return boxes.map(({ packageNo, items, weightLb, lengthIn, widthIn, heightIn }) => ({
    customerNo: order.customerNo,
    packageId: newId(),
    orderId: order.orderId,
    packageNo: afterNo + packageNo,
    leg: 0,
    status: isWillCall(order.carrier) ? 'READY FOR PICKUP' : 'READY TO SHIP',
    carrier: order.carrier,
    service: order.service,
    trackingNo: '',
    trackingUrl: '',
    warehouse: order.warehouse,
    requestedShipDate,
    shipDate: undefined,
    estimatedDeliveryDate,
    weightLb,
    lengthIn,
    widthIn,
    heightIn,
    scan: undefined,
    packedAt: at,
    lastActivityAt: at,
    items: items.map(({ lineNo, quantity }) =>
      packageItem(assertPresent(lineOf.get(lineNo), `line ${lineNo} of order ${order.orderId}`), quantity),
    ),
  }));
}

function packageItem(line: OrderLine, units: number): PackageItem {
  return {
    line: line.line,
    itemNo: line.itemNo,
    description: line.description,
    status: line.status,
    units,
    ...(line.externalLineNumber === undefined ? {} : { externalLineNumber: line.externalLineNumber }),
    ...(line.group === undefined ? {} : { group: line.group }),
  };
}

/** The ledger postings for the shipped packages of one order: one per item and inventory status. */
export function shipPostings(
  order: SalesOrder,
  packages: readonly Package[],
  at: Temporal.Instant,
  skuOf: (itemNo: string) => Sku | undefined,
): Posting[] {
  const lineOf = new Map(order.lines.map((line) => [line.line, line]));
  const sums = new Map<string, { item: PackageItem; quantity: number }>();
  for (const item of packages.flatMap((p) => p.items)) {
    const key = `${item.itemNo}\n${item.status}`;
    const sum = sums.get(key);
    if (sum) sum.quantity += item.units;
    else sums.set(key, { item, quantity: item.units });
  }
  return [...sums.values()].map(({ item, quantity }): Posting => {
    const sku = skuOf(item.itemNo);
    return {
      customerNo: order.customerNo,
      itemNo: item.itemNo,
      warehouse: order.warehouse,
      status: item.status,
      quantity: -quantity,
      type: 'Sales order',
      reference: order.orderNo,
      subject: order.orderId,
      occurredAt: at,
      orderType: order.orderType,
      itemDescription: sku?.description ?? item.description,
      itemUnit: sku?.uom ?? lineOf.get(item.line)?.uom ?? '',
      alcoholPercentage: sku?.alcoholByVolume ?? '',
    };
  });
}

/** The date at a warehouse. */
export function warehouseDay(warehouse: Warehouse, at: Temporal.Instant): Temporal.PlainDate {
  return dateIn(at, warehouse.timeZone);
}
