/** Names of existing orders are found by their keys in a database that PostgreSQL has not analyzed yet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { rebuildOrderIndex } from '../../src/order-index/index.ts';
import { deleteOrphanedOrderIndexRows } from '../../src/order-index/index-store.ts';
import { claimSalesOrderIdentities } from '../../src/sales-orders/identity-store.ts';
import { findSalesOrderKeysBySelector } from '../../src/sales-orders/index.ts';
import { lockSalesOrders, readSalesOrders } from '../../src/sales-orders/order-store.ts';
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

/** A winery of 500 orders that PostgreSQL has no statistics of, beside one that it knows. */
async function openUnknownWinery(...tables: readonly string[]): Promise<{ customerNo: string; references: string[] }> {
  const { db } = server.environment;
  const end = Temporal.Instant.from('2026-03-20T20:00:00Z');
  const [known, added] = [await server.customer(), await server.customer()];
  await givenPastOrders(db, { customerNo: known.customerNo, orders: 500, perDay: 50, end });
  await rebuildOrderIndex(db);
  for (const table of tables) {
    await db.rows(`alter table ${table} set (autovacuum_enabled = off)`);
    await db.rows(`analyze ${table}`);
  }
  const { customerNo } = added;
  await givenPastOrders(db, { customerNo, orders: 500, perDay: 50, end });
  await rebuildOrderIndex(db);
  const orders = await db.rows<{ id: string }>(
    'select order_id as id from sales_orders where customer_no = $1 order by order_id',
    [customerNo],
  );
  return { customerNo, references: orders.map(({ id }) => id) };
}

test('references of 100 orders of a new winery are not paired with all of its orders', async () => {
  const { db } = server.environment;
  const { customerNo, references } = await openUnknownWinery('sales_orders', 'sales_order_references');
  const known = references.slice(0, 100);
  const names = [...known, uuidv7()].map((reference) => ({ customerNo, reference }));
  const counted: CountedStatement[] = [];
  const resolved = await countingDb(db, counted).snapshot((reader) => findSalesOrderKeysBySelector(reader, names));
  expect(resolved.filter((outcome) => 'ok' in outcome)).toEqual(
    known.map((orderId) => ({ ok: { customerNo, orderId } })),
  );
  expect(counted.length).toBeGreaterThan(0);
  for (const { buffers, plan } of counted) expect(buffers, JSON.stringify(plan, null, 1)).toBeLessThan(1_000);
});

test('an order of a new winery is read and locked without its other orders', async () => {
  const { db } = server.environment;
  const { customerNo, references } = await openUnknownWinery('sales_orders', 'sales_order_holds');
  const keys = [{ customerNo, orderId: references[7] as string }];
  const counted: CountedStatement[] = [];
  const counting = countingDb(db, counted);
  expect(await readSalesOrders(counting, keys)).toHaveLength(1);
  expect(await counting.write((tx) => lockSalesOrders(tx, keys))).toHaveLength(1);
  expect(counted).toHaveLength(2);
  for (const { buffers, plan } of counted) expect(buffers, JSON.stringify(plan, null, 1)).toBeLessThan(20);
});

test('the order index of a new winery is compared with its orders once', async () => {
  const { db } = server.environment;
  const { customerNo, references } = await openUnknownWinery('sales_orders', 'order_index');
  await db.rows('update order_index set order_id = $3 where customer_no = $1 and order_id = $2', [
    customerNo,
    references[0],
    uuidv7(),
  ]);
  const read = await db.write(async (tx) => {
    deleteOrphanedOrderIndexRows(tx, customerNo, '00000000-0000-0000-0000-000000000000', undefined);
    return await tx.rows<{ rows: number }>(
      `select coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0) as rows from pg_stat_xact_user_tables where relname = 'sales_orders'`,
    );
  });
  expect(read[0]?.rows).toBeLessThan(20_000);
  const left = await db.rows<{ id: string }>(
    'select order_id as id from order_index where customer_no = $1 order by order_id',
    [customerNo],
  );
  expect(left.map(({ id }) => id)).toEqual(references.slice(1));
});
