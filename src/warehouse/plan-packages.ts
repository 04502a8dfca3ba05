/** The packages of an order, planned or as packed at a station, with the labels of the simulated carriers. Pure (decision 26). */
import {
  buildLabelCreatedScan,
  deriveTrackingSerial,
  estimateDeliveryDate,
  formatSandboxTrackingNumber,
  formatSandboxTrackingUrl,
  isWillCallCarrier,
} from '../carriers/index.ts';
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { assertPresent } from '../lib/assert.ts';
import { type OperatorSettings, type ShippersByFormat, shippersByFormatOf } from '../operator-settings/index.ts';
import {
  computeLineUnitsToShip,
  isPackableLine,
  type LeanOrderDetails,
  type OrderLine,
  type SalesOrder,
} from '../sales-orders/index.ts';
import type { Package, PackageItem } from './package.ts';
import { type PackedPackage, type PackingLine, packLinesIntoBoxes } from './packing.ts';
import { planShipDate, warehouseByCode } from './ship-date.ts';
import { shipToAddressOf } from './ship-to.ts';

/** The lines with units to pack (`isPackableLine`); short units are excluded. */
export function selectLinesToPack(order: SalesOrder): OrderLine[] {
  return order.lines.filter((line) => isPackableLine(order.orderType, line) && computeLineUnitsToShip(line) > 0);
}

/** `selectLinesToPack` as input of `packLinesIntoBoxes`. */
export function toPackingLines(order: SalesOrder): PackingLine[] {
  return selectLinesToPack(order).map((line) => ({
    lineNo: line.line,
    uom: line.uom,
    quantity: computeLineUnitsToShip(line),
  }));
}

/** The shippers that an order is packed into. */
export const shipperChoicesOfOrder = (
  { warehouse, icePack }: Pick<SalesOrder, 'warehouse' | 'icePack'>,
  { packing }: Pick<OperatorSettings, 'packing'>,
): ShippersByFormat => shippersByFormatOf(packing, warehouse, icePack === 1);

/**
 * The packages of an order whose carrier is chosen, with the simulated carriers' tracking numbers and their `LC` scan.
 * Package numbers continue after `afterNo`.
 */
export function planSandboxPackages(
  order: SalesOrder,
  details: LeanOrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
  newId: () => string,
  afterNo: number,
): Package[] {
  return addSandboxLabels(order, planPackages(order, details, at, operator, newId, afterNo), at, operator);
}

/** The packages with the simulated carriers' tracking numbers and their `LC` scan; none for will call. */
export function addSandboxLabels(
  order: SalesOrder,
  packages: readonly Package[],
  at: Temporal.Instant,
  operator: OperatorSettings,
): Package[] {
  const carrier = order.carrier as CarrierCode;
  const service = order.service as CarrierServiceCode;
  return packages.map((planned) => {
    const trackingNo =
      formatSandboxTrackingNumber(carrier, service, deriveTrackingSerial(order.orderId, planned.packageNo)) ?? '';
    if (trackingNo === '') return planned;
    const scan = buildLabelCreatedScan(at, warehouseByCode(order.warehouse, operator));
    return { ...planned, trackingNo, trackingUrl: formatSandboxTrackingUrl(carrier, trackingNo), scan };
  });
}

/**
 * The packages of an order, without tracking numbers; the carrier may not be chosen yet. Package numbers continue after
 * `afterNo`.
 * @throws RangeError as `packLinesIntoBoxes`
 */
export function planPackages(
  order: SalesOrder,
  details: LeanOrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
  newId: () => string,
  afterNo = 0,
): Package[] {
  const packed = packLinesIntoBoxes(toPackingLines(order), {
    shippers: shipperChoicesOfOrder(order, operator),
    icePack: order.icePack === 1,
  });
  return packagesOfBoxes(order, details, at, operator, newId, afterNo, packed);
}

/** A box with its contents by line, as planned or as packed at a station. */
export type BoxContents = Pick<PackedPackage, 'packageNo' | 'items' | 'weightLb' | 'lengthIn' | 'widthIn' | 'heightIn'>;

/** The packages of these boxes, without tracking numbers; their numbers continue after `afterNo`. */
export function packagesOfBoxes(
  order: SalesOrder,
  details: LeanOrderDetails | undefined,
  at: Temporal.Instant,
  operator: OperatorSettings,
  newId: () => string,
  afterNo: number,
  boxes: readonly BoxContents[],
): Package[] {
  const lineOf = new Map(selectLinesToPack(order).map((line) => [line.line, line]));
  const requestedShipDate = planShipDate(order, at, operator);
  const estimatedDeliveryDate = estimateDeliveryDate(
    order,
    shipToAddressOf(details, order.orderType),
    requestedShipDate,
    operator,
  );
  return boxes.map(({ packageNo, items, weightLb, lengthIn, widthIn, heightIn }) => ({
    customerNo: order.customerNo,
    packageId: newId(),
    orderId: order.orderId,
    packageNo: afterNo + packageNo,
    leg: 0,
    status: isWillCallCarrier(order.carrier) ? 'READY FOR PICKUP' : 'READY TO SHIP',
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
