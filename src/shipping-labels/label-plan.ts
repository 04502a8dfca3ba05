/** Planned packages and their labels: the plan, the request to the carrier, and whether labels are current. Pure. */

import {
  type BoughtLabel,
  formatShipmentReference,
  type HolidayDateSet,
  type ShipmentRequest,
} from '../carriers/index.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { canonicalJson, sha256 } from '../lib/canonical-json.ts';
import type { CarrierRule, OperatorSettings, WarehouseAddress } from '../operator-settings/index.ts';
import {
  computeLineUnitsToShip,
  isOpenOrderStatus,
  type OrderDetails,
  type SalesOrder,
} from '../sales-orders/index.ts';
import { isForAdults, type Sku } from '../skus/index.ts';
import {
  buildRateRequest,
  computeDeclaredValue,
  dateAtWarehouse,
  deliverByFieldName,
  type Package,
  type PackageItem,
  planShipDate,
  selectLinesToPack,
  shipToAddressOf,
  warehouseByCode,
} from '../warehouse/index.ts';

/**
 * The plan of a package, stored with its label intent. It contains no data of the recipient, but `inputHash` has no key, so a guess of the
 * recipient can be checked against it.
 */
export interface PackagePlan {
  readonly packageId: string;
  readonly warehouse: string;
  /** `YYYY-MM-DD` */
  readonly requestedShipDate: string;
  readonly weightLb: number;
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
  /** Time on the customer's clock, ISO 8601. */
  readonly packedAt: string;
  readonly items: readonly PackageItem[];
  /** The order's `hashLabelInput` when the label was requested; absent in rows of earlier versions. */
  readonly inputHash?: string;
  /** The carrier and service that the order requested, before a rate was chosen; absent in rows of earlier versions. */
  readonly requested?: { readonly carrier: string; readonly service: string };
  /** Additional text for the carrier to print, the id of a JIT label; absent for none. */
  readonly printedText?: string;
}

export const labelStates = [
  'wanted',
  'bought',
  'refused',
  'dropped',
  'void_wanted',
  'voided',
  // The carrier refused to void it: it stays paid for.
  'void_refused',
] as const;

/**
 * A label that is to be bought, was bought, or is to be voided. It is stored before the carrier is called, so that each label is bought at
 * most once.
 */
export interface LabelIntent {
  readonly customerNo: string;
  readonly intentId: string;
  readonly orderId: string;
  readonly packageNo: number;
  readonly state: (typeof labelStates)[number];
  readonly plan: PackagePlan;
  readonly shipmentId: string | undefined;
  readonly rateId: string | undefined;
  /** The account that its shipment was made through; '' for that of the environment, and until there is one. */
  readonly through: string;
  /** As requested until a rate is chosen. */
  readonly carrier: string;
  readonly service: string;
  /** '' until it is bought. */
  readonly trackingNo: string;
  readonly trackingUrl: string;
  /** URL of the label document; '' until it is bought, and when there is none. */
  readonly labelUrl: string;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
}

/** A label, and the account that it was bought through; '' for that of the environment. */
export type BoughtLabelWithAccount = BoughtLabel & { readonly through: string };

/**
 * Whether labels may be bought for an order: it is in work, or it is an open JIT order, whose labels are bought before
 * its stock arrives.
 */
export function canBuyLabels({ orderType, status }: Pick<SalesOrder, 'orderType' | 'status'>): boolean {
  return status === 'PROCESSING ORDER' || (orderType === 'JIT' && isOpenOrderStatus(status));
}

/** Whether the intent is in force: its label is requested or bought. */
export function isLabelInForce({ state }: LabelIntent): boolean {
  return state === 'wanted' || state === 'bought';
}

/** The carrier and service that orders requested before a rate was chosen, by order id, as far as labels in force have them. */
export function collectRequestedServicesByOrderId(
  intents: readonly LabelIntent[],
): ReadonlyMap<string, NonNullable<PackagePlan['requested']>> {
  return new Map(
    intents
      .filter(isLabelInForce)
      .flatMap(({ orderId, plan: { requested } }) => (requested === undefined ? [] : [[orderId, requested] as const])),
  );
}

/**
 * Hash of the properties of an order that its labels depend on; when it changes, the labels are stale. The units to ship are compared with
 * the plans instead (`arePlansCurrent`). The hash has no key, so a guess of the recipient can be checked against it.
 */
export function hashLabelInput(order: SalesOrder, details: OrderDetails | undefined): string {
  const { orderType, warehouse, carrier, service, requestedShipDate, icePack } = order;
  const recipient = details?.recipient;
  // The company is part of `reach`.
  const { company: _, ...to } = shipToAddressOf(details, orderType);
  const content = {
    orderType,
    warehouse,
    carrier,
    service,
    requestedShipDate: requestedShipDate?.toString() ?? '',
    icePack,
    to,
    reach: [recipient?.company, recipient?.phoneNumber, recipient?.emailAddress],
    deliverBy: details?.additionalFields?.[deliverByFieldName] ?? '',
    location: details?.holdLocation?.locationCode ?? '',
    insurance: details?.insurance ?? 0,
    lines: selectLinesToPack(order).map((line) => [line.line, line.itemNo, line.uom, line.unitPrice ?? null]),
  };
  return sha256(canonicalJson(content)).toString('base64url');
}

/** The plan of a package. `order` has the requested carrier and service. */
export function packagePlanOf(p: Package, order: SalesOrder, details: OrderDetails | undefined): PackagePlan {
  const { packageId, warehouse, requestedShipDate, weightLb, lengthIn, widthIn, heightIn, packedAt, items } = p;
  return {
    packageId,
    warehouse,
    requestedShipDate: requestedShipDate.toString(),
    weightLb,
    lengthIn,
    widthIn,
    heightIn,
    packedAt: packedAt.toString(),
    items,
    inputHash: hashLabelInput(order, details),
    requested: { carrier: order.carrier, service: order.service },
  };
}

/**
 * The ship date of a package at `at`: that of its plan, or a new one once that has passed. Labels may be bought, and
 * JIT orders packed, days after they were planned, and carriers refuse ship dates in the past.
 */
export function computeCurrentShipDate(
  { plan, carrier, service }: Pick<LabelIntent, 'plan' | 'carrier' | 'service'>,
  order: SalesOrder,
  at: Temporal.Instant,
  operator: OperatorSettings,
): Temporal.PlainDate {
  const planned = Temporal.PlainDate.from(plan.requestedShipDate);
  const today = dateAtWarehouse(warehouseByCode(order.warehouse, operator), at);
  if (Temporal.PlainDate.compare(planned, today) >= 0) return planned;
  return planShipDate({ ...order, carrier, service }, at, operator);
}

/** The package of a bought label. */
export function packageOfLabelIntent(
  { customerNo, orderId, packageNo, carrier, service, trackingNo, trackingUrl, plan }: LabelIntent,
  at: Temporal.Instant,
  requestedShipDate: Temporal.PlainDate,
  estimatedDeliveryDate: Temporal.PlainDate | undefined,
): Package {
  return {
    customerNo,
    packageId: plan.packageId,
    orderId,
    packageNo,
    leg: 0,
    status: 'READY TO SHIP',
    carrier,
    service,
    trackingNo,
    trackingUrl,
    warehouse: plan.warehouse,
    requestedShipDate,
    shipDate: undefined,
    estimatedDeliveryDate,
    weightLb: plan.weightLb,
    lengthIn: plan.lengthIn,
    widthIn: plan.widthIn,
    heightIn: plan.heightIn,
    scan: undefined,
    packedAt: at,
    lastActivityAt: at,
    items: plan.items,
  };
}

/** Whether the plans contain exactly the units to ship; lines may have been picked short since. */
function arePlansCurrent(order: SalesOrder, plans: readonly PackagePlan[]): boolean {
  const planned = new Map<number, number>();
  for (const { line, units } of plans.flatMap((plan) => plan.items))
    planned.set(line, (planned.get(line) ?? 0) + units);
  const wanted = selectLinesToPack(order);
  return (
    wanted.length === planned.size && wanted.every((line) => planned.get(line.line) === computeLineUnitsToShip(line))
  );
}

/**
 * Whether the labels in force are current for an order without packages: none is missing, and neither the units to ship
 * nor any input of the labels has changed. A plan from before inputs were hashed counts as unchanged.
 */
export function areLabelsCurrent(
  order: SalesOrder,
  details: OrderDetails | undefined,
  intents: readonly LabelIntent[],
): boolean {
  const plans = intents.map(({ plan }) => plan);
  const inputHash = hashLabelInput(order, details);
  return arePlansCurrent(order, plans) && plans.every((plan) => (plan.inputHash ?? inputHash) === inputHash);
}

/** The intents in force, voided: `void_wanted` when the label was or may have been bought, else `dropped`. */
export function toVoidedLabelIntents(intents: readonly LabelIntent[]): LabelIntent[] {
  return intents.filter(isLabelInForce).map((intent) => ({
    ...intent,
    state: intent.state === 'bought' || intent.attempts > 0 ? 'void_wanted' : 'dropped',
  }));
}

/**
 * What the shipment of a label at the carrier is made from. `address` is that of the warehouse, from which it ships.
 */
export interface LabelPurchaseInput {
  readonly intent: LabelIntent;
  readonly order: SalesOrder;
  readonly details: OrderDetails | undefined;
  readonly warehouse: Warehouse;
  readonly address: WarehouseAddress;
  readonly skuOf: (itemNo: string) => Sku | undefined;
  readonly rules: readonly CarrierRule[];
  readonly holidays: HolidayDateSet;
  readonly shipDate: Temporal.PlainDate;
}

/**
 * The shipment of a label at the carrier: the rate request of its package, from the operator's address without a person. It is
 * marked as alcohol when it has an item for adults only.
 */
export function toShipmentRequest(input: LabelPurchaseInput): ShipmentRequest {
  const { intent, order, details, warehouse, address, skuOf, rules, holidays, shipDate } = input;
  const { plan } = intent;
  const question = buildRateRequest({
    order,
    details,
    carrierService: intent,
    warehouse,
    size: plan,
    shipDate,
    holidays,
    rules,
  });
  return {
    ...question,
    warehouse: plan.warehouse,
    reference: formatShipmentReference(intent.customerNo, intent.intentId),
    from: {
      name: '',
      company: address.company,
      street: address.street,
      street2: address.street2,
      city: warehouse.city,
      state: warehouse.state,
      zipCode: warehouse.zip,
      country: 'US',
      phone: address.phone,
      email: '',
    },
    alcohol: plan.items.some(({ itemNo }) => isForAdults(skuOf(itemNo))),
    insuredValue: computeInsuredValue(input),
    invoiceNo: order.orderNo,
    printed: plan.printedText ?? '',
  };
}

/** Insured value in dollars; 0 when the order requests no insurance. */
export function computeInsuredValue({ intent, order, details, skuOf }: LabelPurchaseInput): number {
  return details?.insurance === 1 ? computeDeclaredValue(intent.plan.items, order.lines, skuOf) : 0;
}

/** Days after the purchase of a label, and after the last activity of its package, before the carrier is asked about the package. */
export const trackingLookupDelayDays = 3;

/** Minutes until a label is retried: doubling from 1 to 60. */
export function computeLabelRetryMinutes(attempts: number): number {
  return Math.min(2 ** Math.max(0, Math.min(attempts, 7) - 1), 60);
}
