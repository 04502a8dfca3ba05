/**
 * The wire format of sales orders (interface: Sales order): schema, rules between fields, and conversion to `OrderContent`.
 * Pure. Used by create, update and batch.
 */

import Type, { type Static, type TUnsafe } from 'typebox';
import { describeCarrierServiceFault } from '../carriers/index.ts';
import { inventoryTaxStatusField, salesOrderTypeField } from '../contract/code-lists.ts';
import {
  BillingContactInfo,
  type CarrierLocationContact,
  type ContactInfo,
  contactPatchFields,
  DeliveryContactInfo,
  RecipientContactInfo,
} from '../contract/contacts.ts';
import {
  codeField,
  dateTimeField,
  dollarAmountStringField,
  flagField,
  freeFormObjectField,
  identifierField,
  ignoredFieldOption,
  priceField,
  quantityField,
  restoreZipCodeZeros,
  textField,
  textOrNumberField,
} from '../contract/fields.ts';
import { ShipmentInfo, ShipmentPatch } from '../contract/shipment.ts';
import { matchEarlierLines } from '../documents/index.ts';
import { parseUsDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import { emptyOrderContent, hashOrderContent, type OrderContent, type RequestedSalesLine } from './draft.ts';
import type { CarrierHoldLocation, Contact } from './order.ts';

const optional = Type.Optional;

/** `HoldOrder`: a boolean, 0 or 1. Read it with `parseHoldOrderFlag`. */
const HoldOrder: TUnsafe<boolean | 0 | 1> = Type.Unsafe<boolean | 0 | 1>({
  enum: [true, false, 0, 1],
  description:
    'true (or 1) puts the order on fulfillment hold; it is not fulfilled until it is set to false by UpdateSalesOrder or released in the portal.',
});

/** Whether `HoldOrder` requests a hold; `undefined` when it is absent. */
export function parseHoldOrderFlag(value: boolean | 0 | 1 | undefined): boolean | undefined {
  return value === undefined ? undefined : value === true || value === 1;
}

const AdditionalFields = freeFormObjectField(
  'Optional parameters for specific business scenarios. They are stored with the order, and the operator sees them; replies do not have them.',
);

const orderInfoFields = {
  TransmissionId: optional(
    textOrNumberField('Identifies this transmission; sent again, it returns the first reference.', { maxLength: 36 }),
  ),
  OrderNo: textOrNumberField("The order number, usually from the customer's point of sale.", {
    minLength: 3,
    maxLength: 30,
  }),
  PONo: optional(textOrNumberField('Purchase order number.', { maxLength: 20 })),
  ShipmentKey: optional(textOrNumberField('Distinguishes shipments with the same order number.', { maxLength: 50 })),
  OrderType: salesOrderTypeField('Type of the order.'),
  OrderSource: optional(textField('Origin of the order.', { maxLength: 200 })),
  OrderDate: optional(dateTimeField("When the order was placed; without an offset, in the operator's time zone.")),
  GiftCard: optional(flagField('1 when the order has a gift message.')),
  GiftCardMessage: optional(textField('The gift message; required when GiftCard is 1.', { maxLength: 500 })),
  Tags: optional(textField('Tags, separated by semicolons.', { maxLength: 60 })),
  SpecialInstructions: optional(textField('Instructions for the warehouse.', { maxLength: 1000 })),
  HoldOrder: optional(HoldOrder),
  ConsumerTaxCollected: optional(dollarAmountStringField('Total tax collected on the order.')),
  ConsumerShippingPrice: optional(dollarAmountStringField('Total shipping cost collected on the order.')),
  BatchId: optional(textOrNumberField('Batch of the order.', { maxLength: 10 })),
  BatchDescription: optional(textField('Description of the batch.', { maxLength: 1000 })),
};

const OrderItem = Type.Object(
  {
    ItemNo: identifierField('Item number.'),
    ItemDescription: optional(textField("Item description; by default the catalog's.")),
    ItemQuantity: quantityField('Quantity in bottles (RETAIL) or cases (WHOLESALE).'),
    QuantityUnit: optional(codeField('RETAIL (bottles, the default) or WHOLESALE (cases).', ['RETAIL', 'WHOLESALE'])),
    UnitPrice: optional(priceField('Price of the item.')),
    InventoryTaxStatus: optional(
      inventoryTaxStatusField('Tax status of the stock to ship; only for order types that are not direct to consumer.'),
    ),
    AdditionalFields: optional(AdditionalFields),
    ExternalLineNumber: optional(textOrNumberField("The customer's line reference; returned unchanged.")),
    Group: optional(textOrNumberField('Groups items; returned unchanged.')),
    ParentItemNo: optional(textOrNumberField('Gift set or box that the item belongs to; for information only.')),
  },
  { title: 'SalesOrderItem' },
);

type Item = Static<typeof OrderItem>;

/** A sales order request without credentials. */
const salesOrderFields = {
  OrderInfo: Type.Object(orderInfoFields, { title: 'SalesOrderInfo' }),
  RecipientContactInfo: optional(RecipientContactInfo),
  BillingContactInfo: optional(BillingContactInfo),
  DeliveryContactInfo: optional(DeliveryContactInfo),
  ShipmentInfo: optional(ShipmentInfo),
  ItemsInfo: optional(
    Type.Array(OrderItem, {
      maxItems: 1000,
      description: 'Lines of the order. An order without lines is accepted and held.',
    }),
  ),
  TransactionReferenceNumber: optional(textField('Ignored when an order is created.', ignoredFieldOption)),
  HoldOrder: optional(HoldOrder),
  AdditionalFields: optional(AdditionalFields),
};

export const SalesOrderRequest = Type.Object(salesOrderFields, { title: 'SalesOrderRequest' });
export type SalesOrderRequest = Static<typeof SalesOrderRequest>;

/** An update without credentials: an absent property keeps its value. */
export const SalesOrderPatch = Type.Object(
  {
    ...salesOrderFields,
    OrderInfo: optional(
      Type.Partial(
        Type.Object({
          ...orderInfoFields,
          TransmissionId: optional(
            textOrNumberField('Has no effect in an update, which is sent again under an `Idempotency-Key`.', {
              maxLength: 36,
            }),
          ),
          TransactionReferenceNumber: optional(textField('Read like the one at the top level.')),
        }),
        { title: 'SalesOrderInfo' },
      ),
    ),
    ...contactPatchFields,
    ShipmentInfo: optional(ShipmentPatch),
    TransactionReferenceNumber: optional(
      textField('Any transaction reference of the order. When it is given, OrderNo is ignored.'),
    ),
  },
  { title: 'SalesOrderPatch' },
);
export type SalesOrderPatch = Static<typeof SalesOrderPatch>;

/** Any property may be absent: rules are also checked on requests with schema faults. */
type PartialRequest = { readonly [K in keyof SalesOrderRequest]?: Partial<SalesOrderRequest[K]> | undefined };

/** The rules between fields of a request (interface: Sales order, Contact objects; decisions 1 and 4). */
export function checkSalesOrderRequest(sent: PartialRequest): Fault[] {
  const order: Partial<SalesOrderRequest['OrderInfo']> = sent.OrderInfo ?? {};
  const billing: ContactInfo = sent.BillingContactInfo ?? {};
  return [
    ...checkGift(order.GiftCard, order.GiftCardMessage),
    ...checkHoldOrderFlags(order.HoldOrder, sent.HoldOrder as boolean | 0 | 1 | undefined),
    ...checkService(sent.ShipmentInfo?.ShippingCarrier, sent.ShipmentInfo?.ShippingCarrierService),
    ...checkBilling(billing.Country, billing.State, billing.ZipCode),
  ];
}

/**
 * The faults of an update that `checkOrderContent` finds for every order. A rule with an absent field is skipped: the order may have any
 * value.
 */
export function checkSalesOrderPatch(sent: SalesOrderPatch): Fault[] {
  const order = sent.OrderInfo ?? {};
  const billing: ContactInfo = sent.BillingContactInfo ?? {};
  return [
    ...(order.GiftCardMessage === undefined ? [] : checkGift(order.GiftCard, order.GiftCardMessage)),
    ...checkService(sent.ShipmentInfo?.ShippingCarrier, sent.ShipmentInfo?.ShippingCarrierService),
    ...(billing.Country === undefined ? [] : checkBilling(billing.Country, billing.State, billing.ZipCode)),
  ];
}

/** Applies the rules of `checkSalesOrderRequest`, except that of `HoldOrder`, to an order into which an update was merged. */
export function checkOrderContent({
  carrier,
  service,
  details: { giftCard, giftCardMessage, billing },
}: OrderContent): Fault[] {
  return [
    ...checkGift(giftCard, giftCardMessage),
    ...checkService(carrier, service),
    ...checkBilling(billing.country, billing.state, billing.zipCode),
  ];
}

function checkGift(giftCard: 0 | 1 | undefined, message = ''): Fault[] {
  if (giftCard !== 1 || message.trim() !== '') return [];
  return [{ field: 'OrderInfo.GiftCardMessage', code: 'Required', message: 'is required when GiftCard is 1' }];
}

/** `HoldOrder` may be sent in both places with the same value (decision 1). */
export function checkHoldOrderFlags(inside: boolean | 0 | 1 | undefined, top: boolean | 0 | 1 | undefined): Fault[] {
  if (inside === undefined || top === undefined || parseHoldOrderFlag(inside) === parseHoldOrderFlag(top)) return [];
  return [{ field: 'HoldOrder', code: 'Contradiction', message: 'contradicts OrderInfo.HoldOrder' }];
}

function checkService(carrier: string | undefined, service: string | undefined): Fault[] {
  const message = describeCarrierServiceFault(carrier, service);
  if (message === undefined) return [];
  return [{ field: 'ShipmentInfo.ShippingCarrierService', code: 'ImpossibleService', message }];
}

/** Countries in other spellings are not checked (decision 4). */
function checkBilling(country = '', state = '', zipCode = ''): Fault[] {
  if (!['', 'US', 'USA'].includes(country.trim().toUpperCase())) return [];
  const fault = (field: string, message: string): Fault => ({
    field: `BillingContactInfo.${field}`,
    code: 'Format',
    message: `${message} for US addresses`,
  });
  return [
    ...(state === '' || /^[A-Za-z]{2}$/.test(state.trim()) ? [] : [fault('State', 'must be a 2-letter abbreviation')]),
    ...(zipCode === '' || /^\d{5}(-?\d{4})?$/.test(zipCode.trim())
      ? []
      : [fault('ZipCode', 'must have 5 or 9 digits')]),
  ];
}

/**
 * The content of a request without faults. An absent property takes its value from `base`, and "" clears a text or
 * `RequestedShipmentDate`, so an update is read over the order that it changes.
 */
export function parseOrderContent(request: SalesOrderPatch, base: OrderContent = emptyOrderContent): OrderContent {
  const { OrderInfo: order = {}, ShipmentInfo: shipment = {}, DeliveryContactInfo: delivery = {} } = request;
  const { details } = base;
  const requested = shipment.RequestedShipmentDate;
  const holdAtLocation = delivery.HoldAtLocation ?? base.holdAtLocation;
  const additionalFields = request.AdditionalFields ?? details.additionalFields;
  return {
    orderNo: order.OrderNo ?? base.orderNo,
    shipmentKey: order.ShipmentKey ?? base.shipmentKey,
    orderType: order.OrderType ?? base.orderType,
    batchId: order.BatchId ?? base.batchId,
    hold: parseHoldOrderFlag(request.HoldOrder ?? order.HoldOrder) ?? base.hold,
    carrier: shipment.ShippingCarrier ?? base.carrier,
    service: shipment.ShippingCarrierService ?? base.service,
    warehouse: shipment.ServiceWarehouseLocation ?? base.warehouse,
    requestedShipDate: requested === undefined ? base.requestedShipDate : parseUsDate(requested),
    icePack: shipment.IcePack ?? base.icePack,
    holdAtLocation,
    details: {
      transmissionId: order.TransmissionId ?? details.transmissionId,
      poNo: order.PONo ?? details.poNo,
      orderSource: order.OrderSource ?? details.orderSource,
      orderDate: order.OrderDate ?? details.orderDate,
      giftCard: order.GiftCard ?? details.giftCard,
      giftCardMessage: order.GiftCardMessage ?? details.giftCardMessage,
      tags: order.Tags === undefined ? details.tags : parseTags(order.Tags),
      specialInstructions: order.SpecialInstructions ?? details.specialInstructions,
      consumerTaxCollected: order.ConsumerTaxCollected ?? details.consumerTaxCollected,
      consumerShippingPrice: order.ConsumerShippingPrice ?? details.consumerShippingPrice,
      batchDescription: order.BatchDescription ?? details.batchDescription,
      insurance: shipment.Insurance ?? details.insurance,
      recipient: contactOf(request.RecipientContactInfo, details.recipient),
      billing: contactOf(request.BillingContactInfo, details.billing),
      ...(holdAtLocation === 1 ? { holdLocation: holdLocationOf(delivery, details.holdLocation) } : {}),
      additionalFields,
    },
    lines: request.ItemsInfo === undefined ? base.lines : linesOf(request.ItemsInfo, base.lines),
  };
}

/** The content of a new order with its hash. */
export function parseOrderContentWithHash(request: SalesOrderRequest): OrderContent & { readonly contentHash: string } {
  const content = parseOrderContent(request);
  return { ...content, contentHash: hashOrderContent(content) };
}

/**
 * An open order's content after an update (decisions 4 and 10). `OrderNo`, `ShipmentKey` and `TransmissionId` of the
 * update change nothing.
 */
export function mergeSalesOrderUpdate(base: OrderContent, update: SalesOrderPatch): OrderContent {
  const { OrderNo: _n, ShipmentKey: _k, TransmissionId: _t, ...orderInfo } = update.OrderInfo ?? {};
  const { recipient, billing, holdLocation } = base.details;
  const { RecipientContactInfo, BillingContactInfo, DeliveryContactInfo } = update;
  const patch = {
    ...update,
    OrderInfo: orderInfo,
    ...(RecipientContactInfo && { RecipientContactInfo: withZipCode(RecipientContactInfo, recipient) }),
    ...(BillingContactInfo && { BillingContactInfo: withZipCode(BillingContactInfo, billing) }),
    ...(DeliveryContactInfo && { DeliveryContactInfo: withZipCode(DeliveryContactInfo, holdLocation) }),
  };
  return parseOrderContent(patch, base);
}

/** Completes a ZIP code that was sent without a country, by the stored country. */
function withZipCode<Sent extends { readonly ZipCode?: string; readonly Country?: string }>(
  sent: Sent,
  base: { readonly country: string } | undefined,
): Sent {
  if (sent.ZipCode === undefined || sent.Country !== undefined) return sent;
  return { ...sent, ZipCode: restoreZipCodeZeros(sent.ZipCode, base?.country ?? '') };
}

function parseTags(tags: string): string[] {
  return tags
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/**
 * A line that is sent without a field keeps that of its current line (decisions 10 and 12). An added line of the same item takes
 * unit, tax status and price alone: a line reference belongs to one line.
 */
function linesOf(items: readonly Item[], before: readonly RequestedSalesLine[]): RequestedSalesLine[] {
  const earlier = matchEarlierLines(
    before,
    items.map(({ ItemNo }) => ItemNo),
  );
  return items.map((item, index) => {
    const base = earlier[index];
    return lineOf(item, base, earlier.indexOf(base) === index ? base : undefined);
  });
}

/** `current` is the line that this one replaces; `base` may also be another line of its item. */
function lineOf(
  item: Item,
  base: RequestedSalesLine | undefined,
  current: RequestedSalesLine | undefined,
): RequestedSalesLine {
  const unitPrice = item.UnitPrice ?? base?.unitPrice;
  const taxStatus = item.InventoryTaxStatus ?? base?.taxStatus;
  const externalLineNumber = item.ExternalLineNumber ?? current?.externalLineNumber;
  const group = item.Group ?? current?.group;
  const parentItemNo = item.ParentItemNo ?? current?.parentItemNo;
  const additionalFields = item.AdditionalFields ?? current?.additionalFields;
  return {
    itemNo: item.ItemNo,
    description: item.ItemDescription ?? current?.description ?? '',
    quantity: item.ItemQuantity,
    quantityUnit: item.QuantityUnit ?? base?.quantityUnit ?? 'RETAIL',
    ...(unitPrice === undefined ? {} : { unitPrice }),
    ...(taxStatus === undefined ? {} : { taxStatus }),
    ...(externalLineNumber ? { externalLineNumber } : {}),
    ...(group ? { group } : {}),
    ...(parentItemNo ? { parentItemNo } : {}),
    ...(additionalFields === undefined ? {} : { additionalFields }),
  };
}

function contactOf(sent: ContactInfo | undefined, base: Contact): Contact {
  if (sent === undefined) return base;
  return {
    firstName: sent.FirstName ?? base.firstName,
    lastName: sent.LastName ?? base.lastName,
    company: sent.Company ?? base.company,
    address: sent.Address ?? base.address,
    address2: sent.Address2 ?? base.address2,
    city: sent.City ?? base.city,
    state: sent.State ?? base.state,
    zipCode: sent.ZipCode ?? base.zipCode,
    country: sent.Country ?? base.country,
    phoneNumber: sent.PhoneNumber ?? base.phoneNumber,
    emailAddress: sent.EmailAddress ?? base.emailAddress,
  };
}

function holdLocationOf(sent: CarrierLocationContact, base: CarrierHoldLocation | undefined): CarrierHoldLocation {
  return {
    locationCode: sent.LocationCode ?? base?.locationCode ?? '',
    company: sent.Company ?? base?.company ?? '',
    address: sent.Address ?? base?.address ?? '',
    address2: sent.Address2 ?? base?.address2 ?? '',
    city: sent.City ?? base?.city ?? '',
    state: sent.State ?? base?.state ?? '',
    zipCode: sent.ZipCode ?? base?.zipCode ?? '',
    country: sent.Country ?? base?.country ?? '',
    phoneNumber: sent.PhoneNumber ?? base?.phoneNumber ?? '',
  };
}
