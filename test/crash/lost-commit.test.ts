/**
 * A write whose connection is lost during COMMIT is applied exactly once and returns its result, whether or not the server
 * process at the other end survives (decision 6). With CITUS_DATABASE_URL on its cluster, without the cases that withhold a standby's
 * acknowledgment: the setting is of a whole server.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { type BatchWriter, openWriteQueue } from '../../src/platform/write-queue.ts';
import { setClock } from '../simulation/clock.ts';
import { balanceOf } from '../support/catalog.ts';
import type { ApiResponse } from '../support/client.ts';
import { type Cut, type CuttingProxy, openCuttingProxy } from '../support/cutting-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OwnPostgres, openOwnPostgres } from '../support/own-postgres.ts';
import { sentPurchaseOrder } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { type Json, openWinery, sentOrder, type Winery } from '../support/winery.ts';
import { transfer } from '../transfer-orders/transfer-winery.ts';

const isOnCluster = inject('testServer').citus !== undefined;
/** Undefined on a cluster. */
let postgres: OwnPostgres | undefined;
let database: TestDatabase;
let proxy: CuttingProxy;
let server: TestServer;

beforeAll(async () => {
  postgres = isOnCluster ? undefined : await openOwnPostgres();
  database = postgres?.database ?? (await openTestDatabase());
  proxy = await openCuttingProxy(database.options);
  server = await openTestServer({
    database,
    connection: { ...proxy.options, options: '-c synchronous_commit=on' },
  });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
  await proxy.close();
  await postgres?.stop();
});

interface Case {
  readonly name: string;
  /** Data that exists before the call; its result is passed to `call` and `check`. */
  prepare?(winery: Winery): Promise<Json>;
  call(winery: Winery, given: Json): Promise<ApiResponse>;
  readonly status: number;
  /** Log entries expected for one application. */
  readonly kind?: string;
  check?(winery: Winery, answer: ApiResponse, given: Json): Promise<void> | void;
}

const call = (operation: string, body: (given: Json) => object) => (winery: Winery, given: Json) =>
  winery.client.call(operation, body(given));
const created = (winery: Winery) => winery.created();
const isReference = (_: Winery, { body }: ApiResponse) => expect(isUuid(body)).toBe(true);
const rows = async (table: string, { customerNo }: Winery) =>
  (await database.pool.query(`select from ${table} where customer_no = $1`, [customerNo])).rowCount;

const cases: readonly Case[] = [
  {
    name: 'CreateSalesOrder',
    call: (winery) => winery.create(sentOrder()),
    status: 200,
    kind: 'sales_order.accepted',
    check: async (winery, { body }) => {
      expect(await winery.order(body)).toMatchObject({ status: 'RECEIVED', reserved: { 'WINE-1': 1 } });
      expect(await rows('sales_orders', winery)).toBe(1);
    },
  },
  {
    name: 'CreateSalesOrder with an Idempotency-Key',
    call: (winery) => winery.create(sentOrder({ OrderInfo: { OrderNo: 'KEYED' } }), { 'idempotency-key': 'K-1' }),
    status: 200,
    kind: 'sales_order.accepted',
    check: async (winery, { body }) => {
      const again = await winery.create(sentOrder({ OrderInfo: { OrderNo: 'KEYED' } }), { 'idempotency-key': 'K-1' });
      expect(again.body).toBe(body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    },
  },
  {
    name: 'UpdateSalesOrder',
    prepare: created,
    call: (winery, order) =>
      winery.update({ TransactionReferenceNumber: order, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 3 }] }),
    status: 200,
    kind: 'sales_order.updated',
    check: async (winery, { body }, order) => {
      expect((await winery.order(order)).reserved).toEqual({ 'WINE-1': 3 });
      expect((await winery.timeline(order)).at(-1)).toMatchObject({ kind: 'sales_order.updated', reference: body });
    },
  },
  {
    name: 'CancelSalesOrder',
    prepare: created,
    call: (winery, order) => winery.cancel({ TransactionReferenceNumber: order }),
    status: 200,
    kind: 'sales_order.canceled',
    check: isReference,
  },
  {
    name: 'CancelSalesOrder that is refused',
    prepare: async (winery) => {
      const order = await winery.created();
      await winery.startWork(order);
      return order;
    },
    call: (winery, order) => winery.cancel({ TransactionReferenceNumber: order }),
    status: 403,
    check: (_, { body }) => expect(body).toMatchObject({ Code: 'StateForbids' }),
  },
  {
    name: 'BatchSalesOrder',
    call: call('SalesOrder/BatchSalesOrder', () => ({
      BatchId: 'B-1',
      SalesOrdersInfo: [sentOrder(), sentOrder({ ItemsInfo: [{ ItemNo: 'OLD', ItemQuantity: 1 }] }), sentOrder()],
    })),
    status: 200,
    check: async (winery, { body }) => {
      expect(body.CreateSalesOrderStatuses.map((s: Json) => s.IsCreated)).toEqual([true, false, true]);
      expect(body.CreateSalesOrderStatuses[1].Messages).toEqual(['ItemsInfo[0].ItemNo "OLD" is retired']);
      expect(await rows('sales_orders', winery)).toBe(2);
    },
  },
  {
    name: 'CreatePurchaseOrder',
    call: call('InventoryMovement/CreatePurchaseOrder', () =>
      sentPurchaseOrder({}, [{ ItemNo: 'WINE-1', ItemQuantity: 12 }]),
    ),
    status: 201,
    kind: 'purchase_order.created',
    check: isReference,
  },
  {
    name: 'CreateTransferOrder',
    prepare: (winery) => setClock(server.environment.db, winery.customerNo),
    call: call('InventoryMovement/CreateTransferOrder', () => transfer()),
    status: 201,
    kind: 'transfer_order.created',
    check: isReference,
  },
  {
    name: 'AdjustInventory',
    call: call('Simulation/AdjustInventory', () => ({
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      ReasonCode: 'BROKEN',
      Items: [{ ItemNo: 'WINE-1', Quantity: -2 }],
    })),
    status: 200,
    check: async ({ customerNo }) =>
      expect(await balanceOf(server.environment.db, customerNo, 'WINE-1')).toMatchObject({ onHand: 98 }),
  },
  {
    name: 'GetAccessToken',
    call: (winery) => winery.client.call('Authentication/GetAccessToken'),
    status: 200,
    check: async (winery) => expect(await rows('access_tokens', winery)).toBe(winery.accessToken === '' ? 1 : 2),
  },
];

/** The client has lost the connection; the backend waits for a standby that acknowledges later. */
const standby = 'while the server waits for a standby';

/** Waits until another connection checks the result of the transaction; stops waiting if none does. */
async function untilAsked(): Promise<void> {
  for (let look = 0; look < 300; look += 1) {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query not like '%pg_stat_activity%'`,
    );
    if (rowCount !== 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const moments = ['before the commit', 'after the commit', 'with the commit on its way'] as const;

describe.each(isOnCluster ? moments : ([...moments, standby] as const))('cut %s', (when) => {
  test.each(cases)('$name', async ({ prepare, call: change, status, kind, check }) => {
    const winery = await openWinery(server);
    const given = await prepare?.(winery);
    const cuts = proxy.cuts();
    if (when === standby) await postgres?.set({ synchronous_standby_names: 'missing' });
    proxy.cutNext(when === standby ? ('while the server commits' satisfies Cut) : when);
    const changing = change(winery, given);
    await expect.poll(() => proxy.cuts(), { interval: 2, timeout: 30_000 }).toBe(cuts + 1);
    if (when === standby) {
      await untilAsked();
      await postgres?.set({ synchronous_standby_names: undefined });
    }
    const answer = await changing;
    expect(answer).toMatchObject({ status });
    if (kind !== undefined) {
      const { rowCount } = await database.pool.query('select from log where customer_no = $1 and kind = $2', [
        winery.customerNo,
        kind,
      ]);
      expect(rowCount).toBe(1);
    }
    await check?.(winery, answer, given);
  });
});

interface Member {
  readonly customer: string;
  readonly value: number;
}

if (!isOnCluster) {
  describe('when the result of the commit cannot be determined in time', () => {
    let db: Db;
    beforeAll(async () => {
      const { options, pool } = database;
      await pool.query('create table counted (customer text, value int)');
      db = openDb(
        { ...options, ...proxy.options, max: 4, options: '-c synchronous_commit=on' },
        { outcomeTimeoutMs: 200 },
      );
    });
    afterAll(() => db.close());

    test('returns 503; later writes of the customer wait for the result, other customers proceed at once', async () => {
      const written: number[] = [];
      const writer: BatchWriter<Member, number> = {
        name: 'test',
        maxItems: 1,
        customerNo: ({ customer }) => customer,
        identities: () => [],
        write: async (tx, [member]) => {
          const { customer, value } = member as Member;
          written.push(value);
          tx.send('insert into counted values ($1, $2)', [customer, value]);
          return [{ ok: value }];
        },
      };
      const writeQueue = openWriteQueue(db, { slots: 1, maxWaiting: 10 });
      const submit = (customer: string, value: number) => writeQueue.submit(writer, { customer, value });
      await submit('A', 0);
      await postgres?.set({ synchronous_standby_names: 'missing' });
      proxy.cutNext('while the server commits');
      await expect(submit('A', 1)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
      const next = submit('A', 2);
      const other = submit('B', 3);
      await expect.poll(() => written, { timeout: 30_000 }).toContain(3);
      expect(written).toEqual([0, 1, 3]);
      await postgres?.set({ synchronous_standby_names: undefined });
      expect(await Promise.all([next, other])).toEqual([{ ok: 2 }, { ok: 3 }]);
      expect(written).toEqual([0, 1, 3, 2]);
      await writeQueue.drain();
      const { rows: kept } = await database.pool.query('select value from counted order by value');
      expect(kept.map(({ value }) => value)).toEqual([0, 1, 2, 3]);
    });
  });
}
