/**
 * The queries that are run on both histories, with responses of the same length from both. A query of a period asks for one that
 * both histories cover, for the first day of each, or for all years.
 */
import { ordersOnHold, pastOrderNo } from '../../test/support/past-orders.ts';
import { hotItem, itemNo, items, perDay } from './load-history.ts';

export interface ReadQuery {
  readonly name: string;
  readonly operation: string;
  /** The property of the body that contains the credentials; by default `Authentication`. */
  readonly credentials?: 'AuthenticationDetails' | 'top-level';
  /** The body of run `n` on a history of `orders` orders. */
  body(n: number, orders: number): object;
}

/** Orders per day in both histories: 200,000 in less than three years, 1,000 in five days. */
export const ordersPerDay = 200;

/** The start of this day, at which both histories end. */
export const endOf = (end: Temporal.PlainDate, timeZone: string): Temporal.Instant =>
  end.toZonedDateTime(timeZone).toInstant();

const types = ['Sales order', 'Purchase Order', 'Inventory Adjustment', 'Production Line'];
/** A time before both histories. */
const ever = '2020-01-01T00:00:00Z';

/** Whole days that both histories cover. */
const recentDay = (n: number, end: Temporal.PlainDate) => end.subtract({ days: 2 + (n % 10) });

const two = (n: number) => String(n).padStart(2, '0');
const usDate = ({ month, day, year }: Temporal.PlainDate) => `${two(month)}/${two(day)}/${year}`;

function packageQueries(timeZone: string, end: Temporal.PlainDate): ReadQuery[] {
  const last = endOf(end, timeZone);
  const time = (at: Temporal.Instant) => {
    const local = at.toZonedDateTimeISO(timeZone);
    return `${usDate(local.toPlainDate())} ${local.toPlainTime().toString({ smallestUnit: 'second' })}`;
  };
  const range = (from: Temporal.Instant, hours: number) => `${time(from)} - ${time(from.add({ minutes: hours * 60 }))}`;
  const first = (orders: number) => last.subtract({ minutes: Math.round((orders * 1_440) / ordersPerDay) });
  const dayRange = (from: Temporal.PlainDate, to: Temporal.PlainDate) => `${usDate(from)} - ${usDate(to)}`;
  const query = (name: string, body: ReadQuery['body']): ReadQuery => ({
    name: `GetPackages, ${name}`,
    operation: 'Tracking/GetPackages',
    body,
  });
  return [
    query('poll: the last 10 minutes', () => ({ LastActivityDateRange: range(last.subtract({ minutes: 10 }), 1) })),
    query('poll: the last hour', () => ({ LastActivityDateRange: range(last.subtract({ hours: 1 }), 2) })),
    query('activity of an hour on the first day', (_, orders) => ({
      LastActivityDateRange: range(first(orders).add({ hours: 10 }), 1),
    })),
    query('activity of all years, page of 100', () => ({
      LastActivityDateRange: `01/01/2020 00:00:00 - ${time(last)}`,
      Top: 100,
    })),
    query('activity of all years but the last hour, 100', () => ({
      LastActivityDateRange: `01/01/2020 00:00:00 - ${time(last.subtract({ hours: 1 }))}`,
      Top: 100,
    })),
    query('ship dates of one day, page of 100', () => ({
      ShipDateRange: dayRange(end.subtract({ days: 1 }), end.subtract({ days: 1 })),
      Top: 100,
    })),
    query('ship dates of all years, page of 100', () => ({
      ShipDateRange: dayRange(Temporal.PlainDate.from('2020-01-01'), end),
      Top: 100,
    })),
    query('one carrier, page of 100', () => ({ ShippingCarrier: 'FEX', Top: 100 })),
    query('a rare carrier (1 in 200), 4', () => ({ ShippingCarrier: 'WILL', Top: 4 })),
    query('one order', (n, orders) => ({ OrderNumbers: [pastOrderNo(orders - 200 - (n % 50) * 4)] })),
    query('100 orders', (n, orders) => ({
      OrderNumbers: Array.from({ length: 100 }, (_, i) => pastOrderNo(orders - 500 - i - (n % 5) * 100)),
    })),
    query('all, page of 100', () => ({ Top: 100 })),
    query('all, late page of 100', (_, orders) => ({ Skip: orders * 0.8, Top: 100 })),
    query('nothing there: before the first', () => ({
      LastActivityDateRange: '01/01/2020 00:00:00 - 01/02/2020 00:00:00',
    })),
    query('nothing new', () => ({ LastActivityDateRange: range(last.add({ hours: 1 }), 1) })),
  ];
}

function orderQueries(timeZone: string, end: Temporal.PlainDate): ReadQuery[] {
  const last = endOf(end, timeZone);
  return [
    {
      name: 'GetDetails',
      operation: 'Tracking/GetDetails',
      credentials: 'AuthenticationDetails',
      body: (n, orders) => ({ OrderNo: pastOrderNo(orders - 200 - (n % 50) * 4) }),
    },
    {
      name: 'GetDetails, canceled',
      operation: 'Tracking/GetDetails',
      credentials: 'AuthenticationDetails',
      body: (n, orders) => ({ OrderNo: pastOrderNo(orders - 193 - (n % 5) * 100) }),
    },
    {
      name: `GetOrdersOnHold (${ordersOnHold})`,
      operation: 'SalesOrder/GetOrdersOnHold',
      credentials: 'top-level',
      body: () => ({}),
    },
    { name: 'GetReturns, page of 4', operation: 'SalesOrder/GetReturns', body: () => ({ Top: 4 }) },
    {
      name: 'GetReturns of the last 24 hours',
      operation: 'SalesOrder/GetReturns',
      body: () => ({ StartTime: last.subtract({ hours: 24 }).toString(), Top: 4 }),
    },
    {
      name: 'GetReturns to one warehouse',
      operation: 'SalesOrder/GetReturns',
      body: () => ({ Warehouse: 'COB01', Top: 1 }),
    },
    {
      name: 'GetReturns of 100 orders',
      operation: 'SalesOrder/GetReturns',
      body: (_, orders) => ({ OrderNumbers: Array.from({ length: 100 }, (_, i) => pastOrderNo(orders - 1_000 + i)) }),
    },
    {
      name: 'GetDeliveryEstimates',
      operation: 'Tracking/GetDeliveryEstimates',
      body: () => ({
        DeliveryAddress: { StreetLines: ['100 Main St'], City: 'Denver', State: 'CO', ZipCode: '80202', Country: 'US' },
        DeliveryEstimateRange: 1,
      }),
    },
    {
      name: 'GetCarrierLocations',
      operation: 'Address/GetCarrierLocations',
      body: () => ({ ShippingCarrier: 'FEX', ZipCode: '94558', SearchRadius: 10, Top: 5 }),
    },
    {
      name: 'Validation',
      operation: 'Address/Validation',
      body: () => ({
        ClientReferenceCode: 'cart-1001',
        ShippingCarrier: 'FEX',
        Address: { StreetLines: ['100 Main St'], City: 'Napa', State: 'CA', ZipCode: '94558', Country: 'US' },
      }),
    },
    { name: 'GetAccessToken', operation: 'Authentication/GetAccessToken', body: () => ({}) },
  ];
}

/** The queries for histories that end at the start of this day. */
export function queriesIn(timeZone: string, end: Temporal.PlainDate): readonly ReadQuery[] {
  const transactions = 'Inventory/GetTransactions';
  return [
    ...packageQueries(timeZone, end),
    ...orderQueries(timeZone, end),
    {
      name: 'GetStatus, 5 items',
      operation: 'Inventory/GetStatus',
      body: (n) => ({
        ItemNumbers: Array.from({ length: 5 }, (_, i) => itemNo((n * 7 + i * 397) % items)),
        IncludeUnavailableItems: true,
      }),
    },
    { name: 'GetSellable, all', operation: 'Inventory/GetSellable', body: () => ({}) },
    {
      name: `GetTransactions, one day (${perDay})`,
      operation: transactions,
      body: (n) => ({ TransactionDate: usDate(recentDay(n, end)), TransactionTypes: types }),
    },
    {
      name: 'GetTransactions, one item (1 % of all)',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types, ItemNumbers: [hotItem] }),
    },
    {
      name: 'GetTransactions, page at Skip 100,000',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types, Skip: 100_000 }),
    },
    {
      name: 'GetTransactions, all, first page',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types }),
    },
    {
      name: 'GetTransactions, 7 hours of a day',
      operation: transactions,
      body: (n) => {
        const from = recentDay(n, end).toZonedDateTime(timeZone);
        return {
          TransactionStartDateTime: from.add({ hours: 3 }).toInstant().toString(),
          TransactionEndDateTime: from.add({ hours: 10 }).toInstant().toString(),
          TransactionTypes: types,
        };
      },
    },
    {
      name: 'GetTransactions, rare type and place, 30',
      operation: transactions,
      body: () => ({
        TransactionStartDateTime: ever,
        TransactionType: 'Production Line',
        Warehouse: 'PRB02',
        InventoryStatus: 'DMGD-NO-TX',
        Top: 30,
      }),
    },
    {
      name: 'GetTransactions, one reference',
      operation: transactions,
      body: () => ({ TransactionStartDateTime: ever, TransactionTypes: types, Reference: 'ORD-30001' }),
    },
  ];
}
