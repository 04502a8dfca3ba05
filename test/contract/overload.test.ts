/** An overloaded server replies 503 with Retry-After at once, and stores nothing of the request. */
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { minConcurrentRequestsPerClient } from '../../src/platform/http/flood-limit.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { orderRequest } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const create = 'SalesOrder/CreateSalesOrder';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer({ settings: { MAX_QUEUE_MS: '300', WRITE_SLOTS: '1' } });
});
afterAll(() => server.close());

async function winery() {
  const customer = await server.customer();
  await givenItems(server.environment.db, customer.customerNo, [{ itemNo: 'WINE-1' }]);
  await givenStock(server.environment.db, customer.customerNo, [{ itemNo: 'WINE-1', quantity: 1_000 }]);
  return customer;
}

/** Holds up every use of a table until it is released. */
async function holdTable({ environment }: TestServer, table: string): Promise<() => Promise<void>> {
  const client = await environment.db.pool.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(release);
  return release;
}

const busy = {
  status: 503,
  body: {
    Status: 503,
    Code: 'Unavailable',
    Reason: 'The server is busy, and this change would wait too long. Send it again after the seconds in Retry-After.',
    Errors: [],
    TransactionReferenceNumber: expect.any(String),
  },
};

test('changes that would wait too long are 503 with Retry-After, and can be sent again under their key', async () => {
  const { client, customerNo } = await winery();
  const order = (key: string) => [create, orderRequest(), { 'idempotency-key': key }] as const;
  expect((await client.call(...order('before'))).status).toBe(200);
  const release = await holdTable(server, 'commit_counters');
  const first = client.call(...order('first'));
  // It holds the only slot from now on.
  await expect
    .poll(async () => (await server.environment.db.rows('select from pg_locks where not granted limit 1')).length)
    .toBe(1);
  const second = order('second');
  const late = await client.call(...second);
  expect(late).toMatchObject(busy);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const batch = { SalesOrdersInfo: Array.from({ length: 500 }, () => orderRequest()) };
  const shed = await Promise.all([
    client.call(create, orderRequest()),
    client.call('SalesOrder/BatchSalesOrder', batch),
    client.call('SKU/CreateSKU', {}),
  ]);
  for (const response of shed) {
    expect(response).toMatchObject(busy);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  // Reads and probes go on.
  expect((await client.call('Inventory/GetStatus', {})).status).toBe(200);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await release();
  expect((await first).status).toBe(200);
  const again = await client.call(...second);
  expect(again.status).toBe(200);
  expect(again.headers.get('idempotent-replayed')).toBeNull();
  const journaled = await server.environment.db.rows<{ code: string }>(
    "select data ->> 'code' as code from log where customer_no = $1 and kind = 'request.rejected'",
    [customerNo],
  );
  expect(journaled).toEqual([]);
  expect(server.logged.filter((line) => line.includes('would wait too long'))).toEqual([]);
});

test('beside another customer, one that floods has a limited number of requests in progress', async () => {
  const patient = await openTestServer({ settings: { MAX_QUEUE_MS: '60000' } });
  onTestFinished(() => patient.close());
  const [flooding, quiet] = [await patient.customer(), await patient.customer()];
  // The other customer stays active, however slow the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await quiet.client.call('Inventory/GetStatus', {})).status).toBe(200);
  const release = await holdTable(patient, 'balances');
  const flood = Array.from({ length: 40 }, () => flooding.client.call('Inventory/GetStatus', {}));
  const heldBack = async () =>
    /^dray_queue_waiting\{queue="calls"\} (\d+)$/m.exec(await patient.api.metrics.text())?.[1];
  await expect.poll(heldBack).toBe(String(40 - minConcurrentRequestsPerClient));
  await release();
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
});
