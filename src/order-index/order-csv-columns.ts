/** The columns of orders in CSV. Pure. */

import type { Static } from 'typebox';
import type { CsvColumns } from '../lib/csv-text.ts';
import type { HoldRecord } from './hold-fields.ts';
import type { ListedOrderRecord } from './order-fields.ts';

type ListedOrder = Static<typeof ListedOrderRecord>;

export const orderCsvColumns: CsvColumns<ListedOrder> = {
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
  ShippedBoxes: (order) => order.ShippedBoxes,
  ShippedBottles: (order) => order.ShippedBottles,
  AdultSignatures: (order) => order.AdultSignatures,
  HasIcePack: (order) => order.HasIcePack,
};

type HeldOrder = ListedOrder & { readonly Holds: readonly Static<typeof HoldRecord>[] };

export const heldOrderCsvColumns: CsvColumns<HeldOrder> = {
  ...orderCsvColumns,
  HeldSince: ({ Holds: holds }) => holds.map(({ Since }) => Since).sort()[0] ?? '',
  EndsBy: ({ Holds: holds }) => holds.map(({ EndsBy }) => EndsBy).join(' '),
};
