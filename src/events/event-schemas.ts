/** Schemas of event bodies: of the feed, of OpenAPI `webhooks` and of the AsyncAPI document. */
import Type, { type Static } from 'typebox';
import { codeField } from '../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../contract/transaction-reference.ts';
import { postedLinesField } from '../documents/index.ts';
import { InventoryStatusRecord, inventoryStatusExample } from '../inventory/index.ts';
import { ReturnSalesOrderHeader, returnHeaderExample } from '../returns/index.ts';
import { OnHoldRecord, onHoldRecordExample } from '../sales-orders/index.ts';
import { ListedPackageRecord, listedPackageExample, TrackingRecord, trackingExample } from '../tracking/index.ts';
import { type EventKind, eventKinds } from './event.ts';
import { trackingTags } from './tracking-tag.ts';

const text = (description: string) => Type.String({ description });

const posted = (description: string) => postedLinesField('ReceivedUnits', description);

export const ReceivedPurchaseOrder = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    CustomerReferenceNo: text('Your reference of the purchase order.'),
    PurchaseOrderNumber: text("The operator's number of the purchase order."),
    Warehouse: text('Warehouse that received it.'),
    Status: text('PARTIALLY RECEIVED, RECEIVING, or RECEIVED when every line is received in full.'),
    Lines: posted('Quantities that this receipt posted.'),
  },
  { title: 'ReceivedPurchaseOrder' },
);

export const ReceivedTransferOrder = Type.Object(
  {
    TransactionReferenceNumber: TransactionReference,
    CustomerReferenceNo: text('Your reference of the transfer order.'),
    TransferOrderNumber: text("The operator's number of the transfer order."),
    Warehouse: text('Warehouse that received it.'),
    Status: text(
      'RECEIVING while a quantity is open; RECEIVED when everything arrived; CLOSED when it is closed short.',
    ),
    Lines: posted('Received units of the shipped quantities.'),
    Surplus: posted('Units received beyond the shipped quantities.'),
  },
  { title: 'ReceivedTransferOrder' },
);

const orderRecords = Type.Array(TrackingRecord, {
  description:
    'The records of the order as GetDetails returns them: one per package, or one while it has none but canceled ones.',
});

/** The data of each kind: the record that the matching query returns, or what a receipt posted. */
const dataSchemas = {
  'tracking.updated': ListedPackageRecord,
  'order.status_changed': orderRecords,
  'order.held': OnHoldRecord,
  'order.released': orderRecords,
  'order.shipped': orderRecords,
  'inventory.changed': InventoryStatusRecord,
  'purchase_order.received': ReceivedPurchaseOrder,
  'transfer_order.received': ReceivedTransferOrder,
  'return.received': ReturnSalesOrderHeader,
} as const;

const receivedLine = { ItemNo: '23PIN-01', ItemQuantity: 1200, InventoryStatusCode: 'GOOD-NO-TX' };
const receipt = {
  TransactionReferenceNumber: transactionReferenceExample,
  Warehouse: 'APC01',
  Status: 'RECEIVED',
  Lines: [receivedLine],
};

export const eventDataExamples: { readonly [Kind in EventKind]: Static<(typeof dataSchemas)[Kind]> } = {
  'tracking.updated': listedPackageExample,
  'order.status_changed': [trackingExample],
  'order.held': onHoldRecordExample,
  'order.released': [{ ...trackingExample, Status: 'RECEIVED' }],
  'order.shipped': [trackingExample],
  'inventory.changed': inventoryStatusExample,
  'purchase_order.received': { ...receipt, CustomerReferenceNo: 'INBOUND-1001', PurchaseOrderNumber: 'PO000001' },
  'transfer_order.received': {
    ...receipt,
    CustomerReferenceNo: 'TRANSFER-1001',
    TransferOrderNumber: 'TO000001',
    Surplus: [],
  },
  'return.received': returnHeaderExample,
};

/** The occasion of each kind, for the reference pages. */
export const eventKindDescriptions: Readonly<Record<EventKind, string>> = {
  'tracking.updated': 'A package was packed, labeled, shipped, scanned or canceled, or its delivery estimate changed.',
  'order.status_changed': 'The status of an order changed; also its first one, when it is accepted.',
  'order.held': 'An order was put on hold, or got another hold.',
  'order.released': 'The last hold of an order ended.',
  'order.shipped':
    'The first package of an order left the warehouse, mostly with all others, or the order was completed with nothing to ship.',
  'inventory.changed':
    'Stock on hand of an item in a warehouse and status changed. Reservations follow the events of orders.',
  'purchase_order.received': 'Goods of a purchase order were received.',
  'transfer_order.received': 'Goods of a transfer order were received.',
  'return.received': 'A return arrived at the warehouse.',
};

/** The body of the format `standard`, by kind. */
export function createStandardEventBodySchema(kind: EventKind) {
  return Type.Object(
    {
      type: codeField('Kind of the event.', [kind]),
      timestamp: Type.String({ format: 'date-time', description: 'When it was recorded, in UTC.' }),
      data: dataSchemas[kind],
    },
    { title: `${pascal(kind)}Event`, description: eventKindDescriptions[kind] },
  );
}

/** An event of the feed: the body of the format `standard` with its id. */
export const feedEventSchema = Type.Union(
  eventKinds.map((kind) =>
    Type.Object(
      {
        EventId: Type.String({
          format: 'uuid',
          description: 'Identifies the event, also as `webhook-id`: no two events have the same.',
        }),
        ...createStandardEventBodySchema(kind).properties,
      },
      { title: `${pascal(kind)}Record`, description: eventKindDescriptions[kind] },
    ),
  ),
);

/** `purchase_order.received` -> `PurchaseOrderReceived` */
function pascal(kind: string): string {
  return kind.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const maybe = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const time = (description: string) => Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

const TrackingCheckpoint = Type.Object(
  {
    slug: text('Code of the carrier.'),
    checkpoint_time: Type.String({ format: 'date-time', description: 'When the carrier scanned the package.' }),
    created_at: Type.String({ format: 'date-time', description: 'When the scan was recorded.' }),
    message: text('Message of the carrier.'),
    location: maybe('City and state in which the package was scanned.'),
    city: maybe('City.'),
    state: maybe('State, 2 letters.'),
    zip: maybe('Always null.'),
    country_iso3: maybe('Country, 3 letters.'),
    country_name: maybe('Country.'),
    coordinates: Type.Array(Type.Number(), { description: 'Always empty.' }),
    tag: codeField('The stage of the delivery.', trackingTags),
    subtag: text('Refines the tag: `InTransit_001`.'),
    subtag_message: text('The subtag in words.'),
    raw_tag: maybe('Code of the scan.'),
  },
  { title: 'TrackingCheckpoint' },
);

const TrackingMessage = Type.Object(
  {
    id: text('The package.'),
    tracking_number: text('Tracking number.'),
    slug: text('Code of the carrier: `fedex`, `ups`, `gso`; `pickup` for will call.'),
    title: text('The order number.'),
    active: Type.Boolean({ description: 'Whether more updates are to come.' }),
    tag: codeField('The stage of the delivery.', trackingTags),
    subtag: text('Refines the tag: `InTransit_001`.'),
    subtag_message: text('The subtag in words.'),
    checkpoints: Type.Array(TrackingCheckpoint, { description: 'Scans up to this event, oldest first.' }),
    courier_tracking_link: maybe("The carrier's page for this package."),
    courier_redirect_link: maybe("The carrier's page for this package."),
    created_at: Type.String({ format: 'date-time', description: 'When the package was packed.' }),
    updated_at: Type.String({ format: 'date-time', description: 'When this event was recorded.' }),
    last_updated_at: Type.String({ format: 'date-time', description: 'When this event was recorded.' }),
    order_id: text("The transaction reference of the order's creation."),
    order_number: text("The customer's order number."),
    order_id_path: maybe('Always null.'),
    order_date: maybe('Always null.'),
    customer_name: maybe('Recipient.'),
    expected_delivery: maybe('Estimated delivery date, YYYY-MM-DD.'),
    shipment_type: maybe('Carrier service code.'),
    shipment_package_count: Type.Integer({ description: 'Packages of the order that are not canceled.' }),
    shipment_pickup_date: time('When the package left the warehouse.'),
    shipment_delivery_date: time('When it was delivered.'),
    shipment_weight: Type.Object(
      { unit: text('Always `lb`.'), value: Type.Number({ description: 'Pounds.' }) },
      { description: 'Gross weight.' },
    ),
    first_attempted_at: time('When its delivery was attempted first.'),
    return_to_sender: Type.Boolean({ description: 'Whether it goes or went back.' }),
    tracked_count: Type.Integer({ description: 'Number of checkpoints.' }),
    origin_country_iso3: maybe('Country, 3 letters.'),
    origin_state: maybe('Always null.'),
    destination_country_iso3: maybe('Country, 3 letters.'),
    destination_state: maybe('State.'),
    destination_city: maybe('City.'),
    destination_postal_code: maybe('ZIP code.'),
    courier_destination_country_iso3: maybe('Country, 3 letters.'),
    source: text('Always `api`.'),
    delivery_type: maybe('`pickup_at_courier` or null.'),
    signed_by: maybe('Always null.'),
    note: maybe('Always null.'),
    language: maybe('Always null.'),
    custom_fields: Type.Object({}, { description: 'Always empty.' }),
    ...Object.fromEntries(
      ['emails', 'smses', 'android', 'ios', 'subscribed_emails', 'subscribed_smses', 'order_tags', 'shipment_tags'].map(
        (name) => [name, Type.Array(Type.String(), { description: 'Always empty.' })],
      ),
    ),
  },
  { title: 'TrackingUpdateMessage' },
);

/** The body of the format `tracking_update`. */
export const TrackingUpdate = Type.Object(
  {
    event: codeField('Always `tracking_update`.', ['tracking_update']),
    event_id: Type.String({ format: 'uuid', description: 'The same in every delivery of this event.' }),
    is_tracking_first_tag: Type.Boolean({
      description: 'Whether this is the first update of the package with this tag.',
    }),
    msg: TrackingMessage,
    ts: Type.Integer({ description: 'When the event was recorded, in seconds since 1970.' }),
  },
  { title: 'TrackingUpdate', description: eventKindDescriptions['tracking.updated'] },
);
