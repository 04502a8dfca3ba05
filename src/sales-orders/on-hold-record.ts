/** The record of an order on hold as GetOrdersOnHold lists it (interface: Fulfillment; decisions 9 and 11). Pure. */
import Type, { type Static } from 'typebox';
import { formatInstant, formatUsDate, parseInstant } from '../lib/dates.ts';
import type { Caller } from '../platform/http/operation.ts';
import { describeHolds, type ListedOrderOnHold } from './hold-list.ts';
import { leadingHoldOf } from './order.ts';

const text = (description: string) => Type.String({ description });

const OrderOnHoldItem = Type.Object(
  {
    ItemNo: text('Item number.'),
    ItemDescription: text('Description of the order line.'),
    Quantity: text('Ordered quantity in units of the item: QuantityReserved + IncomingPreReserved + Oversold.'),
    QuantityReserved: text('Reserved from stock on hand.'),
    IncomingPreReserved: text(
      'Units inbound on open purchase and transfer orders that this order has priority for; the longest waiting order has first priority.',
    ),
    Oversold: text('Neither on hand for this order nor inbound.'),
  },
  { title: 'OrderOnHoldItem' },
);

export const OnHoldRecord = Type.Object(
  {
    CustomerNo: text('Customer number.'),
    CustomerName: text('Customer name.'),
    OrderNo: text('Order number.'),
    OrderType: text('Order type.'),
    OrderDate: text('When the order was placed, ISO 8601 with offset; empty when it was not sent.'),
    ShipmentDate: text('Requested ship date, MM/DD/YYYY; empty for as soon as possible.'),
    ShippingSite: text('Site of the warehouse: its code without digits.'),
    ShippingWarehouse: text('Warehouse code.'),
    HoldReason: text(
      'The first that applies of License, Address, Credit, Customer Service, Winery, Weather and Inventory.',
    ),
    HoldReasonDescription: text(
      'For each hold: why the order is on hold, whether action is needed, and what ends the hold. For Inventory it names what was short when the order was held; Inventory/GetStatus returns the current stock.',
    ),
    ShippingCarrier: text('Carrier code.'),
    ShippingCarrierService: text('Carrier service code.'),
    OrderOnHoldItems: Type.Array(OrderOnHoldItem, { description: 'Lines of the order.' }),
  },
  { title: 'OrderOnHold' },
);
export type OnHoldRecord = Static<typeof OnHoldRecord>;

export const onHoldRecordExample: OnHoldRecord = {
  CustomerNo: 'W100',
  CustomerName: 'Sample Winery',
  OrderNo: 'CLB260001',
  OrderType: 'CLUB',
  OrderDate: '2026-11-18T09:00:00-08:00',
  ShipmentDate: '11/30/2026',
  ShippingSite: 'APC',
  ShippingWarehouse: 'APC01',
  HoldReason: 'Inventory',
  HoldReasonDescription:
    'Not enough stock when the order was held: 22CAB (12 needed, 3 available in GOOD-NO-TX at APC01). No action needed if more stock is on its way: the order is released when all its items are in stock.',
  ShippingCarrier: 'FEX',
  ShippingCarrierService: 'GRND',
  OrderOnHoldItems: [
    {
      ItemNo: '22CAB',
      ItemDescription: '2022 Cabernet Sauvignon',
      Quantity: '12',
      QuantityReserved: '0',
      IncomingPreReserved: '10',
      Oversold: '2',
    },
  ],
};

export function toOnHoldRecord(
  { order, lines }: ListedOrderOnHold,
  { customerNo, customerName }: Pick<Caller, 'customerNo' | 'customerName'>,
  timeZone: string,
): OnHoldRecord {
  const placedAt = parseInstant(order.orderDate, timeZone);
  return {
    CustomerNo: customerNo,
    CustomerName: customerName,
    OrderNo: order.orderNo,
    OrderType: order.orderType,
    OrderDate: placedAt === undefined ? '' : formatInstant(placedAt, timeZone),
    ShipmentDate: order.requestedShipDate === undefined ? '' : formatUsDate(order.requestedShipDate),
    ShippingSite: order.warehouse.replaceAll(/\d/g, ''),
    ShippingWarehouse: order.warehouse,
    HoldReason: leadingHoldOf(order.holds)?.reason ?? '',
    HoldReasonDescription: describeHolds(order.holds),
    ShippingCarrier: order.carrier,
    ShippingCarrierService: order.service,
    OrderOnHoldItems: lines.map((line) => ({
      ItemNo: line.itemNo,
      ItemDescription: line.description,
      Quantity: String(line.quantity),
      QuantityReserved: String(line.reserved),
      IncomingPreReserved: String(line.incoming),
      Oversold: String(line.oversold),
    })),
  };
}
