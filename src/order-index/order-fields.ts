/** Fields of orders in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../auth/index.ts';
import { codeField, dateField, dateTimeField, endDateTimeField } from '../contract/fields.ts';
import { codesFilterField, customersFilterField, warehousesFilterField } from '../contract/list-fields.ts';
import { parseTimeRangeEnd, parseTimeRangeStart } from '../contract/time-pages.ts';
import { formatInstant, formatUsDate, parseUsDate } from '../lib/dates.ts';
import { limitToVisibleWarehouses } from '../operators/index.ts';
import { readCustomerClockLookup } from '../platform/clock.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import type { HoldReason } from '../sales-orders/index.ts';
import type { OrderIndexRow } from './index-row.ts';
import { readOrderIndexLagSeconds } from './maintain.ts';
import { emptyOrderFilter, type OrderFilter, orderListViews } from './order-filter.ts';

const holdReasons = [
  'License',
  'Address',
  'Credit',
  'Customer Service',
  'Winery',
  'Weather',
  'Inventory',
] as const satisfies readonly HoldReason[];

export const holdReasonsField = (description: string) =>
  Type.Optional(
    Type.Array(codeField('A reason of holds.', holdReasons), { maxItems: holdReasons.length, description }),
  );

/** The filters of Orders/List. */
export const orderFilterFields = {
  View: Type.Optional(
    codeField(
      '`open`: neither shipped nor canceled. `late`: open after the day on which it was to leave. `short`: open, and units wait for stock or were picked short. `to release`: received, without a hold. Default: `all`.',
      orderListViews,
    ),
  ),
  Statuses: codesFilterField('Statuses of orders, `ON INV HOLD`; absent or empty: all.'),
  Customers: customersFilterField,
  Warehouses: warehousesFilterField,
  HoldReasons: holdReasonsField('Orders that are held for one of these reasons.'),
  OrderTypes: codesFilterField('Types of orders; absent or empty: all.'),
  Carriers: codesFilterField('Codes of carriers; absent or empty: all.'),
  Text: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'The beginning or the end of an OrderNo, a part of the recipient’s name, a whole tracking number, or a TransactionReferenceNumber; but for the role floor also the recipient’s whole e-mail address, or the last seven or more digits of the telephone number.',
    }),
  ),
  AcceptedFrom: Type.Optional(dateTimeField('Accepted at or after this time.')),
  AcceptedTo: Type.Optional(endDateTimeField('Accepted at or before this time; a date includes its whole day.')),
  ShippedFrom: Type.Optional(
    dateField(
      'Orders that left, at least in one package, and whose ShipDate is this day or later: those of Activity/Get.',
    ),
  ),
  ShippedTo: Type.Optional(
    dateField('Orders that left, at least in one package, and whose ShipDate is this day or earlier.'),
  ),
};

const OrderFilterFields = Type.Object(orderFilterFields);

/** The filter of a request, limited to what the operator may see. */
export function orderFilterFromRequest(
  request: Static<typeof OrderFilterFields>,
  operator: OperatorCaller,
  timeZone: string,
): OrderFilter {
  const { AcceptedFrom: from, AcceptedTo: to, ShippedFrom = '', ShippedTo = '' } = request;
  return {
    view: request.View ?? 'all',
    statuses: request.Statuses ?? [],
    customers: request.Customers ?? [],
    warehouses: limitToVisibleWarehouses(operator, request.Warehouses ?? []),
    holdReasons: request.HoldReasons ?? [],
    holdCauses: [],
    orderTypes: request.OrderTypes ?? [],
    carriers: request.Carriers ?? [],
    text: request.Text ?? '',
    findsContacts: operator.role !== 'floor',
    acceptedFrom: parseTimeRangeStart(from, timeZone),
    acceptedBefore: parseTimeRangeEnd(to, timeZone),
    shippedFrom: parseUsDate(ShippedFrom),
    shippedTo: parseUsDate(ShippedTo),
  };
}

/** All orders that the operator may see. */
export const visibleOrdersFilter = (operator: OperatorCaller): OrderFilter => ({
  ...emptyOrderFilter,
  warehouses: limitToVisibleWarehouses(operator, []),
});

const ListedRecipientRecord = Type.Object(
  {
    Name: Type.String(),
    City: Type.String(),
    State: Type.Optional(Type.String()),
    ZipCode: Type.String(),
    Country: Type.Optional(Type.String()),
  },
  { description: 'Empty texts when it was erased. The role floor sees name, city and ZIP code.' },
);

export const ListedOrderRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String(),
  OrderNo: Type.String(),
  ShipmentKey: Type.String(),
  OrderType: Type.String(),
  Status: Type.String(),
  HoldReasons: Type.Array(Type.String()),
  Warehouse: Type.String({ description: '`""` while none is chosen.' }),
  Carrier: Type.String(),
  Service: Type.String(),
  Recipient: ListedRecipientRecord,
  Bottles: Type.Integer({ description: 'Units of all lines.' }),
  Lines: Type.Integer(),
  Short: Type.Integer({ description: 'Units that wait for stock, or that were picked short.' }),
  AcceptedAt: Type.String(),
  ShipDate: Type.String({
    description:
      'The day on which the first package left, with which the whole order is shipped; before that, the day that was planned when it was accepted; `""` when that is not known. Tracking/GetDetails has the day as it is planned now.',
  }),
  IsLate: Type.Boolean(),
  TrackingNumbers: Type.Array(Type.String()),
  ShippedBoxes: Type.Integer({
    description: 'Packages of a shipped order, also one that its carrier has not taken yet.',
  }),
  ShippedBottles: Type.Integer({ description: 'Units in them.' }),
  AdultSignatures: Type.Integer({ description: 'Those of them that a carrier gives only to an adult.' }),
  HasIcePack: Type.Boolean(),
});

export const listedOrderExample: Static<typeof ListedOrderRecord> = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
  OrderNo: 'CLB1001',
  ShipmentKey: '',
  OrderType: 'CLUB',
  Status: 'ON WINERY REQUESTED HOLD',
  HoldReasons: ['Winery'],
  Warehouse: 'APC01',
  Carrier: 'FEX',
  Service: 'GRND',
  Recipient: { Name: 'Ana Lee', City: 'Denver', State: 'CO', ZipCode: '80202', Country: 'US' },
  Bottles: 6,
  Lines: 2,
  Short: 0,
  AcceptedAt: '2026-11-18T17:00:00Z',
  ShipDate: '11/19/2026',
  IsLate: false,
  TrackingNumbers: [],
  ShippedBoxes: 0,
  ShippedBottles: 0,
  AdultSignatures: 0,
  HasIcePack: false,
};

/** Rows of the index as records, with the names of their customers. At most two statements. */
export async function readListedOrderRecords(
  reader: DbReader,
  rows: readonly OrderIndexRow[],
  operator: OperatorCaller,
): Promise<Static<typeof ListedOrderRecord>[]> {
  const numbers = [...new Set(rows.map(({ customerNo }) => customerNo))];
  if (numbers.length === 0) return [];
  const nameOf = await readCustomerNameLookup(reader, rows);
  const timeOf = await readCustomerClockLookup(reader, numbers);
  return rows.map((row) => ({
    CustomerNo: row.customerNo,
    CustomerName: nameOf(row.customerNo),
    TransactionReferenceNumber: row.orderId,
    OrderNo: row.orderNo,
    ShipmentKey: row.shipmentKey,
    OrderType: row.orderType,
    Status: row.status,
    HoldReasons: [...row.holdReasons],
    Warehouse: row.warehouse,
    Carrier: row.carrier,
    Service: row.service,
    Recipient: listedRecipientRecord(row, operator),
    Bottles: row.units,
    Lines: row.lines,
    Short: row.short,
    AcceptedAt: formatInstant(row.acceptedAt),
    ShipDate: row.shipDate === undefined ? '' : formatUsDate(row.shipDate),
    IsLate: isLate(row, timeOf(row.customerNo)),
    TrackingNumbers: [...row.trackingNos],
    ShippedBoxes: row.shippedBoxes,
    ShippedBottles: row.shippedUnits,
    AdultSignatures: row.adultBoxes,
    HasIcePack: row.hasIcePack,
  }));
}

function listedRecipientRecord(row: OrderIndexRow, { role }: OperatorCaller): Static<typeof ListedRecipientRecord> {
  const named = { Name: row.recipientName, City: row.city, ZipCode: row.zipCode };
  return role === 'floor' ? named : { ...named, State: row.state, Country: row.country };
}

const isLate = ({ status, shipBy }: OrderIndexRow, now: Temporal.Instant): boolean =>
  status !== 'SHIPPED' && status !== 'CANCELED' && shipBy !== undefined && Temporal.Instant.compare(shipBy, now) < 0;

/** `AsOf` of a list, when the index is noticeably behind the orders: until when the list is complete. */
export const orderIndexAsOfField = Type.Optional(
  Type.String({
    description: 'Present when changes after this time are not in the list yet: many orders are being written.',
  }),
);

const noticeableLagSeconds = 5;

/** Reads the field `AsOf` of a list; no field when the index is less than `noticeableLagSeconds` behind. */
export async function readOrderIndexAsOf(reader: DbReader): Promise<{ AsOf?: string }> {
  const lag = await readOrderIndexLagSeconds(reader);
  if (lag < noticeableLagSeconds) return {};
  return { AsOf: formatInstant(Temporal.Now.instant().subtract({ milliseconds: Math.round(lag * 1_000) })) };
}
