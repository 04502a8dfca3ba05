/**
 * Names the fields in which a repeated order differs from the order that has its OrderNo or TransmissionId (decision 6).
 * Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OrderContent, RequestedSalesLine } from './draft.ts';
import type { CarrierHoldLocation, Contact, OrderDetails, SalesOrder } from './order.ts';

/**
 * The present content of an order, into which an update is merged. `warehouse` is '' when neither the order nor the customer's
 * preferences named one, and `hold` is always false because it is not stored.
 */
export const orderContentOf = (order: SalesOrder, details: OrderDetails): OrderContent => ({
  ...order,
  hold: false,
  warehouse: order.warehouseNamed ? order.warehouse : '',
  holdAtLocation: details.holdLocation === undefined ? 0 : 1,
  details,
});

const addressFields = {
  company: 'Company',
  address: 'Address',
  address2: 'Address2',
  city: 'City',
  state: 'State',
  zipCode: 'ZipCode',
  country: 'Country',
  phoneNumber: 'PhoneNumber',
} as const;

const contactFields = {
  firstName: 'FirstName',
  lastName: 'LastName',
  ...addressFields,
  emailAddress: 'EmailAddress',
} satisfies Record<keyof Contact, string>;

const locationFields = {
  locationCode: 'LocationCode',
  ...addressFields,
} satisfies Record<keyof CarrierHoldLocation, string>;

const lineFields = {
  itemNo: 'ItemNo',
  description: 'ItemDescription',
  quantity: 'ItemQuantity',
  quantityUnit: 'QuantityUnit',
  unitPrice: 'UnitPrice',
  taxStatus: 'InventoryTaxStatus',
  externalLineNumber: 'ExternalLineNumber',
  group: 'Group',
  parentItemNo: 'ParentItemNo',
  additionalFields: 'AdditionalFields',
} satisfies Record<keyof RequestedSalesLine, string>;

/**
 * The compared fields but contacts, the carrier location and lines. A field that is completed when an order is created is
 * compared only if it was sent.
 */
const orderFields: readonly (readonly [field: string, of: (content: OrderContent) => unknown, isCompleted?: true])[] = [
  ['OrderInfo.OrderNo', (order) => order.orderNo],
  ['OrderInfo.PONo', ({ details }) => details.poNo],
  ['OrderInfo.ShipmentKey', (order) => order.shipmentKey],
  ['OrderInfo.OrderType', (order) => order.orderType],
  ['OrderInfo.OrderSource', ({ details }) => details.orderSource],
  ['OrderInfo.OrderDate', ({ details }) => details.orderDate],
  ['OrderInfo.GiftCard', ({ details }) => details.giftCard],
  ['OrderInfo.GiftCardMessage', ({ details }) => details.giftCardMessage],
  ['OrderInfo.Tags', ({ details }) => details.tags],
  ['OrderInfo.SpecialInstructions', ({ details }) => details.specialInstructions],
  ['OrderInfo.ConsumerTaxCollected', ({ details }) => details.consumerTaxCollected],
  ['OrderInfo.ConsumerShippingPrice', ({ details }) => details.consumerShippingPrice],
  ['OrderInfo.BatchId', (order) => order.batchId],
  ['OrderInfo.BatchDescription', ({ details }) => details.batchDescription],
  ['AdditionalFields', ({ details }) => details.additionalFields],
  ['ShipmentInfo.ShippingCarrier', (order) => order.carrier, true],
  ['ShipmentInfo.ShippingCarrierService', (order) => order.service, true],
  ['the warehouse in ShipmentInfo', (order) => order.warehouse, true],
  ['ShipmentInfo.RequestedShipmentDate', (order) => order.requestedShipDate?.toString()],
  ['ShipmentInfo.Insurance', ({ details }) => details.insurance],
  ['ShipmentInfo.IcePack', (order) => order.icePack],
  ['DeliveryContactInfo.HoldAtLocation', (order) => order.holdAtLocation],
];

/**
 * The wire names of the fields in which an order differs from a stored one. Values are omitted, because reasons are stored permanently.
 * Empty when the only difference is `HoldOrder`, a carrier that was chosen for BSW, a field that was changed since, or one that is
 * completed where it is not sent.
 */
export function diffOrderContentFields(sent: OrderContent, stored: OrderContent): string[] {
  // Processing replaces BSW by the carrier and service that were chosen, so they do not show what was sent first.
  const isChosenSince = sent.carrier === 'BSW' && stored.carrier !== 'BSW';
  const compared = isChosenSince ? { ...sent, carrier: '', service: '' } : sent;
  const differing = orderFields
    .filter(([, of, isCompleted]) => !(isCompleted && !of(compared)) && !isSame(of(compared), of(stored)))
    .map(([field]) => field);
  const { details: ours } = sent;
  const { details: theirs } = stored;
  return [
    ...differing,
    ...differingIn('RecipientContactInfo', contactFields, ours.recipient, theirs.recipient),
    ...differingIn('BillingContactInfo', contactFields, ours.billing, theirs.billing),
    ...differingIn('DeliveryContactInfo', locationFields, ours.holdLocation ?? {}, theirs.holdLocation ?? {}),
    ...differingLines(sent.lines, stored.lines),
  ];
}

/** The objects of a request that hold fields of `diffOrderContentFields`, such as `OrderInfo`, each once. */
export const requestPartsOfFields = (fields: readonly string[]): string[] => [
  ...new Set(fields.map((field) => /[A-Za-z]+Info|AdditionalFields/.exec(field)?.[0] ?? field)),
];

function differingLines(sent: readonly RequestedSalesLine[], stored: readonly RequestedSalesLine[]): string[] {
  if (sent.length !== stored.length) return [`ItemsInfo (${sent.length} instead of ${stored.length})`];
  return sent.flatMap((line, index) => {
    const before = stored[index] as RequestedSalesLine;
    // An order is stored with the description of its item where none was sent.
    const description = line.description.trim() === '' ? before.description : line.description;
    return differingIn(`ItemsInfo[${index}]`, lineFields, { ...line, description }, before);
  });
}

function differingIn<Part extends object>(
  name: string,
  fields: Readonly<Partial<Record<keyof Part, string>>>,
  sent: Part,
  stored: Part,
): string[] {
  const keys = Object.keys(fields) as (keyof Part)[];
  return keys.filter((key) => !isSame(sent[key], stored[key])).map((key) => `${name}.${fields[key]}`);
}

/** '' and undefined are both absent. */
const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one === '' ? undefined : one, other === '' ? undefined : other);

const maxNamed = 5;

/**
 * The differing fields as a sentence without its full stop: `It differs in OrderInfo.PONo and ShipmentInfo.IcePack`. Names at most five.
 */
export function describeDifferingFields(fields: readonly string[]): string {
  if (fields.length === 0)
    return 'It differs in HoldOrder, leaves out a field that was sent before, or was changed since';
  const named = fields.slice(0, maxNamed);
  const more = fields.length - named.length;
  if (more > 0) named.push(more === 1 ? '1 more field' : `${more} more fields`);
  const last = named.pop();
  return `It differs in ${named.length === 0 ? last : `${named.join(', ')} and ${last}`}`;
}
