/** Large `AdditionalFields` are read only where they are needed. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { distinctCustomerNos } from '../../src/platform/customer-nos.ts';
import type { DbReader } from '../../src/platform/db/db.ts';
import {
  findStandingStops,
  holdOrdersByStandingRules,
  type LeanOrderDetails,
  lockLeanOrderDetailsForShare,
  type OrderDetails,
  readLeanOrderDetails,
  readOrderDetails,
  readSalesOrders,
} from '../../src/sales-orders/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('what reads many orders at a time reads them without large AdditionalFields, which stay stored', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  const AdditionalFields = {
    Note: `"${randomBytes(20_000).toString('hex')}\\ \u2028 🍷`,
    Nested: { additionalFields: 1 },
  };
  const orderId = await winery.created({ OrderInfo: { OrderNo: 'LEAN-1', Tags: 'fall;gift' }, AdditionalFields });
  const keys = [{ customerNo: winery.customerNo, orderId }];
  const whole = (await readOrderDetails(db, keys)).get(orderId);
  expect(whole?.additionalFields).toEqual(AdditionalFields);
  const { additionalFields: _, ...rest } = whole as NonNullable<typeof whole>;
  expect((await readLeanOrderDetails(db, keys)).get(orderId)).toEqual(rest);
  expect((await db.write((tx) => lockLeanOrderDetailsForShare(tx, keys))).get(orderId)).toEqual(rest);
  const until = (To: string) => winery.client.call('Simulation/AdvanceClock', { To });
  expect(
    (
      await until(
        Temporal.Now.instant()
          .add({ hours: 24 * 21 })
          .toString(),
      )
    ).status,
  ).toBe(200);
  expect((await winery.order(orderId)).status).toBe('SHIPPED');
  expect((await readOrderDetails(db, keys)).get(orderId)).toEqual(whole);
});

test('the standing rules read orders without large AdditionalFields', async () => {
  const { db } = server.environment;
  const winery = await openWinery(server);
  const Note = randomBytes(20_000).toString('hex');
  const orderId = await winery.created({ OrderInfo: { OrderNo: 'LEAN-2' }, AdditionalFields: { Note } });
  expect((await winery.client.call('Simulation/SetLicense', { State: 'CO', Open: false })).status).toBe(200);
  const read: unknown[] = [];
  const observed = <Reader extends DbReader>(reader: Reader): Reader =>
    new Proxy(reader, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          const result = value.apply(target, given);
          if (name === 'rows') result.then((rows: unknown) => read.push(rows));
          return result;
        };
      },
    });
  const orders = await readSalesOrders(db, [{ customerNo: winery.customerNo, orderId }]);
  expect((await findStandingStops(observed(db), orders)).size).toBe(1);
  const now = Temporal.Now.instant();
  expect(await db.write((tx) => holdOrdersByStandingRules(observed(tx), orders, now))).toEqual([]);
  expect(read.length).toBeGreaterThan(0);
  expect(JSON.stringify(read)).not.toContain(Note);
});

test('what reads `AdditionalFields` does not take details without them, and customers are not one text', () => {
  // The compiler rejects the other value.
  const areTaken: LeanOrderDetails extends OrderDetails ? true : false = false;
  const isText: string extends Parameters<typeof distinctCustomerNos>[0] ? true : false = false;
  expect([areTaken, isText]).toEqual([false, false]);
});
