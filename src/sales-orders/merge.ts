/**
 * Updates merge (decisions 4 and 10): an absent section or field stays, `null` leaves a value, `""` clears a text,
 * `ItemsInfo` when present replaces all lines. Pure. The order is turned back into the request that would make it, the
 * update is laid over it, and the whole is checked and read again as any request is.
 */

import { formatDate } from '../lib/dates.ts';
import type { Contact, HoldLocation, OrderDetails, OrderLine, SalesOrder } from './order.ts';
import type { SalesOrderPatch, SalesOrderRequest } from './request-mapping.ts';

/** The order as a request. `HoldOrder` is left out: a hold is changed, not merged. */
export function requestOf(order: SalesOrder, document: OrderDetails): SalesOrderRequest {
  const { recipient, billing, holdLocation } = document;
  return {
    OrderInfo: {
      OrderNo: order.orderNo,
      ShipmentKey: order.shipmentKey,
      OrderType: order.orderType,
      BatchId: order.batchId,
      TransmissionId: document.transmissionId,
      PONo: document.poNo,
      OrderSource: document.orderSource,
      GiftCard: document.giftCard,
      GiftCardMessage: document.giftCardMessage,
      Tags: document.tags.join(';'),
      SpecialInstructions: document.specialInstructions,
      BatchDescription: document.batchDescription,
      ...(document.orderDate === '' ? {} : { OrderDate: document.orderDate }),
      ...(document.consumerTaxCollected === '' ? {} : { ConsumerTaxCollected: document.consumerTaxCollected }),
      ...(document.consumerShippingPrice === '' ? {} : { ConsumerShippingPrice: document.consumerShippingPrice }),
    },
    RecipientContactInfo: contactInfo(recipient),
    BillingContactInfo: contactInfo(billing),
    ...(holdLocation === undefined ? {} : { DeliveryContactInfo: deliveryInfo(holdLocation) }),
    ShipmentInfo: {
      ShippingCarrier: order.carrier as NonNullable<SalesOrderRequest['ShipmentInfo']>['ShippingCarrier'] & string,
      ShippingCarrierService: order.service as NonNullable<
        SalesOrderRequest['ShipmentInfo']
      >['ShippingCarrierService'] &
        string,
      Insurance: document.insurance,
      IcePack: order.icePack,
      ...(order.requestedShipDate === undefined ? {} : { RequestedShipmentDate: formatDate(order.requestedShipDate) }),
      ...(order.warehouseNamed ? { ServiceWarehouseLocation: order.warehouse } : {}),
    },
    ItemsInfo: order.lines.map(itemInfo),
    ...(document.additionalFields === undefined ? {} : { AdditionalFields: document.additionalFields }),
  };
}

/** The order with the update laid over it. `OrderNo`, `ShipmentKey` and `TransmissionId` name it and stay. */
export function mergeSalesOrder(current: SalesOrderRequest, patch: SalesOrderPatch): SalesOrderRequest {
  const { OrderNo: _n, ShipmentKey: _k, TransmissionId: _t, HoldOrder: _h, ...orderInfo } = patch.OrderInfo ?? {};
  return {
    ...current,
    OrderInfo: { ...current.OrderInfo, ...orderInfo },
    RecipientContactInfo: { ...current.RecipientContactInfo, ...patch.RecipientContactInfo },
    BillingContactInfo: { ...current.BillingContactInfo, ...patch.BillingContactInfo },
    ...(patch.DeliveryContactInfo === undefined
      ? {}
      : { DeliveryContactInfo: { ...current.DeliveryContactInfo, ...patch.DeliveryContactInfo } }),
    ShipmentInfo: { ...current.ShipmentInfo, ...patch.ShipmentInfo },
    ...(patch.ItemsInfo === undefined ? {} : { ItemsInfo: patch.ItemsInfo.map((item) => keepOfItem(current, item)) }),
    ...(patch.AdditionalFields === undefined ? {} : { AdditionalFields: patch.AdditionalFields }),
  };
}

type Item = NonNullable<SalesOrderRequest['ItemsInfo']>[number];

/** A line that is sent again without its unit, tax status or price keeps those of its item (decisions 10 and 12). */
function keepOfItem(current: SalesOrderRequest, item: Item): Item {
  const before = current.ItemsInfo?.find((line) => line.ItemNo === item.ItemNo);
  if (before === undefined) return item;
  const { QuantityUnit, InventoryTaxStatus, UnitPrice } = before;
  return {
    ...(QuantityUnit === undefined ? {} : { QuantityUnit }),
    ...(InventoryTaxStatus === undefined ? {} : { InventoryTaxStatus }),
    ...(UnitPrice === undefined ? {} : { UnitPrice }),
    ...item,
  };
}

function itemInfo(line: OrderLine): Item {
  return {
    ItemNo: line.itemNo,
    ItemDescription: line.description,
    ItemQuantity: line.quantity,
    QuantityUnit: line.quantityUnit,
    ...(line.unitPrice === undefined ? {} : { UnitPrice: line.unitPrice }),
    ...(line.taxStatus === undefined ? {} : { InventoryTaxStatus: line.taxStatus }),
    ...(line.externalLineNumber === undefined ? {} : { ExternalLineNumber: line.externalLineNumber }),
    ...(line.group === undefined ? {} : { Group: line.group }),
    ...(line.parentItemNo === undefined ? {} : { ParentItemNo: line.parentItemNo }),
    ...(line.additionalFields === undefined ? {} : { AdditionalFields: line.additionalFields }),
  };
}

function contactInfo(contact: Contact): NonNullable<SalesOrderRequest['RecipientContactInfo']> {
  return {
    FirstName: contact.firstName,
    LastName: contact.lastName,
    Company: contact.company,
    Address: contact.address,
    Address2: contact.address2,
    City: contact.city,
    State: contact.state,
    ZipCode: contact.zipCode,
    Country: contact.country,
    PhoneNumber: contact.phoneNumber,
    EmailAddress: contact.emailAddress,
  };
}

function deliveryInfo(location: HoldLocation): NonNullable<SalesOrderRequest['DeliveryContactInfo']> {
  return {
    HoldAtLocation: 1,
    LocationCode: location.locationCode,
    Company: location.company,
    Address: location.address,
    Address2: location.address2,
    City: location.city,
    State: location.state,
    ZipCode: location.zipCode,
    Country: location.country,
    PhoneNumber: location.phoneNumber,
  };
}
