/** The loads under which memory is measured. A 503 is a normal response here: the caller waits and retries. */
import { setTimeout } from 'node:timers/promises';
import { load } from '../support/load.ts';
import { authentication, type BenchCustomer, orderBody, orderRequest } from '../support/orders.ts';
import { RawConnection } from '../support/raw-client.ts';

const batchOrders = 500;
let lastNumber = 0;

const nextNumber = (): number => {
  lastNumber += 1;
  return lastNumber;
};

/** Resolves to true for status 200, and to false for 503 after the wait that the server asks for. Throws on any other status. */
async function call(address: string, customer: BenchCustomer, operation: string, body: object): Promise<boolean> {
  const response = await fetch(`${address}/test/v3/api/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Authentication: authentication(customer), ...body }),
  });
  const text = await response.text();
  if (response.status === 200) return true;
  if (response.status !== 503) throw new Error(`${operation} returned ${response.status}: ${text.slice(0, 500)}`);
  await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
  return false;
}

const batch = (address: string, customer: BenchCustomer): Promise<boolean> =>
  call(address, customer, 'SalesOrder/BatchSalesOrder', {
    SalesOrdersInfo: Array.from({ length: batchOrders }, () => orderRequest(nextNumber())),
  });

/** Gives the customer about `count` open orders: three callers send batches. */
export async function createOrdersToDeliver(address: string, customer: BenchCustomer, count: number): Promise<void> {
  let missing = count;
  const sendMissing = async (): Promise<void> => {
    while (missing > 0) {
      missing -= batchOrders;
      if (!(await batch(address, customer))) missing += batchOrders;
    }
  };
  await Promise.all([sendMissing(), sendMissing(), sendMissing()]);
}

/** Each customer sends one batch of 500 orders after the other, for `seconds`. */
export async function sendBatches(address: string, customers: readonly BenchCustomer[], seconds: number) {
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    customers.map(async (customer) => {
      while (performance.now() < until) await batch(address, customer);
    }),
  );
}

/** 64 connections send single orders without pause, for `seconds`. */
export async function sendSingles(address: string, customers: readonly BenchCustomer[], seconds: number) {
  const connections = await Promise.all(Array.from({ length: 64 }, () => RawConnection.open(address)));
  const next = () => {
    const n = nextNumber();
    return { n, body: orderBody(customers[n % customers.length] as BenchCustomer, n) };
  };
  await load(
    connections,
    { path: '/test/v3/api/SalesOrder/CreateSalesOrder', next, answered: () => undefined },
    seconds,
  );
  for (const connection of connections) connection.close();
}

/** Advances the customer's clock by 21 days, within which all of its orders are delivered. */
export async function deliverAll(address: string, customer: BenchCustomer): Promise<void> {
  for (let day = 0; day < 21; day += 1) {
    while (!(await call(address, customer, 'Simulation/AdvanceClock', { Seconds: 86_400 })));
  }
}
