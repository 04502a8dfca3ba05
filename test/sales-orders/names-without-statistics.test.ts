/** Names of existing orders are found by their keys in a database that PostgreSQL has not analyzed yet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { claimSalesOrderIdentities } from '../../src/sales-orders/identity-store.ts';
import { resolveSalesOrderNames } from '../../src/sales-orders/index.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { givenPastOrders, pastOrderNo } from '../support/past-orders.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openPlainServer();
});
afterAll(() => server.close());

test('two names of 500 orders are read without reading the other orders', async () => {
  const { db } = server.environment;
  const { customerNo } = await server.customer();
  for (const table of ['sales_orders', 'sales_order_identities']) {
    await db.rows(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  await givenPastOrders(db, {
    customerNo,
    orders: 500,
    perDay: 50,
    end: Temporal.Instant.from('2026-03-20T20:00:00Z'),
  });
  const counted: CountedStatement[] = [];
  const wanted = [1, 2].map((n) => ({
    customerNo,
    kind: 1 as const,
    name: pastOrderNo(n),
    shipmentKey: '',
    orderId: uuidv7(),
  }));
  const taken = await countingDb(db, counted).write((tx) => claimSalesOrderIdentities(tx, wanted));
  expect(taken.size).toBe(2);
  expect(counted.length).toBeGreaterThan(0);
  for (const { buffers, plan } of counted) expect(buffers, JSON.stringify(plan, null, 1)).toBeLessThan(50);
});

test('references of 100 orders of a new winery are not paired with all of its orders', async () => {
  const { db } = server.environment;
  const end = Temporal.Instant.from('2026-03-20T20:00:00Z');
  const [known, added] = [await server.customer(), await server.customer()];
  await givenPastOrders(db, { customerNo: known.customerNo, orders: 500, perDay: 50, end });
  for (const table of ['sales_orders', 'sales_order_references']) {
    await db.rows(`alter table ${table} set (autovacuum_enabled = off)`);
    await db.rows(`analyze ${table}`);
  }
  const { customerNo } = added;
  await givenPastOrders(db, { customerNo, orders: 500, perDay: 50, end });
  const orders = await db.rows<{ id: string }>(
    'select order_id as id from sales_orders where customer_no = $1 limit 100',
    [customerNo],
  );
  const names = [...orders.map(({ id }) => id), uuidv7()].map((reference) => ({ customerNo, reference }));
  const counted: CountedStatement[] = [];
  const resolved = await countingDb(db, counted).snapshot((reader) => resolveSalesOrderNames(reader, names));
  expect(resolved.filter((outcome) => 'ok' in outcome)).toEqual(
    orders.map(({ id }) => ({ ok: { customerNo, orderId: id } })),
  );
  expect(counted.length).toBeGreaterThan(0);
  for (const { buffers, plan } of counted) expect(buffers, JSON.stringify(plan, null, 1)).toBeLessThan(1_000);
});
