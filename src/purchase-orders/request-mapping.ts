/**
 * Request mapping of purchase orders (interface: Purchase order; decision 4): the schemas that operations share, the rules
 * between fields, and the mapping between the JSON of the interface and the types of `purchase-order.ts`. Pure.
 */

import Type, { type Static } from 'typebox';
import { inventoryStatusField, warehouseField } from '../contract/code-lists.ts';
import {
  codeField,
  dateField,
  identifierField,
  longTextFieldOption,
  quantityField,
  textField,
  textOrNumberField,
  zipCodeField,
} from '../contract/fields.ts';
import { assertPresent } from '../lib/assert.ts';
import { formatUsDate, parseUsDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import {
  inboundTransportMethods,
  type PurchaseOrder,
  type PurchaseOrderDetails,
  type PurchaseOrderDraft,
} from './purchase-order.ts';

const forPickup = (what: string) => Type.Optional(textField(`${what} Required when TransportMethod is PICKUP.`));

const fields = {
  CustomerReferenceNo: identifierField('Your reference. It identifies the purchase order until that is canceled.'),
  TransportMethod: codeField(
    'PICKUP: collected at the given address. DROPOFF: delivered to the warehouse.',
    inboundTransportMethods,
  ),
  RequestedDate: dateField('Day of the pickup or drop-off. Past days are accepted.'),
  ReceiveToLocation: warehouseField('Warehouse that receives the goods.'),
  InventoryStatusCode: inventoryStatusField('Inventory status in which the goods are received.'),
  ReferenceNo: identifierField('Pickup reference number.'),
  FirstName: forPickup('First name of the contact.'),
  LastName: forPickup('Last name of the contact.'),
  Company: forPickup('Company; may be empty.'),
  Address: forPickup('Street line.'),
  Address2: forPickup('Second street line; may be empty.'),
  City: forPickup('City.'),
  State: forPickup('State.'),
  ZipCode: Type.Optional(zipCodeField('ZIP code. Required when TransportMethod is PICKUP.')),
  PhoneNumber: Type.Optional(textOrNumberField('Phone number.')),
  EmailAddress: Type.Optional(textField('Email address.')),
  SpecialInstruction: Type.Optional(
    textField('Instructions for the pickup or the receiving dock.', longTextFieldOption),
  ),
};

const OrderInfo = Type.Object(fields, { title: 'PurchaseOrderInfo', description: 'The purchase order.' });

const Item = Type.Object(
  {
    ItemNo: identifierField('One of your items. It must not be retired, and the operator must store it.'),
    ItemDescription: Type.Optional(textField('Description.')),
    ItemQuantity: quantityField('Quantity in units of the item.'),
  },
  { title: 'PurchaseOrderItem' },
);

export const PurchaseOrderRequest = Type.Object({
  OrderInfo,
  ItemsInfo: Type.Array(Item, { minItems: 1, maxItems: 1000, description: 'Expected items.' }),
});
export type PurchaseOrderRequest = Static<typeof PurchaseOrderRequest>;

/** An update: absent fields stay as they are. */
export const PurchaseOrderPatch = Type.Object({
  PurchaseOrderNumber: Type.Optional(
    identifierField("The operator's number of the purchase order, or any transaction reference returned for it."),
  ),
  OrderInfo: Type.Optional(
    Type.Partial(OrderInfo, {
      title: 'PurchaseOrderChange',
      description: 'Fields to change. Without PurchaseOrderNumber, CustomerReferenceNo identifies the purchase order.',
    }),
  ),
  ItemsInfo: Type.Optional(
    Type.Array(Item, {
      minItems: 1,
      maxItems: 1000,
      description: 'Expected items from now on. Replaces all lines.',
    }),
  ),
});
export type PurchaseOrderPatch = Static<typeof PurchaseOrderPatch>;

const pickupFields = ['FirstName', 'LastName', 'Company', 'Address', 'Address2', 'City', 'State', 'ZipCode'] as const;
const optionallyEmpty: readonly string[] = ['Company', 'Address2'];

/** The faults of a PICKUP order that lacks a pickup field. Fields that the schema rejected are absent. */
export function checkPurchaseOrderRequest({ OrderInfo: order }: PurchaseOrderRequest): Fault[] {
  if (order?.TransportMethod !== 'PICKUP') return [];
  return pickupFields.flatMap((field): Fault[] => {
    if (order[field] || (order[field] === '' && optionallyEmpty.includes(field))) return [];
    return [pickupFault(field)];
  });
}

function pickupFault(field: string): Fault {
  return { field: `OrderInfo.${field}`, code: 'Required', message: 'is required when TransportMethod is PICKUP' };
}

/**
 * The faults of `checkPurchaseOrderRequest` that an update causes whatever the order contains. Absent fields are not checked,
 * because the order may have any value.
 */
export function checkPurchaseOrderPatch({ OrderInfo: order }: PurchaseOrderPatch): Fault[] {
  if (order?.TransportMethod !== 'PICKUP') return [];
  return pickupFields
    .filter((field) => order[field] === '' && !optionallyEmpty.includes(field))
    .map((field) => pickupFault(field));
}

/** Maps a valid request to the domain. */
export function toPurchaseOrderDraft({ OrderInfo: order, ItemsInfo }: PurchaseOrderRequest): PurchaseOrderDraft {
  return {
    customerReferenceNo: order.CustomerReferenceNo,
    transportMethod: order.TransportMethod,
    requestedDate: assertPresent(parseUsDate(order.RequestedDate), 'a validated date'),
    warehouse: order.ReceiveToLocation,
    inventoryStatus: order.InventoryStatusCode,
    referenceNo: order.ReferenceNo,
    details: {
      firstName: order.FirstName ?? '',
      lastName: order.LastName ?? '',
      company: order.Company ?? '',
      address: order.Address ?? '',
      address2: order.Address2 ?? '',
      city: order.City ?? '',
      state: order.State ?? '',
      zipCode: order.ZipCode ?? '',
      phoneNumber: order.PhoneNumber ?? '',
      emailAddress: order.EmailAddress ?? '',
      specialInstruction: order.SpecialInstruction ?? '',
    },
    lines: ItemsInfo.map((item) => ({
      itemNo: item.ItemNo,
      description: item.ItemDescription ?? '',
      quantity: item.ItemQuantity,
    })),
  };
}

/** The people and texts of an order, as they were entered; all `''` once they are erased. */
export const contactFieldsOfPurchaseOrder = (details: PurchaseOrderDetails | undefined) => ({
  FirstName: details?.firstName ?? '',
  LastName: details?.lastName ?? '',
  Company: details?.company ?? '',
  Address: details?.address ?? '',
  Address2: details?.address2 ?? '',
  City: details?.city ?? '',
  State: details?.state ?? '',
  ZipCode: details?.zipCode ?? '',
  PhoneNumber: details?.phoneNumber ?? '',
  EmailAddress: details?.emailAddress ?? '',
  SpecialInstruction: details?.specialInstruction ?? '',
});

/** The request that would create the order as it is now. Erased details are empty. */
export function purchaseOrderAsRequest(
  order: PurchaseOrder,
  details: PurchaseOrderDetails | undefined,
): PurchaseOrderRequest {
  return {
    OrderInfo: {
      CustomerReferenceNo: order.customerReferenceNo,
      TransportMethod: order.transportMethod,
      RequestedDate: formatUsDate(order.requestedDate),
      ReceiveToLocation: order.warehouse,
      InventoryStatusCode: order.inventoryStatus,
      ReferenceNo: order.referenceNo,
      ...contactFieldsOfPurchaseOrder(details),
    },
    ItemsInfo: order.lines.map((line) => ({
      ItemNo: line.itemNo,
      ItemDescription: line.description,
      ItemQuantity: line.ordered,
    })),
  };
}

/**
 * Merges an update into an order: absent fields stay, `""` clears a text, `ItemsInfo` replaces all lines. A line without a
 * description gets that of the last line that its item had. `CustomerReferenceNo` never changes.
 */
export function mergePurchaseOrderUpdate(
  current: PurchaseOrderRequest,
  patch: PurchaseOrderPatch,
): PurchaseOrderRequest {
  const { CustomerReferenceNo: _named, ...changes } = patch.OrderInfo ?? {};
  const descriptions = new Map(current.ItemsInfo.map((item) => [item.ItemNo, item.ItemDescription ?? '']));
  return {
    OrderInfo: { ...current.OrderInfo, ...changes },
    ItemsInfo:
      // In the sequence of `purchaseOrderAsRequest`, because lines are compared as JSON.
      patch.ItemsInfo?.map(({ ItemNo, ItemDescription = descriptions.get(ItemNo) ?? '', ItemQuantity }) => ({
        ItemNo,
        ItemDescription,
        ItemQuantity,
      })) ?? current.ItemsInfo,
  };
}

/** Names of the fields in which two requests differ. */
export function diffPurchaseOrderFields(before: PurchaseOrderRequest, after: PurchaseOrderRequest): string[] {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return [
    ...names.filter((field) => before.OrderInfo[field] !== after.OrderInfo[field]).map((field) => `OrderInfo.${field}`),
    ...(JSON.stringify(before.ItemsInfo) === JSON.stringify(after.ItemsInfo) ? [] : ['ItemsInfo']),
  ];
}
