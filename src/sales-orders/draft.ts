/**
 * A sales order as it was sent, in the domain's words, before the catalog and the stock have been asked. Pure.
 */

import { primaryStatus } from '../contract/operator-settings.ts';
import { canonicalJson, sha256Hex } from '../lib/canonical-json.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Contact, HoldLocation, OrderDetails, OrderLine, OrderType } from './order.ts';
import { unitsToShip } from './short-picks.ts';

/** A line as sent. */
export interface SalesOrderDraftLine {
  readonly itemNo: string;
  readonly description: string;
  readonly quantity: number;
  readonly quantityUnit: 'RETAIL' | 'WHOLESALE';
  readonly unitPrice?: number;
  readonly taxStatus?: string;
  readonly externalLineNumber?: string;
  readonly group?: string;
  readonly parentItemNo?: string;
  readonly additionalFields?: Readonly<Record<string, unknown>>;
}

/** What the customer wants. Two requests with equal content are the same order sent twice (decision 6). */
export interface OrderContent {
  readonly orderNo: string;
  readonly shipmentKey: string;
  readonly orderType: OrderType;
  readonly batchId: string;
  readonly hold: boolean;
  /** '' where not sent; filled from the customer's preferences when the order is placed. */
  readonly carrier: string;
  readonly service: string;
  readonly warehouse: string;
  readonly requestedShipDate: Temporal.PlainDate | undefined;
  readonly icePack: 0 | 1;
  /** Its `transmissionId` is not content. */
  readonly document: OrderDetails;
  readonly holdAtLocation: 0 | 1;
  readonly lines: readonly SalesOrderDraftLine[];
}

/** An order to be placed. Its reference is the order's id when it is accepted. */
export interface SalesOrderDraft extends OrderContent, CommandContext {
  /** As `contentHashOf` makes it. */
  readonly contentHash: string;
  readonly shippingDefaults: ShippingDefaults;
  /** An earlier run of the same command may have placed this order, under this reference. */
  readonly mayBePlaced?: boolean;
}

/** What fills the parts of `ShipmentInfo` that were not sent (decision 4). */
export interface ShippingDefaults {
  readonly carrier: string;
  readonly service: string;
  /** '' when the customer has no usual warehouse. */
  readonly warehouse: string;
}

/** What is empty says nothing, so JSON leaves it out. */
const emptyToUndefined = <Value>(value: Value): Value | undefined => (value === '' ? undefined : value);

// The parts that are compared. Each names its fields by code unit, as canonical JSON has them, so that JSON is written in one
// go; the compiler sees to it that none is missing.

const contactForHash = (contact: Contact) =>
  ({
    address: emptyToUndefined(contact.address),
    address2: emptyToUndefined(contact.address2),
    city: emptyToUndefined(contact.city),
    company: emptyToUndefined(contact.company),
    country: emptyToUndefined(contact.country),
    emailAddress: emptyToUndefined(contact.emailAddress),
    firstName: emptyToUndefined(contact.firstName),
    lastName: emptyToUndefined(contact.lastName),
    phoneNumber: emptyToUndefined(contact.phoneNumber),
    state: emptyToUndefined(contact.state),
    zipCode: emptyToUndefined(contact.zipCode),
  }) satisfies Record<keyof Contact, unknown>;

const locationForHash = (location: HoldLocation) =>
  ({
    address: emptyToUndefined(location.address),
    address2: emptyToUndefined(location.address2),
    city: emptyToUndefined(location.city),
    company: emptyToUndefined(location.company),
    country: emptyToUndefined(location.country),
    locationCode: emptyToUndefined(location.locationCode),
    phoneNumber: emptyToUndefined(location.phoneNumber),
    state: emptyToUndefined(location.state),
    zipCode: emptyToUndefined(location.zipCode),
  }) satisfies Record<keyof HoldLocation, unknown>;

const lineForHash = (line: SalesOrderDraftLine) =>
  ({
    additionalFields: line.additionalFields,
    description: emptyToUndefined(line.description),
    externalLineNumber: emptyToUndefined(line.externalLineNumber),
    group: emptyToUndefined(line.group),
    itemNo: emptyToUndefined(line.itemNo),
    parentItemNo: emptyToUndefined(line.parentItemNo),
    quantity: line.quantity,
    quantityUnit: line.quantityUnit,
    taxStatus: emptyToUndefined(line.taxStatus),
    unitPrice: line.unitPrice,
  }) satisfies Record<keyof SalesOrderDraftLine, unknown>;

const contentForHash = (content: OrderContent, { document } = content) =>
  ({
    additionalFields: document.additionalFields,
    batchDescription: emptyToUndefined(document.batchDescription),
    batchId: emptyToUndefined(content.batchId),
    billing: contactForHash(document.billing),
    carrier: emptyToUndefined(content.carrier),
    consumerShippingPrice: emptyToUndefined(document.consumerShippingPrice),
    consumerTaxCollected: emptyToUndefined(document.consumerTaxCollected),
    giftCard: document.giftCard,
    giftCardMessage: emptyToUndefined(document.giftCardMessage),
    hold: content.hold,
    holdAtLocation: content.holdAtLocation,
    holdLocation: document.holdLocation === undefined ? {} : locationForHash(document.holdLocation),
    icePack: content.icePack,
    insurance: document.insurance,
    lines: content.lines.map(lineForHash),
    orderDate: emptyToUndefined(document.orderDate),
    orderNo: emptyToUndefined(content.orderNo),
    orderSource: emptyToUndefined(document.orderSource),
    orderType: content.orderType,
    poNo: emptyToUndefined(document.poNo),
    recipient: contactForHash(document.recipient),
    requestedShipDate: content.requestedShipDate?.toString() ?? '',
    service: emptyToUndefined(content.service),
    shipmentKey: emptyToUndefined(content.shipmentKey),
    specialInstructions: emptyToUndefined(document.specialInstructions),
    tags: document.tags.length === 0 ? undefined : document.tags,
    warehouse: emptyToUndefined(content.warehouse),
  }) satisfies Record<keyof Omit<OrderContent & OrderDetails, 'document' | 'transmissionId'>, unknown>;

/**
 * Hash of what the customer wants: equal for the same order sent twice, however it was spelled. Empty texts mean the same
 * as absent ones.
 * @returns SHA-256, 64 hex digits
 */
export function orderContentHash(content: OrderContent): string {
  const { document, lines } = content;
  // Fields of the caller's own making come in any order.
  const hasFreeFields =
    document.additionalFields !== undefined || lines.some((line) => line.additionalFields !== undefined);
  return sha256Hex(hasFreeFields ? canonicalJson(contentForHash(content)) : JSON.stringify(contentForHash(content)));
}

/** The names under which the order is known: no two members of a set may share one. */
export function draftIdentityKeys(draft: SalesOrderDraft): string[] {
  const names = [`1\n${draft.orderNo}\n${draft.shipmentKey}`];
  if (draft.document.transmissionId !== '') names.push(`2\n${draft.document.transmissionId}`);
  return names;
}

/** The status that a line draws (decision 12). `warning` when a tax status was sent where it has no meaning. */
export function lineInventoryStatus(
  orderType: OrderType,
  taxStatus: string | undefined,
): { status: string; ignored: boolean } {
  if (taxStatus === undefined || taxStatus === '') return { status: primaryStatus, ignored: false };
  if (orderType === 'CLUB' || orderType === 'RETAIL') return { status: primaryStatus, ignored: true };
  return { status: taxStatus, ignored: false };
}

/**
 * What lines of stock add up to, per item and status: two lines of one item count together (decision 12). What was picked
 * short is not wanted any more.
 */
export function salesDemandLines(
  orderType: OrderType,
  lines: readonly OrderLine[],
): { itemNo: string; status: string; quantity: number }[] {
  // A JIT order brings its own stock; it never counts in the ledger.
  if (orderType === 'JIT') return [];
  const sums = new Map<string, { itemNo: string; status: string; quantity: number }[]>();
  const demanded: { itemNo: string; status: string; quantity: number }[] = [];
  for (const line of lines) {
    const { itemNo, status, storage } = line;
    const units = unitsToShip(line);
    if (storage !== 'service' || units === 0) continue;
    const ofItem = sums.get(itemNo);
    const sum = ofItem?.find((each) => each.status === status);
    if (sum !== undefined) {
      sum.quantity += units;
      continue;
    }
    const first = { itemNo, status, quantity: units };
    if (ofItem === undefined) sums.set(itemNo, [first]);
    else ofItem.push(first);
    demanded.push(first);
  }
  return demanded;
}

export const noContact: Contact = {
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
