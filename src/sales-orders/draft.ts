/** A sales order as sent, its content hash, and the inventory statuses and stock that its lines demand. Pure. */
import { primaryInventoryStatus } from '../contract/operator-settings.ts';
import type { Demand, DemandLine, LinesElsewhere } from '../inventory/index.ts';
import { canonicalJson, sha256Hex } from '../lib/canonical-json.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { CarrierHoldLocation, Contact, OrderDetails, OrderLine, OrderType, SalesOrder } from './order.ts';
import { computeLineUnitsToShip, hasShortUnits, withoutShortUnits } from './units-to-ship.ts';

/** A line as sent. */
export type RequestedSalesLine = Omit<OrderLine, 'line' | 'units' | 'shortUnits' | 'uom' | 'storage' | 'status'>;

/**
 * The content of an order as the customer sent it, or as it is now (`orderContentOf`). Two requests with equal content are the
 * same order sent twice (decision 6).
 */
export interface OrderContent {
  readonly orderNo: string;
  readonly shipmentKey: string;
  readonly orderType: OrderType;
  readonly batchId: string;
  readonly hold: boolean;
  /** Carrier, service and warehouse are '' where not sent, and completed from `ShippingDefaults` when the order is created. */
  readonly carrier: string;
  readonly service: string;
  readonly warehouse: string;
  readonly requestedShipDate: Temporal.PlainDate | undefined;
  readonly icePack: 0 | 1;
  readonly holdAtLocation: 0 | 1;
  /** Its `transmissionId` does not count as content. */
  readonly details: OrderDetails;
  readonly lines: readonly RequestedSalesLine[];
}

/** An order to be created. Its `reference` becomes the id of the order if it is new. */
export interface SalesOrderDraft extends OrderContent, CommandContext {
  /** From `hashOrderContent`. */
  readonly contentHash: string;
  readonly shippingDefaults: ShippingDefaults;
  /** Its rank in the backorder queue; absent: that of an order. */
  readonly rank?: Demand['rank'];
  /** An earlier run of the same command may have created this order, under this reference. */
  readonly mayBeCreated?: boolean;
}

/** Completes a request without carrier, service, warehouse or ship date (decision 4). */
export interface ShippingDefaults {
  readonly carrier: string;
  readonly service: string;
  /** '' when the customer has no preferred warehouse. */
  readonly warehouse: string;
  /** As `SalesOrder.shipDays`. */
  readonly shipDays: string;
}

export const emptyContact: Contact = {
  firstName: '',
  lastName: '',
  company: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: '',
  phoneNumber: '',
  emailAddress: '',
};

/** The values of absent properties. The number and the type of an order are always sent. */
export const emptyOrderContent: OrderContent = {
  orderNo: '',
  shipmentKey: '',
  orderType: 'CLUB',
  batchId: '',
  hold: false,
  carrier: '',
  service: '',
  warehouse: '',
  requestedShipDate: undefined,
  icePack: 0,
  holdAtLocation: 0,
  details: {
    transmissionId: '',
    poNo: '',
    orderSource: '',
    orderDate: '',
    giftCard: 0,
    giftCardMessage: '',
    tags: [],
    specialInstructions: '',
    consumerTaxCollected: '',
    consumerShippingPrice: '',
    batchDescription: '',
    insurance: 0,
    recipient: emptyContact,
    billing: emptyContact,
    additionalFields: undefined,
  },
  lines: [],
};

/** JSON omits undefined values, so that '' and an absent text have the same hash. */
const omitEmptyText = <Value>(value: Value): Value | undefined => (value === '' ? undefined : value);

// The content that is hashed. Properties are listed in the sequence of canonical JSON (by code unit), so that
// `JSON.stringify` alone writes it; `satisfies` makes the compiler check that none is missing.

const contactForHash = (contact: Contact) =>
  ({
    address: omitEmptyText(contact.address),
    address2: omitEmptyText(contact.address2),
    city: omitEmptyText(contact.city),
    company: omitEmptyText(contact.company),
    country: omitEmptyText(contact.country),
    emailAddress: omitEmptyText(contact.emailAddress),
    firstName: omitEmptyText(contact.firstName),
    lastName: omitEmptyText(contact.lastName),
    phoneNumber: omitEmptyText(contact.phoneNumber),
    state: omitEmptyText(contact.state),
    zipCode: omitEmptyText(contact.zipCode),
  }) satisfies Record<keyof Contact, unknown>;

const locationForHash = (location: CarrierHoldLocation) =>
  ({
    address: omitEmptyText(location.address),
    address2: omitEmptyText(location.address2),
    city: omitEmptyText(location.city),
    company: omitEmptyText(location.company),
    country: omitEmptyText(location.country),
    locationCode: omitEmptyText(location.locationCode),
    phoneNumber: omitEmptyText(location.phoneNumber),
    state: omitEmptyText(location.state),
    zipCode: omitEmptyText(location.zipCode),
  }) satisfies Record<keyof CarrierHoldLocation, unknown>;

const lineForHash = (line: RequestedSalesLine) =>
  ({
    additionalFields: line.additionalFields,
    description: omitEmptyText(line.description),
    externalLineNumber: omitEmptyText(line.externalLineNumber),
    group: omitEmptyText(line.group),
    itemNo: omitEmptyText(line.itemNo),
    parentItemNo: omitEmptyText(line.parentItemNo),
    quantity: line.quantity,
    quantityUnit: line.quantityUnit,
    taxStatus: omitEmptyText(line.taxStatus),
    unitPrice: line.unitPrice,
  }) satisfies Record<keyof RequestedSalesLine, unknown>;

const contentForHash = (content: OrderContent) => {
  const { details } = content;
  return {
    additionalFields: details.additionalFields,
    batchDescription: omitEmptyText(details.batchDescription),
    batchId: omitEmptyText(content.batchId),
    billing: contactForHash(details.billing),
    carrier: omitEmptyText(content.carrier),
    consumerShippingPrice: omitEmptyText(details.consumerShippingPrice),
    consumerTaxCollected: omitEmptyText(details.consumerTaxCollected),
    giftCard: details.giftCard,
    giftCardMessage: omitEmptyText(details.giftCardMessage),
    hold: content.hold,
    holdAtLocation: content.holdAtLocation,
    holdLocation: details.holdLocation === undefined ? {} : locationForHash(details.holdLocation),
    icePack: content.icePack,
    insurance: details.insurance,
    lines: content.lines.map(lineForHash),
    orderDate: omitEmptyText(details.orderDate),
    orderNo: omitEmptyText(content.orderNo),
    orderSource: omitEmptyText(details.orderSource),
    orderType: content.orderType,
    poNo: omitEmptyText(details.poNo),
    recipient: contactForHash(details.recipient),
    requestedShipDate: content.requestedShipDate?.toString() ?? '',
    service: omitEmptyText(content.service),
    shipmentKey: omitEmptyText(content.shipmentKey),
    specialInstructions: omitEmptyText(details.specialInstructions),
    tags: details.tags.length === 0 ? undefined : details.tags,
    warehouse: omitEmptyText(content.warehouse),
  } satisfies Record<keyof Omit<OrderContent & OrderDetails, 'details' | 'transmissionId'>, unknown>;
};

/**
 * Hash of the content of an order, equal for the same order sent twice. Absent texts count as '', and the property sequence of
 * `AdditionalFields` makes no difference.
 * @returns SHA-256, 64 hex digits
 */
export function hashOrderContent(content: OrderContent): string {
  const { details, lines } = content;
  const hasFreeFields =
    details.additionalFields !== undefined || lines.some((line) => line.additionalFields !== undefined);
  const hashed = contentForHash(content);
  return sha256Hex(hasFreeFields ? canonicalJson(hashed) : JSON.stringify(hashed));
}

/** The names that identify the order; two items of one batch must not share one. */
export function batchIdentitiesOfDraft(draft: SalesOrderDraft): string[] {
  const keys = [`1\n${draft.orderNo}\n${draft.shipmentKey}`];
  if (draft.details.transmissionId !== '') keys.push(`2\n${draft.details.transmissionId}`);
  return keys;
}

/** The inventory status that a line reserves (decision 12), and whether a tax status was sent that its order type ignores. */
export function decideLineInventoryStatus(
  orderType: OrderType,
  taxStatus: string | undefined,
): { status: string; ignored: boolean } {
  if (taxStatus === undefined || taxStatus === '') return { status: primaryInventoryStatus, ignored: false };
  if (orderType === 'CLUB' || orderType === 'RETAIL') return { status: primaryInventoryStatus, ignored: true };
  return { status: taxStatus, ignored: false };
}

/** The order types that consumers place; DTT draws like them where a line has no tax status (decision 12). */
const consumerOrderTypes: ReadonlySet<OrderType> = new Set(['CLUB', 'RETAIL', 'DTT']);

/** Whether a line draws the statuses of consumer orders, instead of its own alone. */
export const reservesConsumerStatuses = (orderType: OrderType, taxStatus: string | undefined): boolean =>
  consumerOrderTypes.has(orderType) && (orderType !== 'DTT' || taxStatus === undefined || taxStatus === '');

/**
 * The stock that lines need, summed by item and status (decision 12), without units that were picked short and without items
 * whose stock the operator does not keep. Sorted by first occurrence. A JIT order needs none: its stock is never in the ledger.
 * @param consumerStatuses the statuses that consumer orders of this customer draw, best first, beginning with the primary status
 */
export function computeSalesDemandLines(
  orderType: OrderType,
  lines: readonly OrderLine[],
  consumerStatuses: readonly string[],
): DemandLine[] {
  if (orderType === 'JIT') return [];
  const demanded = new Map<string, { itemNo: string; status: string; quantity: number; isFixed: boolean }>();
  for (const line of lines) {
    const { itemNo, status, storage, taxStatus } = line;
    const quantity = computeLineUnitsToShip(line);
    if (storage !== 'service' || quantity === 0) continue;
    const key = `${itemNo}\n${status}`;
    const sum = demanded.get(key);
    const isFixed = !reservesConsumerStatuses(orderType, taxStatus);
    if (sum === undefined) demanded.set(key, { itemNo, status, quantity, isFixed });
    else {
      sum.quantity += quantity;
      sum.isFixed ||= isFixed;
    }
  }
  return [...demanded.values()].map(({ isFixed, ...line }) => {
    if (isFixed || consumerStatuses.length === 1) return line;
    // A status that another line of the order demands is that line's alone.
    const statuses = consumerStatuses.filter(
      (status) => status === line.status || !demanded.has(`${line.itemNo}\n${status}`),
    );
    return statuses.length === 1 ? line : { ...line, statuses };
  });
}

/**
 * What an order that was picked short at its warehouse needs at another one: all of its units. Undefined for other orders.
 * @param consumerStatuses as of `computeSalesDemandLines`
 */
export const computeLinesElsewhere = (
  { orderType, lines, warehouse }: Pick<SalesOrder, 'orderType' | 'lines' | 'warehouse'>,
  consumerStatuses: readonly string[],
): LinesElsewhere | undefined =>
  hasShortUnits(lines)
    ? { shortAt: warehouse, lines: computeSalesDemandLines(orderType, withoutShortUnits(lines), consumerStatuses) }
    : undefined;
