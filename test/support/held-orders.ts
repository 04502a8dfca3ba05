/** A customer with wine on the shelf, its orders, its holds and its clock, over HTTP as an integrator drives them. */
import { toSimulationOperation } from '../../src/platform/http/internal-operation.ts';
import { cancelSalesOrderOperation } from '../../src/sales-orders/operations/cancel-sales-order.ts';
import { clearWeatherOperation } from '../../src/sales-orders/operations/clear-weather.ts';
import { createSalesOrderOperation } from '../../src/sales-orders/operations/create-sales-order.ts';
import { endHoldOperation } from '../../src/sales-orders/operations/end-hold.ts';
import { getOrdersOnHoldOperation } from '../../src/sales-orders/operations/get-orders-on-hold.ts';
import { placeHoldOperation } from '../../src/sales-orders/operations/place-hold.ts';
import { setCreditOperation } from '../../src/sales-orders/operations/set-credit.ts';
import { setLicenseOperation } from '../../src/sales-orders/operations/set-license.ts';
import { setWeatherOperation } from '../../src/sales-orders/operations/set-weather.ts';
import { updateSalesOrderOperation } from '../../src/sales-orders/operations/update-sales-order.ts';
import { advanceClockOperation } from '../../src/simulation/operations/advance-clock.ts';
import { givenItems, givenStock } from './catalog.ts';
import type { ApiResponse, Client } from './client.ts';
import { freshOrderNo, type OrderOverrides, orderRequest } from './orders.ts';
import type { TestServer } from './server.ts';

/** The operations that tests of holds call. */
export const holdOperations = [
  createSalesOrderOperation,
  updateSalesOrderOperation,
  cancelSalesOrderOperation,
  getOrdersOnHoldOperation,
  ...[
    advanceClockOperation,
    placeHoldOperation,
    endHoldOperation,
    setWeatherOperation,
    clearWeatherOperation,
    setLicenseOperation,
    setCreditOperation,
  ].map(toSimulationOperation),
];

export interface Winery {
  readonly customerNo: string;
  readonly client: Client;
  /** Creates an order of one bottle of WINE-1 from APC01 to Denver, by default. */
  order(overrides?: OrderOverrides): Promise<{ readonly orderNo: string; readonly reference: string }>;
  /** The rows of GetOrdersOnHold; [] for 404. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
  onHold(): Promise<any[]>;
  statusOf(reference: string): Promise<string>;
  /** Kinds in an order's timeline, its acceptance left out. */
  timeline(reference: string): Promise<string[]>;
  simulate(operation: string, body: object): Promise<ApiResponse>;
  advance(seconds: number): Promise<ApiResponse>;
  /** Advances to a time. */
  advanceTo(time: string): Promise<ApiResponse>;
  stock(itemNo: string, units: number): Promise<void>;
}

/** Creates a winery with 100 units each of WINE-1 and WINE-2 at APC01, and WINE-3 without stock. */
export async function openWinery(server: TestServer, rights: 'read' | 'write' = 'write'): Promise<Winery> {
  const { customerNo, client } = await server.customer(rights);
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'WINE-1' }, { itemNo: 'WINE-2' }, { itemNo: 'WINE-3' }]);
  const stock = (itemNo: string, units: number) => givenStock(db, customerNo, [{ itemNo, quantity: units }]);
  await stock('WINE-1', 100);
  await stock('WINE-2', 100);
  const must = (response: ApiResponse): ApiResponse => {
    if (response.status === 200) return response;
    throw new Error(`expected 200, got ${response.status} ${JSON.stringify(response.body)}`);
  };
  return {
    customerNo,
    client,
    stock,
    order: async (overrides = {}) => {
      const orderNo = overrides.OrderInfo?.OrderNo ?? freshOrderNo();
      const request = orderRequest({ ...overrides, OrderInfo: { ...overrides.OrderInfo, OrderNo: orderNo } });
      return { orderNo, reference: must(await client.call('SalesOrder/CreateSalesOrder', request)).body as string };
    },
    onHold: async () => {
      const response = await client.call('SalesOrder/GetOrdersOnHold');
      return response.status === 404 ? [] : must(response).body;
    },
    statusOf: async (reference) => {
      const [row] = await db.rows<{ status: string }>(
        'select status from sales_orders where customer_no = $1 and order_id = $2',
        [customerNo, reference],
      );
      return row?.status ?? 'unknown';
    },
    timeline: async (reference) => {
      const rows = await db.rows<{ kind: string }>(
        "select kind from log where customer_no = $1 and subject = $2 and kind <> 'sales_order.accepted' order by seq",
        [customerNo, reference],
      );
      return rows.map((row) => row.kind);
    },
    simulate: (operation, body) => client.call(`Simulation/${operation}`, body),
    advance: async (seconds) => must(await client.call('Simulation/AdvanceClock', { Seconds: seconds })),
    advanceTo: async (time) => must(await client.call('Simulation/AdvanceClock', { To: time })),
  };
}

/** The date this many days after today, as a request may write it: `1/4/2027`. */
export function inDays(days: number): string {
  const date = Temporal.Now.plainDateISO('America/Los_Angeles').add({ days });
  return `${date.month}/${date.day}/${date.year}`;
}
