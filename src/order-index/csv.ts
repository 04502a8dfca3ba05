/** Orders as CSV (RFC 4180). Pure. */
import type { Static } from 'typebox';
import type { ListedOrderRecord } from './order-fields.ts';

type ListedOrder = Static<typeof ListedOrderRecord>;

const columns: Readonly<Record<string, (order: ListedOrder) => string | number | boolean>> = {
  CustomerNo: (order) => order.CustomerNo,
  CustomerName: (order) => order.CustomerName,
  OrderNo: (order) => order.OrderNo,
  ShipmentKey: (order) => order.ShipmentKey,
  TransactionReferenceNumber: (order) => order.TransactionReferenceNumber,
  OrderType: (order) => order.OrderType,
  Status: (order) => order.Status,
  HoldReasons: (order) => order.HoldReasons.join('; '),
  Warehouse: (order) => order.Warehouse,
  Carrier: (order) => order.Carrier,
  Service: (order) => order.Service,
  RecipientName: (order) => order.Recipient.Name,
  City: (order) => order.Recipient.City,
  State: (order) => order.Recipient.State ?? '',
  ZipCode: (order) => order.Recipient.ZipCode,
  Country: (order) => order.Recipient.Country ?? '',
  Bottles: (order) => order.Bottles,
  Lines: (order) => order.Lines,
  Short: (order) => order.Short,
  AcceptedAt: (order) => order.AcceptedAt,
  ShipDate: (order) => order.ShipDate,
  IsLate: (order) => order.IsLate,
  TrackingNumbers: (order) => order.TrackingNumbers.join('; '),
};

/** One line per order, after the header where it is wanted. */
export function ordersCsv(orders: readonly ListedOrder[], hasHeader: boolean): string {
  const rows = orders.map((order) => Object.values(columns).map((read) => field(String(read(order)))));
  return [...(hasHeader ? [Object.keys(columns)] : []), ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** A spreadsheet runs a text that begins with one of these characters as a formula: an apostrophe makes it a text. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
