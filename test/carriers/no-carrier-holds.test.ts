/** No-carrier holds end once a carrier is connected; other holds remain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { runDueWork } from '../../src/platform/due-work.ts';
import { createSalesOrders, operatorHoldPlacementWriter } from '../../src/sales-orders/index.ts';
import { createProductionStepHandlers, endNoCarrierHolds } from '../../src/shipping-labels/index.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { draft, orderRequest } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { connectCarrier } from './production.ts';

let server: TestServer;
let carrier: FakeCarrier;

beforeAll(async () => {
  server = await openTestServer({ environment: 'production' });
  carrier = await openFakeCarrier();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await carrier.close();
  await server.close();
});

test('no-carrier holds end when a carrier is connected, and no others', async () => {
  const { environment } = server;
  const { db, logger } = environment;
  const [winery, another] = [await openWinery(server), await openWinery(server)];
  const { customerNo } = winery;
  const [free, held, canceled] = [await winery.created(), await winery.created(), await winery.created()];
  const theirs = await another.created();
  const until = Temporal.Now.instant().add({ hours: 24 * 10 });
  for (const each of [customerNo, another.customerNo]) {
    await runDueWork({ name: 'production', db, logger }, createProductionStepHandlers('none'), each, until);
  }
  expect((await winery.order(free)).holds).toEqual([{ reason: 'Customer Service', cause: 'no-carrier' }]);
  const asked = { customerNo, reference: uuidv7(), actor: 'operator:test', operation: 'test' };
  const placement = { ...asked, name: { customerNo, reference: held }, description: 'Ask first', endsAt: undefined };
  await db.write((tx) => operatorHoldPlacementWriter.write(tx, [{ ...placement, timeZone: 'UTC' }]));
  await winery.cancel({ TransactionReferenceNumber: canceled });

  expect(await endNoCarrierHolds(environment)).toBe(0);
  expect((await winery.order(free)).status).toBe('ON CUSTOMER SERVICE HOLD');
  connectCarrier(environment, carrier.url);
  expect(await endNoCarrierHolds(environment)).toBe(2);
  expect(await winery.order(free)).toMatchObject({ status: 'RECEIVED', holds: [] });
  expect(await another.order(theirs)).toMatchObject({ status: 'RECEIVED', holds: [] });
  expect(await winery.order(held)).toMatchObject({
    status: 'ON CUSTOMER SERVICE HOLD',
    holds: [{ reason: 'Customer Service', cause: 'operator' }],
  });
  expect((await winery.order(canceled)).status).toBe('CANCELED');
  expect((await winery.timeline(free)).at(-1)).toMatchObject({
    kind: 'sales_order.released',
    data: { because: 'a carrier is connected' },
  });
  const due = await db.rows("select subject from due_work where customer_no = $1 and step = 'sales_order.process'", [
    customerNo,
  ]);
  expect(due).toEqual([{ subject: free }]);
  expect(await endNoCarrierHolds(environment)).toBe(0);
});

// Orders are released 1,000 per transaction: this takes three, one of them with both wineries.
test('no-carrier holds end for more orders than one transaction releases, of several wineries', async () => {
  const { environment } = server;
  const { db, logger } = environment;
  const until = Temporal.Now.instant().add({ hours: 24 * 10 });
  const held: Record<string, number> = {};
  for (const orders of [1_300, 750]) {
    const { customerNo } = await openWinery(server, 3_000);
    const drafts = Array.from({ length: orders }, () => draft(customerNo, orderRequest()));
    const outcomes = await db.write((tx) => createSalesOrders(tx, drafts));
    expect(outcomes.every((outcome) => 'ok' in outcome)).toBe(true);
    await runDueWork({ name: 'production', db, logger }, createProductionStepHandlers('none'), customerNo, until);
    held[customerNo] = orders;
  }
  const customers = Object.keys(held);
  const countOf = async (sql: string): Promise<Record<string, number>> => {
    const rows = await db.rows<{ customer_no: string; count: number }>(sql, [customers]);
    return Object.fromEntries(rows.map((row) => [row.customer_no, row.count]));
  };
  const counted = (what: string) =>
    `select customer_no, count(*) from ${what} group by customer_no order by customer_no`;
  const holds = counted("sales_order_holds where cause = 'no-carrier' and customer_no = any ($1)");
  expect(await countOf(holds)).toEqual(held);

  connectCarrier(environment, carrier.url);
  expect(await endNoCarrierHolds(environment)).toBe(2_050);
  expect(await countOf(holds)).toEqual({});
  expect(await countOf(counted("sales_orders where status = 'RECEIVED' and customer_no = any ($1)"))).toEqual(held);
  expect(await countOf(counted("due_work where step = 'sales_order.process' and customer_no = any ($1)"))).toEqual(
    held,
  );
  expect(await endNoCarrierHolds(environment)).toBe(0);
});
