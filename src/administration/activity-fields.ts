/** The activity of a customer in a month as replies and exports show it. */
import Type, { type Static } from 'typebox';
import { salesOrderTypeCodes } from '../contract/code-lists.ts';
import type { CsvColumns } from '../lib/csv-text.ts';
import { formatUsDate } from '../lib/dates.ts';
import { type DaysOfMonth, formatMonth, type MonthlyActivity, sumShippingAndStorage } from './activity.ts';

export const monthField = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  description: 'The month, as in 2026-11.',
});

export const currentMonthField = Type.String({ description: 'The month of today in the operator’s time zone.' });

const shipped = {
  Orders: Type.Integer({ description: 'That left, at least in one package, and whose ShipDate is in the month.' }),
  Boxes: Type.Integer({
    description: 'Packages of these orders, also one that its carrier has not taken yet, because an order counts once.',
  }),
  Bottles: Type.Integer({ description: 'Units in them.' }),
  IcePacks: Type.Integer({ description: 'Orders with an ice pack.' }),
  AdultSignatures: Type.Integer({
    description:
      'Packages with wine, or with items that are not known, which a carrier gives only to an adult, against a signature.',
  }),
};

export const MonthlyActivityRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  Month: Type.String(),
  ...shipped,
  OrderTypes: Type.Array(Type.Object({ OrderType: Type.String(), ...shipped }), {
    description: 'The shipped orders by type; types without any are absent.',
  }),
  PurchaseOrders: Type.Integer({ description: 'Purchase orders with a receipt in the month.' }),
  PurchaseUnits: Type.Integer({ description: 'Units received of them.' }),
  Transfers: Type.Integer({ description: 'Transfer orders that arrived, at least in part.' }),
  TransferUnits: Type.Integer({ description: 'Units received of them.' }),
  Returns: Type.Integer({ description: 'Returns received in the month.' }),
  ReturnBoxes: Type.Integer({ description: 'Their packages: one for each tracking number, at least one.' }),
  ReturnBottles: Type.Integer({ description: 'Units inspected of them so far.' }),
  UnitDays: Type.Integer({ description: 'The sum of the units on hand at the end of each day of the month so far.' }),
});

export const StorageDayRecord = Type.Object({
  Day: Type.String(),
  OnHand: Type.Integer({ description: 'Units of all items, warehouses and statuses at the end of the day.' }),
});

type MonthlyActivityRow = Static<typeof MonthlyActivityRecord>;

const columnsOf = (names: readonly Exclude<keyof MonthlyActivityRow, 'OrderTypes'>[]): CsvColumns<MonthlyActivityRow> =>
  Object.fromEntries(names.map((name) => [name, (row: MonthlyActivityRow) => row[name]]));

/** A column for each order type, also of those without any order. */
const typeColumns = (name: 'Orders' | 'Boxes' | 'Bottles'): CsvColumns<MonthlyActivityRow> =>
  Object.fromEntries(
    salesOrderTypeCodes.map((type) => [
      `${name} ${type}`,
      ({ OrderTypes }: MonthlyActivityRow) => OrderTypes.find(({ OrderType }) => OrderType === type)?.[name] ?? 0,
    ]),
  );

/** With columns for the orders, boxes and bottles of each order type. */
export const monthlyActivityCsvColumns: CsvColumns<MonthlyActivityRow> = {
  ...columnsOf(['CustomerNo', 'CustomerName', 'Month', 'Orders']),
  ...typeColumns('Orders'),
  ...columnsOf(['Boxes', 'Bottles', 'IcePacks', 'AdultSignatures', 'PurchaseOrders', 'PurchaseUnits']),
  ...columnsOf(['Transfers', 'TransferUnits', 'Returns', 'ReturnBoxes', 'ReturnBottles', 'UnitDays']),
  ...typeColumns('Boxes'),
  ...typeColumns('Bottles'),
};

const exampleOf = { Orders: 120, Boxes: 131, Bottles: 740, IcePacks: 12, AdultSignatures: 128 };

export const monthlyActivityExample: MonthlyActivityRow = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  Month: '2026-11',
  ...exampleOf,
  OrderTypes: [{ OrderType: 'CLUB', ...exampleOf }],
  PurchaseOrders: 2,
  PurchaseUnits: 1_200,
  Transfers: 1,
  TransferUnits: 240,
  Returns: 1,
  ReturnBoxes: 1,
  ReturnBottles: 6,
  UnitDays: 52_300,
};

export function monthlyActivityRecord(
  { customerNo, name, month }: { readonly customerNo: string; readonly name: string; readonly month: DaysOfMonth },
  activity: MonthlyActivity,
): MonthlyActivityRow {
  const { shipped: types, received, returned } = activity;
  const totals = sumShippingAndStorage(activity);
  return {
    CustomerNo: customerNo,
    CustomerName: name,
    Month: formatMonth(month.first),
    Orders: totals.orders,
    Boxes: totals.boxes,
    Bottles: totals.bottles,
    IcePacks: totals.icePacks,
    AdultSignatures: totals.adultSignatures,
    OrderTypes: types.map(({ orderType, orders, boxes, bottles, icePacks, adultSignatures }) => ({
      OrderType: orderType,
      Orders: orders,
      Boxes: boxes,
      Bottles: bottles,
      IcePacks: icePacks,
      AdultSignatures: adultSignatures,
    })),
    PurchaseOrders: received.purchaseOrders,
    PurchaseUnits: received.purchaseUnits,
    Transfers: received.transfers,
    TransferUnits: received.transferUnits,
    Returns: returned.returns,
    ReturnBoxes: returned.boxes,
    ReturnBottles: returned.bottles,
    UnitDays: totals.unitDays,
  };
}

export const storageDayRecords = ({ storage }: MonthlyActivity): Static<typeof StorageDayRecord>[] =>
  storage.map(({ day, onHand }) => ({ Day: formatUsDate(day), OnHand: onHand }));
