/**
 * What a morning of customer service begins with: wineries with orders of every kind, so that pages show what people will see. Orders are
 * created over HTTP, many in a call.
 */
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import type { SalesOrderRequest } from '../../src/sales-orders/request-mapping.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import type { Client } from '../support/client.ts';
import { inDays } from '../support/held-orders.ts';
import { signedIn } from '../support/operator.ts';
import { type OrderOverrides, orderRequest } from '../support/orders.ts';
import type { TestServer } from '../support/server.ts';
import { givenReturns, type ReturningWinery } from './returned-orders.ts';

export interface NamedOrder {
  readonly customerNo: string;
  readonly orderNo: string;
  readonly reference: string;
  /** Of its page, below `/test/portal`. */
  readonly address: string;
}

export interface PortalWinery {
  readonly customerNo: string;
  readonly client: Client;
  readonly credentials: { readonly userKey: string; readonly password: string };
  /** Creates one order in each call, of six bottles of 2023 Pinot Noir for Denver, by default. */
  order(orderNo: string, overrides?: OrderOverrides): Promise<NamedOrder>;
  /** Creates many with one call. */
  orders(each: readonly OrderOverrides[]): Promise<readonly NamedOrder[]>;
  simulate(operation: string, body: object): Promise<void>;
}

export interface Morning {
  readonly stonebridge: PortalWinery;
  readonly longName: PortalWinery;
  readonly shipped: NamedOrder;
  /** Held for the winery, the stock, the weather and the address. */
  readonly manyHolds: NamedOrder;
  readonly returning: ReturningWinery;
}

export const people = [
  ['Eleanor', 'Whitcombe', '18 Larimer St', 'Denver', 'CO', '80202'],
  ['Marcus', 'Oyelaran', '500 Congress Ave', 'Austin', 'TX', '78701'],
  ['Priya', 'Raghunathan', '233 S Wacker Dr', 'Chicago', 'IL', '60606'],
  ['Tom', 'Ek', '9 Pike Pl', 'Seattle', 'WA', '98101'],
  ['Guadalupe', 'Hernández-Villaseñor', '77 Beacon St', 'Boston', 'MA', '02108'],
  ['Wilhelmina', 'van der Straaten-Oldenburg', '410 SW Hall St', 'Portland', 'OR', '97201'],
  ['Jo', 'Li', '150 2nd Ave N', 'Nashville', 'TN', '37201'],
  ['Anders', 'Lindqvist', '80 S 8th St', 'Minneapolis', 'MN', '55402'],
] as const;

export function recipientOf(nth: number) {
  const [FirstName, LastName, Address, City, State, ZipCode] = people[nth % people.length] ?? people[0];
  return { FirstName, LastName, Address, City, State, ZipCode, PhoneNumber: '5555550100' };
}

const items = [
  ['23PIN-01', '2023 Pinot Noir Estate'],
  ['22CAB-RES', '2022 Cabernet Sauvignon Reserve, Hillside Block 7, unfiltered'],
  ['24ROSE', '2024 Rosé of Grenache'],
] as const;

/** A winery with 500 units each of its first two wines, and none of the third. */
export async function givenWinery(server: TestServer, name: string): Promise<PortalWinery> {
  const { customerNo, client, userKey, password } = await server.customer();
  const { db } = server.environment;
  await db.rows('update customers set name = $2 where customer_no = $1', [customerNo, name]);
  await givenItems(
    db,
    customerNo,
    items.map(([itemNo]) => ({ itemNo })),
  );
  for (const [itemNo, description] of items) {
    await db.rows('update skus set description = $3 where customer_no = $1 and item_no = $2', [
      customerNo,
      itemNo,
      description,
    ]);
  }
  await givenStock(
    db,
    customerNo,
    items.slice(0, 2).map(([itemNo]) => ({ itemNo, quantity: 500 })),
  );
  const called = async (operation: string, body: object) => {
    const response = await client.call(operation, body);
    if (response.status === 200) return response.body;
    throw new Error(`${operation} replied ${response.status} ${JSON.stringify(response.body)}`);
  };
  const named = (orderNo: string, reference: string): NamedOrder => ({
    customerNo,
    orderNo,
    reference,
    address: `/orders/${customerNo}/${reference}`,
  });
  return {
    customerNo,
    client,
    credentials: { userKey, password },
    order: async (orderNo, overrides = {}) =>
      named(
        orderNo,
        await called(
          'SalesOrder/CreateSalesOrder',
          requestOf({ ...overrides, OrderInfo: { ...overrides.OrderInfo, OrderNo: orderNo } }),
        ),
      ),
    orders: async (each) => {
      const requests = each.map(requestOf);
      const { CreateSalesOrderStatuses: statuses } = await called('SalesOrder/BatchSalesOrder', {
        BatchId: 'CLUB',
        SalesOrdersInfo: requests,
      });
      return requests.map(({ OrderInfo: { OrderNo } }, nth) => {
        if (!statuses[nth].IsCreated) throw new Error(JSON.stringify(statuses[nth]));
        return named(OrderNo as string, statuses[nth].TransactionReferenceNumber);
      });
    },
    simulate: async (operation, body) => {
      await called(`Simulation/${operation}`, body);
    },
  };
}

const requestOf = (overrides: OrderOverrides): SalesOrderRequest =>
  orderRequest({
    RecipientContactInfo: recipientOf(0),
    ItemsInfo: [{ ItemNo: '23PIN-01', ItemQuantity: 6 }],
    ...overrides,
  } as OrderOverrides);

export const longWineryName = 'Château Bellerose-Montgomery Family Vineyards & Estate Winery of the Upper Valley';

export async function givenMorning(server: TestServer): Promise<Morning> {
  const [stonebridge, longName, hilltop] = await Promise.all([
    givenWinery(server, 'Stonebridge Cellars'),
    givenWinery(server, longWineryName),
    givenWinery(server, 'Hilltop & Daughters'),
  ]);
  const shipped = await givenShippedOrders(hilltop);
  const manyHolds = await givenHeldOrders(stonebridge);
  await longName.orders(
    people.map((_, nth) => ({
      RecipientContactInfo: recipientOf(nth),
      OrderInfo: { OrderNo: `CBM-HOLIDAY-2026-${String(900_417 + nth)}`, OrderType: 'RETAIL', HoldOrder: nth === 3 },
    })),
  );
  await longName.simulate('SetCredit', { OnHold: true, Description: 'Invoice 4711 is overdue since October 30' });
  const returning = await givenReturns(server);
  await givenPeople(server);
  await catchUpOrderIndex(server.environment.db);
  return { stonebridge, longName, shipped, manyHolds, returning };
}

/** Orders that have shipped, in two boxes the first, and four that have not. */
async function givenShippedOrders(winery: PortalWinery): Promise<NamedOrder> {
  const shipped = await winery.order('HTD-30011', {
    RecipientContactInfo: recipientOf(5),
    ItemsInfo: [
      { ItemNo: '23PIN-01', ItemQuantity: 12 },
      { ItemNo: '22CAB-RES', ItemQuantity: 6 },
    ],
  } as OrderOverrides);
  await winery.orders(
    people.map((_, nth) => ({
      RecipientContactInfo: recipientOf(nth),
      OrderInfo: { OrderNo: `HTD-3002${nth}` },
      ShipmentInfo: { ShippingCarrier: 'UPS', ShippingCarrierService: '2DAY', ServiceWarehouseLocation: 'APC01' },
    })) as readonly OrderOverrides[],
  );
  await winery.simulate('AdvanceClock', { Seconds: 10 * 24 * 3_600 });
  await winery.orders(
    people
      .slice(0, 4)
      .map((_, nth) => ({ RecipientContactInfo: recipientOf(nth + 2), OrderInfo: { OrderNo: `HTD-3100${nth}` } })),
  );
  return shipped;
}

/** Orders on hold for every reason but Credit and Customer Service, and some that are not. */
async function givenHeldOrders(winery: PortalWinery): Promise<NamedOrder> {
  await winery.simulate('SetLicense', { State: 'MA', Open: false });
  await winery.simulate('SetWeather', { States: ['MN'], StartDate: inDays(-1), EndDate: inDays(10) });
  await winery.orders(
    people.map((_, nth) => ({
      RecipientContactInfo: recipientOf(nth),
      OrderInfo: { OrderNo: `SBC-1204${nth}`, HoldOrder: nth === 1 || nth === 2 },
    })),
  );
  const short = [{ ItemNo: '24ROSE', ItemQuantity: 12 }];
  await winery.orders([
    { OrderInfo: { OrderNo: 'SBC-12050' }, RecipientContactInfo: recipientOf(6), ItemsInfo: short },
    { OrderInfo: { OrderNo: 'SBC-12051' }, RecipientContactInfo: { ...recipientOf(0), ZipCode: '10001' } },
    { OrderInfo: { OrderNo: 'SBC-12052' }, RecipientContactInfo: { ...recipientOf(3), Address: '' } },
    { OrderInfo: { OrderNo: 'SBC-12053' }, ItemsInfo: [] },
  ] as readonly OrderOverrides[]);
  return await winery.order('SBC-12060', {
    OrderInfo: { HoldOrder: true },
    RecipientContactInfo: { ...recipientOf(7), ZipCode: '10001' },
    ItemsInfo: [...short, { ItemNo: '22CAB-RES', ItemQuantity: 1 }],
  } as OrderOverrides);
}

/** Colleagues, and what they did. */
async function givenPeople(server: TestServer): Promise<void> {
  const admin = await signedIn(server, 'admin', { email: 'rosalind.achterberg-castellanos@warehouse.example' });
  for (const body of [
    { Email: 'ben@warehouse.example', Role: 'floor', Warehouses: ['APC01', 'COB01'] },
    { Email: 'pack-station-3.night-shift@warehouse.example', Role: 'floor', Warehouses: ['APC01'], IsStation: true },
    { Email: 'mia.johansson@warehouse.example', Role: 'service' },
    { Email: 'left-in-june@warehouse.example', Role: 'lead' },
  ]) {
    await admin.call('Operators/Create', body);
  }
  await admin.call('Operators/Disable', { Email: 'left-in-june@warehouse.example' });
}
