/** Creates a customer's open orders in batches, and checks that they were delivered. */
import type { Db } from '../../src/platform/db/db.ts';
import { type AcceptedOrders, countOrder } from '../support/check-balances.ts';
import { authentication, linesOf, orderRequest } from '../support/orders.ts';
import type { ServerReady } from '../support/ready.ts';

export type Customer = ServerReady['customers'][number];

const batchOrders = 500;

/** Posts an operation of the test environment; throws on any other status than 200. */
export async function call(address: string, customer: Customer, operation: string, body: object): Promise<unknown> {
  const response = await fetch(`${address}/test/v3/api/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Authentication: authentication(customer), ...body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${operation} replied ${response.status}: ${text}`);
  return JSON.parse(text);
}

/**
 * Creates the orders 1 to `count`; throws when one is rejected. `acceptedOrders` counts the lines of `linesOf`, so it is right
 * only when `requestOf` returns these lines.
 */
export async function createOpenOrders(
  address: string,
  customer: Customer,
  count: number,
  acceptedOrders: AcceptedOrders,
  requestOf: (n: number) => object = orderRequest,
) {
  for (let first = 1; first <= count; first += batchOrders) {
    const numbers = Array.from({ length: Math.min(batchOrders, count - first + 1) }, (_, i) => first + i);
    const { CreateSalesOrderStatuses: statuses } = (await call(address, customer, 'SalesOrder/BatchSalesOrder', {
      SalesOrdersInfo: numbers.map(requestOf),
    })) as { CreateSalesOrderStatuses: readonly { IsCreated: boolean; Messages: readonly string[] }[] };
    const refused = statuses.find(({ IsCreated }) => !IsCreated);
    if (refused !== undefined) throw new Error(`an order was rejected: ${refused.Messages.join('; ')}`);
    for (const n of numbers) countOrder(acceptedOrders, customer.customerNo, linesOf(n));
  }
}

/** Returns one sentence for each fault: orders without a package or with one that was not delivered, and wrong balances. */
export async function checkDelivered(
  db: Db,
  customerNo: string,
  acceptedOrders: AcceptedOrders,
  received: number,
): Promise<string[]> {
  const faults: string[] = [];
  const packages = await db.rows<{ status: string; orders: number }>(
    `select coalesce(p.status, o.status) as status, count(distinct o.order_id) as orders
       from sales_orders o left join packages p using (customer_no, order_id)
      where o.customer_no = $1 group by 1`,
    [customerNo],
  );
  const accepted = acceptedOrders.orders.get(customerNo) ?? 0;
  const delivered = packages.find(({ status }) => status === 'DELIVERED')?.orders ?? 0;
  if (packages.length !== 1 || delivered !== accepted) {
    faults.push(`${accepted} orders, but ${packages.map(({ status, orders }) => `${orders} ${status}`).join(', ')}`);
  }
  const balances = await db.rows<{ item_no: string; on_hand: number; reserved: number }>(
    'select item_no, on_hand, reserved from balances where customer_no = $1',
    [customerNo],
  );
  for (const { item_no, on_hand, reserved } of balances) {
    const expected = received - (acceptedOrders.units.get(customerNo)?.get(item_no) ?? 0);
    if (on_hand !== expected || reserved !== 0) {
      faults.push(`${item_no}: ${on_hand} on hand and ${reserved} reserved, but ${expected} and 0 expected`);
    }
  }
  return faults;
}
