/**
 * A purchase order in the interface's words, and how it becomes one in ours and back (interface: Purchase order;
 * decision 4). Pure.
 */
import Type, { type Static } from 'typebox';
import { inventoryStatusField, warehouseField } from '../contract/code-lists.ts';
import { codeField, dateField, nameField, quantityField, textField } from '../contract/fields.ts';
import { assertPresent } from '../lib/assert.ts';
import { formatDate, parseDate } from '../lib/dates.ts';
import type { Fault } from '../platform/errors.ts';
import {
  type PurchaseOrder,
  type PurchaseOrderDetails,
  type PurchaseOrderDraft,
  transportMethods,
} from './purchase-order.ts';

const forPickup = (what: string) => Type.Optional(textField(`${what} Required when TransportMethod is PICKUP.`));

const fields = {
  CustomerReferenceNo: nameField('Your reference: the identity of the purchase order until it is canceled.'),
  TransportMethod: codeField(
    'PICKUP: collected at the address given; DROPOFF: brought to the warehouse.',
    transportMethods,
  ),
  RequestedDate: dateField('The day of the pickup or drop-off; past days are accepted.'),
  ReceiveToLocation: warehouseField('The warehouse that receives.'),
  InventoryStatusCode: inventoryStatusField('The inventory status under which it is to be received.'),
  ReferenceNo: nameField('The pickup reference number.'),
  FirstName: forPickup('First name of the contact.'),
  LastName: forPickup('Last name of the contact.'),
  Company: forPickup('Company; may be empty.'),
  Address: forPickup('Street line.'),
  Address2: forPickup('Second street line; may be empty.'),
  City: forPickup('City.'),
  State: forPickup('State.'),
  ZipCode: forPickup('ZIP code.'),
  PhoneNumber: Type.Optional(textField('Phone number.')),
  EmailAddress: Type.Optional(textField('Email address.')),
  SpecialInstruction: Type.Optional(textField('Instructions for whoever collects or receives.')),
};

const OrderInfo = Type.Object(fields, { title: 'PurchaseOrderInfo', description: 'The purchase order.' });

const Item = Type.Object(
  {
    ItemNo: nameField('An item of yours that is not retired and that the operator stores.'),
    ItemDescription: Type.Optional(textField('Description.')),
    ItemQuantity: quantityField('Quantity in units of the item.'),
  },
  { title: 'PurchaseOrderItem' },
);

export const PurchaseOrderRequest = Type.Object({
  OrderInfo,
  ItemsInfo: Type.Array(Item, { minItems: 1, maxItems: 1000, description: 'What is to arrive.' }),
});
export type PurchaseOrderRequest = Static<typeof PurchaseOrderRequest>;

/** What an update may say; all that is left out stays as it is. */
export const PurchaseOrderPatch = Type.Object({
  PurchaseOrderNumber: Type.Optional(
    nameField("Which purchase order: the operator's number of it, or any transaction reference answered for it."),
  ),
  OrderInfo: Type.Optional(
    Type.Partial(OrderInfo, {
      title: 'PurchaseOrderChange',
      description: 'What is to change; without PurchaseOrderNumber, CustomerReferenceNo names the purchase order.',
    }),
  ),
  ItemsInfo: Type.Optional(
    Type.Array(Item, {
      minItems: 1,
      maxItems: 1000,
      description: 'What is to arrive from now on: replaces all lines.',
    }),
  ),
});
export type PurchaseOrderPatch = Static<typeof PurchaseOrderPatch>;

const pickupFields = ['FirstName', 'LastName', 'Company', 'Address', 'Address2', 'City', 'State', 'ZipCode'] as const;
const optionallyEmpty: readonly string[] = ['Company', 'Address2'];

/** The rules between fields. `OrderInfo` may lack whatever was faulty. */
export function checkPurchaseOrder({ OrderInfo: order }: PurchaseOrderRequest): Fault[] {
  if (order?.TransportMethod !== 'PICKUP') return [];
  return pickupFields.flatMap((field): Fault[] => {
    if (order[field] || (order[field] === '' && optionallyEmpty.includes(field))) return [];
    const message = 'is required when TransportMethod is PICKUP';
    return [{ field: `OrderInfo.${field}`, code: 'Required', message }];
  });
}

/** A request that has been checked, in our words. */
export function toPurchaseOrderDraft({ OrderInfo: order, ItemsInfo }: PurchaseOrderRequest): PurchaseOrderDraft {
  return {
    customerReferenceNo: order.CustomerReferenceNo,
    transportMethod: order.TransportMethod,
    requestedDate: assertPresent(parseDate(order.RequestedDate), 'a date that has been checked'),
    warehouse: order.ReceiveToLocation,
    inventoryStatus: order.InventoryStatusCode,
    referenceNo: order.ReferenceNo,
    document: {
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

/** The request that would make the order as it is. */
export function toPurchaseOrderRequest(order: PurchaseOrder, document: PurchaseOrderDetails): PurchaseOrderRequest {
  return {
    OrderInfo: {
      CustomerReferenceNo: order.customerReferenceNo,
      TransportMethod: order.transportMethod,
      RequestedDate: formatDate(order.requestedDate),
      ReceiveToLocation: order.warehouse,
      InventoryStatusCode: order.inventoryStatus,
      ReferenceNo: order.referenceNo,
      FirstName: document.firstName,
      LastName: document.lastName,
      Company: document.company,
      Address: document.address,
      Address2: document.address2,
      City: document.city,
      State: document.state,
      ZipCode: document.zipCode,
      PhoneNumber: document.phoneNumber,
      EmailAddress: document.emailAddress,
      SpecialInstruction: document.specialInstruction,
    },
    ItemsInfo: order.lines.map((line) => ({
      ItemNo: line.itemNo,
      ItemDescription: line.description,
      ItemQuantity: line.ordered,
    })),
  };
}

/**
 * The order with the update laid over it: absent parts stay, `""` clears a text, `ItemsInfo` replaces all lines; a line
 * that leaves out its description keeps that of its item. `CustomerReferenceNo` names the order and stays.
 */
export function mergePurchaseOrder(current: PurchaseOrderRequest, patch: PurchaseOrderPatch): PurchaseOrderRequest {
  const { CustomerReferenceNo: _named, ...changes } = patch.OrderInfo ?? {};
  const descriptions = new Map(current.ItemsInfo.map((item) => [item.ItemNo, item.ItemDescription ?? '']));
  return {
    OrderInfo: { ...current.OrderInfo, ...changes },
    ItemsInfo:
      patch.ItemsInfo?.map((item) => ({ ItemDescription: descriptions.get(item.ItemNo) ?? '', ...item })) ??
      current.ItemsInfo,
  };
}

/** The names of the fields in which two requests differ, without their values: for the log. */
export function changedPurchaseOrderFields(before: PurchaseOrderRequest, after: PurchaseOrderRequest): string[] {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return [
    ...names.filter((field) => before.OrderInfo[field] !== after.OrderInfo[field]).map((field) => `OrderInfo.${field}`),
    ...(JSON.stringify(before.ItemsInfo) === JSON.stringify(after.ItemsInfo) ? [] : ['ItemsInfo']),
  ];
}
