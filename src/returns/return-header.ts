/** The record of a return as GetReturns lists it (interface: Fulfillment; decision 9). Pure. */
import Type, { type Static } from 'typebox';
import { dateInZone, formatUsDate } from '../lib/dates.ts';
import type { Caller } from '../platform/http/operation.ts';
import { formatRecipientName } from '../sales-orders/index.ts';
import type { ListedReturn } from './read-returns.ts';
import { type ReturnLine, sharedDispositionOfFindings } from './return.ts';

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

export const ReturnSalesOrderHeader = Type.Object(
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

export const returnHeaderExample: Static<typeof ReturnSalesOrderHeader> = {
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
};

/** The record of one return; erased fields are ''. */
export function returnSalesOrderHeaderRecord(
  { orderReturn, orderType, document, orderDocument }: ListedReturn,
  caller: Pick<Caller, 'customerNo' | 'customerName'>,
  zone: string,
): Static<typeof ReturnSalesOrderHeader> {
  const recipient = orderDocument?.recipient;
  const day = (at: Temporal.Instant | undefined) => (at === undefined ? '' : formatUsDate(dateInZone(at, zone)));
  return {
    CustomerNo: caller.customerNo,
    CustomerName: caller.customerName,
    RMANumber: orderReturn.rmaNumber,
    OrderNo: orderReturn.orderNo,
    ReceivedDate: day(orderReturn.receivedAt),
    CloseDate: day(orderReturn.closedAt),
    ShipToName: recipient === undefined ? '' : formatRecipientName(recipient, orderType),
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
    DispositionCode: sharedDispositionOfFindings(orderReturn.lines) ?? '',
    ReturnReason: document?.reason ?? '',
    OriginalTrackingNumber: orderReturn.trackingNos.join(';'),
    ShippingCarrierCode: orderReturn.carrier,
    ShippingServiceCode: orderReturn.service,
    ShippngServiceCode: orderReturn.service,
    ReturnSalesOrderLines: orderReturn.lines.flatMap(toReturnLines),
  };
}

/** Announced lines as announced; inspected lines once per finding, or once with 0 units when none arrived. */
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
