/**
 * The sales order as it stands on the wire (interface: Sales order) and what becomes of it: the schema's fragments, the
 * rules between fields, and the way into the domain's words. Pure. Used by create, update and batch.
 */
import Type, { type Static } from 'typebox';
import { carrierServiceFault } from '../carriers/index.ts';
import { inventoryTaxStatusField, orderTypeField } from '../contract/code-lists.ts';
import {
  BillingContactInfo,
  type ContactInfo,
  type DeliveryContact,
  DeliveryContactInfo,
  RecipientContactInfo,
} from '../contract/contacts.ts';
import {
  amountField,
  codeField,
  dateTimeField,
  flagField,
  ignored,
  nameField,
  priceField,
  quantityField,
  textField,
} from '../contract/fields.ts';
import { AdditionalFields, HoldOrder, isHold } from '../contract/orders.ts';
import { ShipmentInfo } from '../contract/shipment.ts';
import { parseDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import { noContact, type OrderContent, orderContentHash, type SalesOrderDraftLine } from './draft.ts';
import type { Contact, HoldLocation } from './order.ts';

const optional = Type.Optional;

export const orderInfoFields = {
  TransmissionId: optional(
    textField('Identifies this transmission; sent again it answers the first reference.', { maxLength: 36 }),
  ),
  OrderNo: textField("The order's number, usually of the customer's point of sale.", { minLength: 3, maxLength: 30 }),
  PONo: optional(textField('Purchase order number.', { maxLength: 20 })),
  ShipmentKey: optional(textField('Tells shipments of one order number apart.', { maxLength: 50 })),
  OrderType: orderTypeField('What kind of order it is.'),
  OrderSource: optional(textField('Where the order comes from.', { maxLength: 200 })),
  OrderDate: optional(dateTimeField("When the order was made; without offset, in the operator's time zone.")),
  GiftCard: optional(flagField('1 when the order carries a gift message.')),
  GiftCardMessage: optional(textField('The gift message; required when GiftCard is 1.', { maxLength: 500 })),
  Tags: optional(textField('Tags, separated by semicolons.', { maxLength: 60 })),
  SpecialInstructions: optional(textField('Instructions for the warehouse.', { maxLength: 1000 })),
  HoldOrder: optional(HoldOrder),
  ConsumerTaxCollected: optional(amountField('Total tax collected on the order.')),
  ConsumerShippingPrice: optional(amountField('Total shipping cost collected on the order.')),
  BatchId: optional(textField('The batch that the order belongs to.', { maxLength: 10 })),
  BatchDescription: optional(textField('What the batch is.', { maxLength: 1000 })),
};

export const OrderItem = Type.Object(
  {
    ItemNo: nameField('The item.'),
    ItemDescription: optional(textField("The item's description; by default the catalog's.")),
    ItemQuantity: quantityField('How many, in bottles (RETAIL) or cases (WHOLESALE).'),
    QuantityUnit: optional(codeField('RETAIL (bottles, the default) or WHOLESALE (cases).', ['RETAIL', 'WHOLESALE'])),
    UnitPrice: optional(priceField('Price of the item.')),
    InventoryTaxStatus: optional(
      inventoryTaxStatusField('The tax status to draw; only for order types that are not direct to consumer.'),
    ),
    AdditionalFields: optional(AdditionalFields),
    ExternalLineNumber: optional(textField("The customer's own line reference; echoed.")),
    Group: optional(textField('Groups items.')),
    ParentItemNo: optional(textField('The gift set or box that the item belongs to; informs only.')),
  },
  { title: 'SalesOrderItem' },
);

/** A sales order request without credentials. */
export const salesOrderFields = {
  OrderInfo: Type.Object(orderInfoFields, { title: 'SalesOrderInfo' }),
  RecipientContactInfo: optional(RecipientContactInfo),
  BillingContactInfo: optional(BillingContactInfo),
  DeliveryContactInfo: optional(DeliveryContactInfo),
  ShipmentInfo: optional(ShipmentInfo),
  ItemsInfo: optional(
    Type.Array(OrderItem, { maxItems: 1000, description: 'The lines. Without any the order is accepted and held.' }),
  ),
  TransactionReferenceNumber: optional(textField('Ignored when an order is created.', ignored)),
  HoldOrder: optional(HoldOrder),
  AdditionalFields: optional(AdditionalFields),
};

export const SalesOrderRequest = Type.Object(salesOrderFields, { title: 'SalesOrderRequest' });
export type SalesOrderRequest = Static<typeof SalesOrderRequest>;

/** An update without credentials: whatever it leaves out stays. */
export const SalesOrderPatch = Type.Object(
  {
    ...salesOrderFields,
    OrderInfo: optional(Type.Partial(Type.Object(orderInfoFields), { title: 'SalesOrderInfo' })),
    TransactionReferenceNumber: optional(
      textField('Any reference answered for the order; identifies it, and OrderNo is then ignored.'),
    ),
  },
  { title: 'SalesOrderPatch' },
);
export type SalesOrderPatch = Static<typeof SalesOrderPatch>;

/** Any property may be absent: the rules are also asked when the schema found faults. */
type Sent = { readonly [K in keyof SalesOrderRequest]?: Partial<SalesOrderRequest[K]> | undefined };

/** The rules between fields (interface: Sales order, Contact objects; decisions 1 and 4). */
export function checkSalesOrder(sent: Sent): Fault[] {
  const order: Partial<SalesOrderRequest['OrderInfo']> = sent.OrderInfo ?? {};
  return [
    ...checkGift(order),
    ...checkHold(order.HoldOrder, sent.HoldOrder as boolean | 0 | 1 | undefined),
    ...checkShipment(sent.ShipmentInfo ?? {}),
    ...checkBilling(sent.BillingContactInfo ?? {}),
  ];
}

function checkGift({ GiftCard, GiftCardMessage }: { GiftCard?: 0 | 1; GiftCardMessage?: string }): Fault[] {
  if (GiftCard !== 1 || (GiftCardMessage ?? '').trim() !== '') return [];
  return [{ field: 'OrderInfo.GiftCardMessage', code: 'Required', message: 'is required when GiftCard is 1' }];
}

/** `HoldOrder` may stand in both places, but must say the same (decision 1). */
export function checkHold(inside: boolean | 0 | 1 | undefined, top: boolean | 0 | 1 | undefined): Fault[] {
  if (inside === undefined || top === undefined || isHold(inside) === isHold(top)) return [];
  return [{ field: 'HoldOrder', code: 'Contradiction', message: 'says otherwise than OrderInfo.HoldOrder' }];
}

function checkShipment(shipment: { ShippingCarrier?: string; ShippingCarrierService?: string }): Fault[] {
  const message = carrierServiceFault(shipment.ShippingCarrier, shipment.ShippingCarrierService);
  if (message === undefined) return [];
  return [{ field: 'ShipmentInfo.ShippingCarrierService', code: 'ImpossibleService', message }];
}

function checkBilling({ Country, State, ZipCode }: { Country?: string; State?: string; ZipCode?: string }): Fault[] {
  const country = (Country ?? '').trim().toUpperCase();
  if (country !== '' && country !== 'US' && country !== 'USA') return [];
  const faults: Fault[] = [];
  if ((State ?? '') !== '' && !/^[A-Za-z]{2}$/.test((State as string).trim())) {
    faults.push({
      field: 'BillingContactInfo.State',
      code: 'Format',
      message: 'must be a 2-letter abbreviation for US addresses',
    });
  }
  if ((ZipCode ?? '') !== '' && !/^\d{5}(-?\d{4})?$/.test((ZipCode as string).trim())) {
    faults.push({
      field: 'BillingContactInfo.ZipCode',
      code: 'Format',
      message: 'must have 5 or 9 digits for US addresses',
    });
  }
  return faults;
}

/** Into the domain's words. Call with a request that has no faults. */
export function parseOrderContent(request: SalesOrderRequest): OrderContent {
  const { OrderInfo: order, ShipmentInfo: shipment = {}, DeliveryContactInfo: delivery } = request;
  const requested = shipment.RequestedShipmentDate;
  return {
    orderNo: order.OrderNo,
    shipmentKey: order.ShipmentKey ?? '',
    orderType: order.OrderType,
    batchId: order.BatchId ?? '',
    hold: isHold(request.HoldOrder ?? order.HoldOrder) ?? false,
    carrier: shipment.ShippingCarrier ?? '',
    service: shipment.ShippingCarrierService ?? '',
    warehouse: shipment.ServiceWarehouseLocation ?? '',
    requestedShipDate: requested === undefined ? undefined : parseDate(requested),
    icePack: shipment.IcePack ?? 0,
    holdAtLocation: delivery?.HoldAtLocation ?? 0,
    document: {
      transmissionId: order.TransmissionId ?? '',
      poNo: order.PONo ?? '',
      orderSource: order.OrderSource ?? '',
      orderDate: order.OrderDate ?? '',
      giftCard: order.GiftCard ?? 0,
      giftCardMessage: order.GiftCardMessage ?? '',
      tags: tagsOf(order.Tags ?? ''),
      specialInstructions: order.SpecialInstructions ?? '',
      consumerTaxCollected: order.ConsumerTaxCollected ?? '',
      consumerShippingPrice: order.ConsumerShippingPrice ?? '',
      batchDescription: order.BatchDescription ?? '',
      insurance: shipment.Insurance ?? 0,
      recipient: contactOf(request.RecipientContactInfo),
      billing: contactOf(request.BillingContactInfo),
      ...(delivery?.HoldAtLocation === 1 ? { holdLocation: holdLocationOf(delivery) } : {}),
      ...(request.AdditionalFields === undefined ? {} : { additionalFields: request.AdditionalFields }),
    },
    lines: (request.ItemsInfo ?? []).map(lineOf),
  };
}

/** Content with its hash, ready to be placed. */
export function parseHashedContent(request: SalesOrderRequest): OrderContent & { readonly contentHash: string } {
  const content = parseOrderContent(request);
  return { ...content, contentHash: orderContentHash(content) };
}

function tagsOf(tags: string): string[] {
  return tags
    .split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function lineOf(item: Static<typeof OrderItem>): SalesOrderDraftLine {
  return {
    itemNo: item.ItemNo,
    description: item.ItemDescription ?? '',
    quantity: item.ItemQuantity,
    quantityUnit: item.QuantityUnit ?? 'RETAIL',
    ...(item.UnitPrice === undefined ? {} : { unitPrice: item.UnitPrice }),
    ...(item.InventoryTaxStatus === undefined ? {} : { taxStatus: item.InventoryTaxStatus }),
    ...(item.ExternalLineNumber ? { externalLineNumber: item.ExternalLineNumber } : {}),
    ...(item.Group ? { group: item.Group } : {}),
    ...(item.ParentItemNo ? { parentItemNo: item.ParentItemNo } : {}),
    ...(item.AdditionalFields === undefined ? {} : { additionalFields: item.AdditionalFields }),
  };
}

function contactOf(sent: ContactInfo | undefined): Contact {
  if (sent === undefined) return noContact;
  return {
    firstName: sent.FirstName ?? '',
    lastName: sent.LastName ?? '',
    company: sent.Company ?? '',
    address: sent.Address ?? '',
    address2: sent.Address2 ?? '',
    city: sent.City ?? '',
    state: sent.State ?? '',
    zipCode: sent.ZipCode ?? '',
    country: sent.Country ?? '',
    phoneNumber: sent.PhoneNumber ?? '',
    emailAddress: sent.EmailAddress ?? '',
  };
}

function holdLocationOf(sent: DeliveryContact): HoldLocation {
  return {
    locationCode: sent.LocationCode ?? '',
    company: sent.Company ?? '',
    address: sent.Address ?? '',
    address2: sent.Address2 ?? '',
    city: sent.City ?? '',
    state: sent.State ?? '',
    zipCode: sent.ZipCode ?? '',
    country: sent.Country ?? '',
    phoneNumber: sent.PhoneNumber ?? '',
  };
}
