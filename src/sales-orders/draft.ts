/**
 * A sales order as it was sent, in the domain's words, before the catalogue and the stock have been asked. Pure.
 */
import { canonicalFields, sha256 } from '../lib/canonical-json.ts';
import type { Contact, HoldLocation, OrderDocument, OrderLine, OrderType } from './order.ts';
import { unitsToShip } from './short-picks.ts';

/** A line as sent. */
export interface DraftLine {
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
  readonly document: OrderDocument;
  readonly holdAtLocation: 0 | 1;
  readonly lines: readonly DraftLine[];
}

/** An order that waits to be placed. */
export interface SalesOrderDraft extends OrderContent {
  readonly customerNo: string;
  /** The reference made for this request: the order's id when it is accepted. */
  readonly reference: string;
  readonly actor: string;
  readonly operation: string;
  readonly contentHash: Buffer;
  readonly preferences: PlacementPreferences;
  /** Properties of the request that nobody knows; the journal names them. */
  readonly unknownProperties: readonly string[];
}

/** What fills the parts of `ShipmentInfo` that were not sent (decision 4). */
export interface PlacementPreferences {
  readonly carrier: string;
  readonly service: string;
  /** '' when the customer has no usual warehouse. */
  readonly warehouse: string;
}

/** The names of a type's fields, sorted; the compiler sees to it that none is missing. */
const fieldsOf = <Known>(fields: Record<keyof Required<Known>, true>): readonly string[] => Object.keys(fields).sort();

const contactFields = fieldsOf<Contact>({
  firstName: true,
  lastName: true,
  company: true,
  address: true,
  address2: true,
  city: true,
  state: true,
  zipCode: true,
  country: true,
  phoneNumber: true,
  emailAddress: true,
});

const holdLocationFields = fieldsOf<HoldLocation>({
  locationCode: true,
  company: true,
  address: true,
  address2: true,
  city: true,
  state: true,
  zipCode: true,
  country: true,
  phoneNumber: true,
});

const lineFields = fieldsOf<DraftLine>({
  itemNo: true,
  description: true,
  quantity: true,
  quantityUnit: true,
  unitPrice: true,
  taxStatus: true,
  externalLineNumber: true,
  group: true,
  parentItemNo: true,
  additionalFields: true,
});

/** What is compared: the `transmissionId` is not. */
const contentFields = fieldsOf<Omit<OrderContent & OrderDocument, 'document' | 'transmissionId'>>({
  orderNo: true,
  shipmentKey: true,
  orderType: true,
  batchId: true,
  hold: true,
  carrier: true,
  service: true,
  warehouse: true,
  requestedShipDate: true,
  icePack: true,
  holdAtLocation: true,
  lines: true,
  poNo: true,
  orderSource: true,
  orderDate: true,
  giftCard: true,
  giftCardMessage: true,
  tags: true,
  specialInstructions: true,
  consumerTaxCollected: true,
  consumerShippingPrice: true,
  batchDescription: true,
  insurance: true,
  recipient: true,
  billing: true,
  holdLocation: true,
  additionalFields: true,
});

/**
 * Hash of what the customer wants: equal for the same order sent twice, however it was spelled. Empty texts mean the same
 * as absent ones.
 */
export function contentHashOf(content: OrderContent): Buffer {
  const { document, lines, requestedShipDate } = content;
  const text = canonicalFields({ ...content, ...document }, contentFields, {
    requestedShipDate: JSON.stringify(requestedShipDate?.toString() ?? ''),
    recipient: canonicalFields(document.recipient, contactFields),
    billing: canonicalFields(document.billing, contactFields),
    holdLocation: canonicalFields(document.holdLocation ?? {}, holdLocationFields),
    lines: `[${lines.map((line) => canonicalFields(line, lineFields)).join(',')}]`,
  });
  return sha256(text);
}

/** The names under which the order is known: no two members of a set may share one. */
export function draftIdentities(draft: SalesOrderDraft): string[] {
  const names = [`1\n${draft.orderNo}\n${draft.shipmentKey}`];
  if (draft.document.transmissionId !== '') names.push(`2\n${draft.document.transmissionId}`);
  return names;
}

/** The status that a line draws (decision 12). `warning` when a tax status was sent where it has no meaning. */
export function drawnStatus(orderType: OrderType, taxStatus: string | undefined): { status: string; ignored: boolean } {
  const primary = 'GOOD-NO-TX';
  if (taxStatus === undefined || taxStatus === '') return { status: primary, ignored: false };
  if (orderType === 'CLUB' || orderType === 'RETAIL') return { status: primary, ignored: true };
  return { status: taxStatus, ignored: false };
}

/**
 * What lines of stock add up to, per item and status: two lines of one item count together (decision 12). What was picked
 * short is not wanted any more.
 */
export function demandLines(
  orderType: OrderType,
  lines: readonly OrderLine[],
): { itemNo: string; status: string; quantity: number }[] {
  // A JIT order brings its own stock; it never counts in the ledger.
  if (orderType === 'JIT') return [];
  const sums = new Map<string, { itemNo: string; status: string; quantity: number }>();
  for (const line of lines) {
    const { itemNo, status, storage } = line;
    const units = unitsToShip(line);
    if (storage !== 'service' || units === 0) continue;
    const key = `${itemNo}\n${status}`;
    const sum = sums.get(key);
    if (sum) sum.quantity += units;
    else sums.set(key, { itemNo, status, quantity: units });
  }
  return [...sums.values()];
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
