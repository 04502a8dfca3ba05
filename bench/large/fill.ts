/**
 * Fills the database: orders of one customer are taken through the interface and delivered with AdvanceClock, and its rows are copied
 * to other customers by COPY. Every fifth order has bottles for two packages, so there are 1.2 packages for each order.
 */
import { rollUpMovements } from '../../src/inventory/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { rollUpPackages } from '../../src/warehouse/index.ts';
import { call, createOpenOrders } from '../advance-clock/open-orders.ts';
import { orderRequest } from '../support/orders.ts';
import { logProgress } from '../support/progress.ts';
import type { ServerReady } from '../support/ready.ts';
import { copyCustomer } from './copies.ts';
import { readersOf } from './create.ts';

/** How far the clock is advanced: longer than any delivery takes. */
const deliveredDays = 30;
/** The copies are spread over the days of the last twelve months: in one day are no more orders than a large operator has. */
const days = 360;

const firstNames = [
  'Ana',
  'Jo',
  'Eli',
  'Mia',
  'Leo',
  'Ida',
  'Zoe',
  'Max',
  'Eva',
  'Tom',
  'Liv',
  'Ben',
  'Amy',
  'Gus',
  'Fay',
];
const lastNames = ['Moorfield', 'Ashwick', 'Kingham', 'Oakton', 'Hillford', 'Brookwood', 'Stoneley', 'Greenworth'];

/** The nth order: three lines, one of 120 names of recipients, and bottles for two boxes if it is a fifth order. */
export function largeRequest(n: number): ReturnType<typeof orderRequest> {
  const request = orderRequest(n);
  const contact = {
    ...request.RecipientContactInfo,
    FirstName: firstNames[n % firstNames.length] as string,
    LastName: lastNames[n % lastNames.length] as string,
  };
  return {
    ...request,
    RecipientContactInfo: contact,
    ItemsInfo: request.ItemsInfo.map((line) => ({ ...line, ItemQuantity: line.ItemQuantity + (n % 5 === 0 ? 4 : 0) })),
  };
}

export interface Amount {
  /** The orders of all customers together. */
  readonly orders: number;
  /** The orders of each customer. */
  readonly ordersEach: number;
  readonly timeZone: string;
}

export async function fillDatabase(
  ready: ServerReady,
  db: Db,
  { orders, ordersEach, timeZone }: Amount,
): Promise<void> {
  const [template] = ready.customers as [ServerReady['customers'][number]];
  logProgress(`creating and delivering ${ordersEach} orders`);
  const counted = { orders: new Map(), units: new Map() };
  await createOpenOrders(ready.address, template, ordersEach, counted, largeRequest);
  await call(ready.address, template, 'Simulation/AdvanceClock', { Seconds: deliveredDays * 86_400 });
  await rollUpPackages(db, { minLag: 1 });
  await waitForIndex(db, template.customerNo);
  const copies = Math.max(1, Math.round(orders / ordersEach)) - 1;
  const named = readersOf(ready.customers).map(({ customerNo }) => customerNo);
  const others = Array.from(
    { length: Math.max(0, copies - named.length) },
    (_, i) => `COPY${String(i).padStart(6, '0')}`,
  );
  const customers = [...named, ...others].slice(0, copies).map((customerNo, i) => ({
    customerNo,
    daysEarlier: i % days,
  }));
  const startedAt = performance.now();
  const passed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  await copyCustomer(db, template.customerNo, customers);
  logProgress(`${(copies + 1) * ordersEach} orders after ${passed()}`);
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  await db.rows('analyze', []);
  logProgress(`movements rolled up after ${passed()}`);
}

/** Waits until the order index has the orders of the customer. */
async function waitForIndex(db: Db, customerNo: string): Promise<void> {
  for (;;) {
    const [row] = await db.rows<{ isRead: boolean }>(
      `select bool_and(l.seq >= c.last_seq) as "isRead" from log_cursors l join commit_counters c using (customer_no) where customer_no = $1`,
      [customerNo],
    );
    if (row?.isRead) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
