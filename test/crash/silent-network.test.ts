/**
 * A network to the database that accepts bytes and delivers none: requests return 503 at their deadline, the server
 * recovers when the network is back, and it stops in time in every state.
 */
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import type { ApiResponse } from '../support/client.ts';
import { type CuttingProxy, openCuttingProxy } from '../support/cutting-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { startWholeServer } from '../support/whole-server.ts';
import { type Json, openWinery, sentOrder, type Winery } from '../support/winery.ts';

let database: TestDatabase;
let proxy: CuttingProxy;

describe('a server', () => {
  let server: TestServer;
  let winery: Winery;

  beforeAll(async () => {
    database = await openTestDatabase();
    proxy = await openCuttingProxy(database.options);
    server = await openTestServer({
      database,
      connection: proxy.options,
      settings: { REQUEST_TIMEOUT_SECONDS: '2' },
    });
    await ensurePartitions(server.environment.db);
    winery = await openWinery(server);
  });
  beforeEach(() => proxy.resume());
  afterAll(async () => {
    proxy.resume();
    await expectLedgerConsistent(server.environment.db);
    await server.close();
    await proxy.close();
  });

  const ordersNumbered = async (orderNo: string) =>
    (
      await database.pool.query('select from sales_orders where customer_no = $1 and order_no = $2', [
        winery.customerNo,
        orderNo,
      ])
    ).rowCount;

  /** Sends until the status is not 503. */
  async function untilAnswered(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
    for (;;) {
      const answer = await send();
      if (answer.status !== 503) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  const expectUnavailable = ({ status, headers, body }: ApiResponse): void => {
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ Code: 'Unavailable', TransactionReferenceNumber: expect.stringMatching(/-7/) });
  };

  test('returns 503 in time, recovers automatically, and applies each write once', async () => {
    const { body: existing } = await untilAnswered(() => winery.create(sentOrder()));
    const orders = Array.from({ length: 3 }, () => sentOrder());
    proxy.goSilent();
    const answers = await Promise.all([
      ...orders.map((order) => winery.create(order)),
      winery.update({ TransactionReferenceNumber: existing, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] }),
      winery.client.call('Inventory/GetStatus'),
      winery.client.call('SalesOrder/GetOrdersOnHold'),
      winery.client.call('Authentication/GetAccessToken'),
      winery.client.call('SalesOrder/BatchSalesOrder', { BatchId: 'B', SalesOrdersInfo: [sentOrder()] }),
    ]);
    for (const answer of answers) expectUnavailable(answer);

    proxy.resume();
    for (const order of orders) {
      expect((await untilAnswered(() => winery.create(order))).status).toBe(200);
      expect(await ordersNumbered(order.OrderInfo.OrderNo)).toBe(1);
    }
    expect((await untilAnswered(() => winery.client.call('Inventory/GetStatus'))).status).toBe(200);
  });

  test('during a COMMIT: returns 503, and the write is later found applied once', async () => {
    const order = sentOrder();
    proxy.cutNext('by silence');
    expectUnavailable(await winery.create(order));
    proxy.resume();
    const again = await untilAnswered(() => winery.create(order));
    expect(again.status).toBe(200);
    expect(await ordersNumbered(order.OrderInfo.OrderNo)).toBe(1);
    expect((await winery.timeline(again.body)).map((entry: Json) => entry.kind)).toEqual(['sales_order.accepted']);
  });

  test('cancels a statement that PostgreSQL is running when the network goes silent, and closes its connection', async () => {
    const { db } = server.environment;
    const working = db.rows('select pg_sleep(0.2)');
    await expect.poll(() => db.pool.totalCount - db.pool.idleCount, { timeout: 30_000 }).toBeGreaterThan(0);
    proxy.goSilent();
    await expect(working).rejects.toThrow(/timeout|terminated/i);
    proxy.resume();
    expect(await db.rows('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('SIGTERM', () => {
  test('ends the process in time, with requests and jobs waiting for a silent network', async () => {
    const [own, other] = [await openTestDatabase('migrated'), await openTestDatabase('migrated')];
    const folder = privateFolder();
    try {
      const silent = await openCuttingProxy(own.options);
      const urlOf = ({ options, name }: TestDatabase) =>
        `postgres://${options.user}@127.0.0.1:${silent.options.port}/${name}`;
      const server = await startWholeServer(path.join(folder.path, 'data'), {
        DATABASE_URL: urlOf(own),
        TEST_DATABASE_URL: urlOf(other),
        SECRET_KEY: 'a test key of at least 32 characters',
        STOP_TIMEOUT_SECONDS: '4',
      });
      silent.goSilent();
      const asked = server.client.call('Inventory/GetStatus').catch(() => undefined);
      // The request has been received: the server counts one more open connection.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const startedAt = performance.now();
      server.program.kill('SIGTERM');
      const { code, signal } = await server.program.ended();
      const seconds = (performance.now() - startedAt) / 1_000;
      await asked;
      await silent.close();
      expect(signal).toBeNull();
      // Exit code 3 means that not everything had ended; either way the server ended itself, well before any statement timeout.
      expect([0, 3]).toContain(code);
      expect(seconds).toBeLessThan(20);
    } finally {
      for (const database of [own, other]) await database.drop().catch(() => undefined);
      folder.remove();
    }
  });
});
