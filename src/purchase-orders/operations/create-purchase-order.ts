/** POST /api/InventoryMovement/CreatePurchaseOrder (interface: Inventory; Purchase order; decisions 4, 6, 8, 9, 10). */
import Type, { type Static } from 'typebox';
import { inventoryStatus, warehouse } from '../../contract/code-lists.ts';
import { code, name, quantity, text, usDate } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { present } from '../../lib/assert.ts';
import { parseDate } from '../../lib/dates.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineChange } from '../../platform/http/operation.ts';
import {
  type PurchaseOrderCreated,
  type PurchaseOrderCreation,
  purchaseOrderCreations,
} from '../create-purchase-orders.ts';
import { type PurchaseOrderDraft, transportMethods } from '../purchase-order.ts';

const forPickup = (what: string) => Type.Optional(text(`${what} Required when TransportMethod is PICKUP.`));

const OrderInfo = Type.Object(
  {
    CustomerReferenceNo: name('Your reference: the identity of the purchase order until it is cancelled.'),
    TransportMethod: code(
      'PICKUP: collected at the address given; DROPOFF: brought to the warehouse.',
      transportMethods,
    ),
    RequestedDate: usDate('The day of the pickup or drop-off; past days are accepted.'),
    ReceiveToLocation: warehouse('The warehouse that receives.'),
    InventoryStatusCode: inventoryStatus('The inventory status under which it is to be received.'),
    ReferenceNo: name('The pickup reference number.'),
    FirstName: forPickup('First name of the contact.'),
    LastName: forPickup('Last name of the contact.'),
    Company: forPickup('Company; may be empty.'),
    Address: forPickup('Street line.'),
    Address2: forPickup('Second street line; may be empty.'),
    City: forPickup('City.'),
    State: forPickup('State.'),
    ZipCode: forPickup('ZIP code.'),
    PhoneNumber: Type.Optional(text('Phone number.')),
    EmailAddress: Type.Optional(text('Email address.')),
    SpecialInstruction: Type.Optional(text('Instructions for whoever collects or receives.')),
  },
  { title: 'PurchaseOrderInfo', description: 'The purchase order.' },
);

const request = Type.Object({
  OrderInfo,
  ItemsInfo: Type.Array(
    Type.Object(
      {
        ItemNo: name('An item of yours that is not retired and that the operator stores.'),
        ItemDescription: Type.Optional(text('Description.')),
        ItemQuantity: quantity('Quantity in units of the item.'),
      },
      { title: 'PurchaseOrderItem' },
    ),
    { minItems: 1, description: 'What is to arrive.' },
  ),
});
type Request = Static<typeof request>;

const pickupFields = ['FirstName', 'LastName', 'Company', 'Address', 'Address2', 'City', 'State', 'ZipCode'] as const;
const mayBeEmpty: readonly string[] = ['Company', 'Address2'];

function check({ OrderInfo: order }: Request): Fault[] {
  if (order.TransportMethod !== 'PICKUP') return [];
  return pickupFields.flatMap((field): Fault[] => {
    if (order[field] || (order[field] === '' && mayBeEmpty.includes(field))) return [];
    const message = 'is required when TransportMethod is PICKUP';
    return [{ field: `OrderInfo.${field}`, code: 'Required', message }];
  });
}

function draftOf({ OrderInfo: order, ItemsInfo }: Request): PurchaseOrderDraft {
  return {
    customerReferenceNo: order.CustomerReferenceNo,
    transportMethod: order.TransportMethod,
    requestedDate: present(parseDate(order.RequestedDate), 'a date that has been checked'),
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

export const createPurchaseOrder = defineChange<
  typeof request,
  typeof TransactionReference,
  PurchaseOrderCreation,
  PurchaseOrderCreated
>({
  path: '/api/InventoryMovement/CreatePurchaseOrder',
  tag: 'Inventory',
  summary: 'Creates a purchase order: inbound inventory, by pickup or drop-off.',
  description:
    'Its lines count as `OpenPOQuantity` until they have been received. The same creation again answers the first reference and changes nothing; other content under a `CustomerReferenceNo` that is not cancelled is 400 `DuplicatePurchaseOrder`, which names the first reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  right: 'write',
  request,
  requestExample: {
    OrderInfo: {
      CustomerReferenceNo: 'INBOUND-1001',
      TransportMethod: 'PICKUP',
      RequestedDate: '11/16/2026',
      ReceiveToLocation: 'APC01',
      InventoryStatusCode: 'GOOD-NO-TX',
      ReferenceNo: 'PICKUP-1001',
      FirstName: 'Sample',
      LastName: 'Contact',
      Company: 'Sample Winery',
      Address: '100 Cellar Road',
      Address2: '',
      City: 'Napa',
      State: 'CA',
      ZipCode: '94558',
      PhoneNumber: '7075550100',
      EmailAddress: 'cellar@example.com',
      SpecialInstruction: 'Dock 2',
    },
    ItemsInfo: [{ ItemNo: '23PIN-01', ItemDescription: '2023 Pinot Noir Estate 750ml', ItemQuantity: 1200 }],
  },
  reply: {
    status: 201,
    description: 'The purchase order exists.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'A rule of the interface is broken, an item is unknown, retired or not stored by the operator (`ValidationFailed`), or the reference belongs to other content (`DuplicatePurchaseOrder`).',
  },
  check,
  change: {
    writer: purchaseOrderCreations,
    member: ({ caller, request, reference, operation, unknownProperties }) => ({
      customerNo: caller.customerNo,
      reference,
      operation,
      actor: caller.userKey,
      draft: draftOf(request),
      unknownProperties,
    }),
    reply: (created) => created.reference,
  },
});
