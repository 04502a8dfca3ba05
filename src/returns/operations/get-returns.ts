/** POST /api/SalesOrder/GetReturns (interface: Fulfillment; decisions 4, 9, 15). */

import Type, { type Static } from 'typebox';
import { dateTimeField, endDateTimeField, nameField } from '../../contract/fields.ts';
import { filterNames } from '../../contract/filter-names.ts';
import { includeTotalRecordCount, int32, pageReply, pageRequest } from '../../contract/paging.ts';
import { assertPresent, invariant } from '../../lib/assert.ts';
import { dateIn, formatDate, parseInstant } from '../../lib/dates.ts';
import { hasMore, listPaging, readPage } from '../../lib/paging.ts';
import { AppError, type Fault, validationRefusal } from '../../platform/errors.ts';
import { type Caller, defineQuery } from '../../platform/http/operation.ts';
import { recipientName } from '../../sales-orders/index.ts';
import { type ListedReturn, listReturns, type ReturnFilter } from '../read-returns.ts';
import { dispositionOf, type ReturnLine } from '../return.ts';
import { dispositionField, returnWarehouseField } from '../return-fields.ts';

const request = Type.Object({
  OrderNumbers: Type.Optional(
    Type.Array(nameField('An order number.'), {
      maxItems: 100,
      description: 'Only returns of these orders, up to 100.',
    }),
  ),
  StartTime: Type.Optional(
    dateTimeField("Only returns received from this time on; without offset, in the operator's time zone."),
  ),
  EndTime: Type.Optional(
    endDateTimeField(
      "Only returns received up to and including this time; without offset, in the operator's time zone.",
    ),
  ),
  DispositionCode: Type.Optional(dispositionField('Only returns of which a line has this disposition.')),
  Warehouse: Type.Optional(returnWarehouseField('Only returns to this warehouse.')),
  IncludeTotalRecordCount: Type.Optional(includeTotalRecordCount),
  ...pageRequest(listPaging.defaultTop, int32),
});
type Request = Static<typeof request>;

const text = (description: string) => Type.String({ description });

const ReturnSalesOrderLine = Type.Object(
  {
    ItemNo: text('Item number.'),
    ItemDescription: text('Item description.'),
    Quantity: text('Units of the item: as announced, once inspected as found.'),
    UOM: text('Unit of measure.'),
    DispositionCode: text('Disposition of these units; empty while undecided.'),
    InventoryStatusCode: text(
      'Inventory status in which the units were found; after the disposition, the one in which they were posted.',
    ),
  },
  { title: 'ReturnSalesOrderLine' },
);

const ReturnSalesOrderHeader = Type.Object(
  {
    CustomerNo: text('Customer.'),
    CustomerName: text("Customer's name."),
    RMANumber: text("The operator's number of the return."),
    OrderNo: text('Number of the returned sales order.'),
    ReceivedDate: text("MM/DD/YYYY in the operator's time zone; empty until it is received."),
    CloseDate: text("MM/DD/YYYY in the operator's time zone; empty until it is closed."),
    ShipToName: text('Recipient of the order: the company when it went to a business, else the person.'),
    ShipToCompany: text('Company.'),
    ShipToAddress: text('Street.'),
    ShipToAddress2: text('Second address line.'),
    ShipToCity: text('City.'),
    ShipToState: text('State.'),
    ShipToZipCode: text('ZIP code.'),
    ShipToCountry: text('Country.'),
    EmailAddress: text('Email address.'),
    PhoneNumber: text('Phone number.'),
    ReturnWarehouse: text('Warehouse that expects the return; after the receipt, the one that received it.'),
    ReturnStatus: text('EXPECTED, RECEIVED, INSPECTING, AWAITING DISPOSITION or CLOSED.'),
    DispositionCode: text('Disposition of the return; empty while undecided, and when the lines differ.'),
    ReturnReason: text('Reason for the return.'),
    OriginalTrackingNumber: text('Tracking number of the original shipment; several are joined by semicolons.'),
    ShippingCarrierCode: text('Carrier of the original shipment.'),
    ShippingServiceCode: text('Service of the original shipment.'),
    ShippngServiceCode: text('ShippingServiceCode, under the spelling that existing clients read.'),
    ReturnSalesOrderLines: Type.Array(ReturnSalesOrderLine, {
      description: 'Returned items; a line that was found in several conditions is listed once for each.',
    }),
  },
  { title: 'ReturnSalesOrderHeader' },
);

const reply = Type.Object(
  { ...pageReply(listPaging.defaultTop), ReturnSalesOrderHeaders: Type.Array(ReturnSalesOrderHeader) },
  { title: 'GetReturnsReply' },
);

function check(asked: Request): Fault[] {
  const page = readPage({ skip: asked.Skip, top: asked.Top });
  return page.ok ? [] : [...page.faults];
}

/** Both ends are inclusive; times have millisecond precision. */
function receivedRange(
  { StartTime, EndTime }: Request,
  zone: string,
): Pick<ReturnFilter, 'receivedFrom' | 'receivedBefore'> & { readonly faults: Fault[] } {
  const instantOf = (sent: string) => assertPresent(parseInstant(sent, zone), 'a date-time that has been checked');
  const start = StartTime === undefined ? undefined : instantOf(StartTime);
  const end = EndTime === undefined ? undefined : instantOf(EndTime);
  const isReversed = start !== undefined && end !== undefined && Temporal.Instant.compare(start, end) > 0;
  const faults = isReversed ? [{ field: 'EndTime', code: 'Range', message: 'must not be before StartTime' }] : [];
  return { receivedFrom: start, receivedBefore: end?.add({ milliseconds: 1 }), faults };
}

function toReturnHeader(
  { orderReturn, orderType, document, orderDocument }: ListedReturn,
  caller: Caller,
  zone: string,
): Static<typeof ReturnSalesOrderHeader> {
  const recipient = orderDocument?.recipient;
  const day = (at: Temporal.Instant | undefined) => (at === undefined ? '' : formatDate(dateIn(at, zone)));
  return {
    CustomerNo: caller.customerNo,
    CustomerName: caller.customerName,
    RMANumber: orderReturn.rmaNumber,
    OrderNo: orderReturn.orderNo,
    ReceivedDate: day(orderReturn.receivedAt),
    CloseDate: day(orderReturn.closedAt),
    ShipToName: recipient === undefined ? '' : recipientName(recipient, orderType),
    ShipToCompany: recipient?.company ?? '',
    ShipToAddress: recipient?.address ?? '',
    ShipToAddress2: recipient?.address2 ?? '',
    ShipToCity: recipient?.city ?? '',
    ShipToState: recipient?.state ?? '',
    ShipToZipCode: recipient?.zipCode ?? '',
    ShipToCountry: recipient?.country ?? '',
    EmailAddress: recipient?.emailAddress ?? '',
    PhoneNumber: recipient?.phoneNumber ?? '',
    ReturnWarehouse: orderReturn.warehouse,
    ReturnStatus: orderReturn.status,
    DispositionCode: dispositionOf(orderReturn.lines) ?? '',
    ReturnReason: document?.reason ?? '',
    OriginalTrackingNumber: orderReturn.trackingNos.join(';'),
    ShippingCarrierCode: orderReturn.carrier,
    ShippingServiceCode: orderReturn.service,
    ShippngServiceCode: orderReturn.service,
    ReturnSalesOrderLines: orderReturn.lines.flatMap(toReturnLines),
  };
}

/** Announced lines as announced; inspected lines once per condition found, or once with 0 units when none arrived. */
function toReturnLines(line: ReturnLine): Static<typeof ReturnSalesOrderLine>[] {
  const item = { ItemNo: line.itemNo, ItemDescription: line.description, UOM: line.uom };
  if (line.findings.length === 0) {
    const Quantity = line.inspected ? '0' : String(line.expected);
    return [{ ...item, Quantity, DispositionCode: '', InventoryStatusCode: '' }];
  }
  return line.findings.map(({ quantity, status, disposed }) => ({
    ...item,
    Quantity: String(quantity),
    DispositionCode: disposed?.disposition ?? '',
    InventoryStatusCode: disposed?.postedStatus ?? status,
  }));
}

const example: Static<typeof reply> = {
  TotalRecordCount: 1,
  Skip: 0,
  Top: 500,
  MoreRecords: false,
  ReturnSalesOrderHeaders: [
    {
      CustomerNo: 'W100',
      CustomerName: 'Sample Winery',
      RMANumber: 'RMA-W100-000001',
      OrderNo: 'CLB260001',
      ReceivedDate: '11/24/2026',
      CloseDate: '11/25/2026',
      ShipToName: 'Sample Recipient',
      ShipToCompany: '',
      ShipToAddress: '100 Main St',
      ShipToAddress2: '',
      ShipToCity: 'Denver',
      ShipToState: 'CO',
      ShipToZipCode: '80202',
      ShipToCountry: 'US',
      EmailAddress: 'recipient@example.com',
      PhoneNumber: '3035550100',
      ReturnWarehouse: 'APC01',
      ReturnStatus: 'CLOSED',
      DispositionCode: 'Return to Inventory',
      ReturnReason: 'Refused by the recipient',
      OriginalTrackingNumber: '279384056194',
      ShippingCarrierCode: 'FEX',
      ShippingServiceCode: 'GRND',
      ShippngServiceCode: 'GRND',
      ReturnSalesOrderLines: [
        {
          ItemNo: '22CAB',
          ItemDescription: '2022 Cabernet Sauvignon',
          Quantity: '2',
          UOM: '750',
          DispositionCode: 'Return to Inventory',
          InventoryStatusCode: 'RTGD-NO-TX',
        },
      ],
    },
  ],
};

/** A return that was received in the requested range. */
function exampleFor(asked: Request): Static<typeof reply> {
  const { receivedFrom, receivedBefore } = receivedRange(asked, 'UTC');
  const received = receivedFrom ?? receivedBefore?.subtract({ milliseconds: 1 });
  if (received === undefined) return example;
  const day = formatDate(dateIn(received, 'UTC'));
  return {
    ...example,
    ReturnSalesOrderHeaders: example.ReturnSalesOrderHeaders.map((header) => ({
      ...header,
      ReceivedDate: day,
      CloseDate: day,
    })),
  };
}

export const getReturns = defineQuery({
  path: '/api/SalesOrder/GetReturns',
  tag: 'Fulfillment',
  summary: 'List returns',
  description:
    'Returns of shipped orders, including announced ones, in a stable order: pages never skip or repeat a return while others are added. `StartTime` and `EndTime` filter the received date. `TotalRecordCount` is always exact.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: false,
  filterNames,
  request,
  requestExample: {
    OrderNumbers: ['CLB260001'],
    StartTime: '2026-11-01T00:00:00Z',
    EndTime: '2026-11-30T23:59:59Z',
    DispositionCode: 'Return to Inventory',
    Warehouse: 'APC01',
    IncludeTotalRecordCount: true,
    Skip: 0,
    Top: 500,
  },
  reply: {
    status: 200,
    description: 'The returns that match; none is an empty list.',
    schema: reply,
    example,
    exampleFor,
  },
  errors: { 400: 'A rule of the interface is broken (`ValidationFailed`).' },
  check,
  mockCheck: (asked) => receivedRange(asked, 'UTC').faults,
  execute: async ({ environment, caller, request: asked }) => {
    const { timeZone } = environment.config;
    const read = readPage({ skip: asked.Skip, top: asked.Top });
    invariant(read.ok, 'a page was not checked');
    const { page } = read;
    const { faults, ...received } = receivedRange(asked, timeZone);
    if (faults.length > 0) throw new AppError(validationRefusal(faults));
    const { returns, total } = await listReturns(
      environment.db,
      caller.customerNo,
      {
        ...received,
        orderNos: asked.OrderNumbers?.length ? asked.OrderNumbers : undefined,
        disposition: asked.DispositionCode,
        warehouse: asked.Warehouse,
      },
      page,
    );
    return {
      TotalRecordCount: total,
      Skip: page.skip,
      Top: page.top,
      MoreRecords: hasMore(page, total),
      ReturnSalesOrderHeaders: returns.map((listed) => toReturnHeader(listed, caller, timeZone)),
    };
  },
});
