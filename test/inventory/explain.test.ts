/** Stock explanation: `explainItemBalances` and `dray explain` list the parts of each quantity; `dray balances` prints balances. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCommandTree } from '../../src/commands/program.ts';
import { explainItemBalances, rollUpMovements } from '../../src/inventory/index.ts';
import { CliError } from '../../src/platform/cli-error.ts';
import { givenItems } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openInboundWinery, sentPurchaseOrder } from '../support/purchase-orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { sentOrder } from '../support/winery.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

const timeZone = 'America/Los_Angeles';

let server: TestServer;
let production: TestDatabase;

beforeAll(async () => {
  server = await openTestServer();
  production = await openTestDatabase();
  vi.stubEnv('SECRET_KEY', 'a test key of at least 32 characters');
  vi.stubEnv('DATABASE_URL', urlOf(production));
  vi.stubEnv('TEST_DATABASE_URL', urlOf(server.database));
  vi.stubEnv('POOL_SIZE', '3');
  vi.stubEnv('WRITE_SLOTS', '1');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await expectLedgerConsistent(server.environment.db);
  await server.close();
  await production.drop();
});

function urlOf({ options, name }: TestDatabase): string {
  const { user = '', password, host = '', port = 5432 } = options;
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

/**
 * 600 of PIN arrived of 1,000 in two parts; 5 and 7 are reserved, 700 wait; 36 more are announced at COB01.
 */
async function winery() {
  const opened = await openInboundWinery(server);
  const { created, receive, client, customerNo } = opened;
  const inbound = await created({}, [{ ItemNo: 'PIN', ItemQuantity: 1000 }]);
  const arrive = (ItemQuantity: number) =>
    receive({ CustomerReferenceNo: 'INBOUND-1', Lines: [{ ItemNo: 'PIN', ItemQuantity }] });
  await arrive(100);
  await arrive(500);
  const order = async (OrderNo: string, ItemQuantity: number) => {
    const body = sentOrder({ OrderInfo: { OrderNo }, ItemsInfo: [{ ItemNo: 'PIN', ItemQuantity }] });
    return (await client.call('SalesOrder/CreateSalesOrder', body)).body as string;
  };
  const orders = [await order('ORD-1', 5), await order('ORD-2', 7), await order('ORD-3', 700)];
  const there = sentPurchaseOrder({ CustomerReferenceNo: 'INBOUND-2', ReceiveToLocation: 'COB01' });
  await client.call('InventoryMovement/CreatePurchaseOrder', {
    ...there,
    ItemsInfo: [{ ItemNo: 'PIN', ItemQuantity: 36 }],
  });
  return { ...opened, inbound, orders, question: { customerNo, itemNo: 'PIN' } };
}

describe('explainStock', () => {
  test('lists every quantity with its named parts, and the parts add up', async () => {
    const { question, inbound, orders } = await winery();
    const [here, there] = await explainItemBalances(server.environment.db, question);
    expect(here).toMatchObject({
      warehouse: 'APC01',
      status: 'GOOD-NO-TX',
      onHand: {
        kept: 600,
        sum: 600,
        count: 2,
        parts: [
          { quantity: 500, type: 'Purchase Order', reference: 'INBOUND-1', poNumber: 'PO000001' },
          { quantity: 100 },
        ],
      },
      reserved: {
        kept: 12,
        sum: 12,
        count: 2,
        parts: [
          { subject: orders[0], quantity: 5, state: 'reserved', document: { kind: 'sales order', name: 'ORD-1' } },
          { subject: orders[1], quantity: 7, document: { name: 'ORD-2', status: 'RECEIVED' } },
        ],
      },
      available: 588,
      backOrder: {
        kept: 700,
        sum: 700,
        count: 1,
        parts: [{ quantity: 700, state: 'waiting', document: { name: 'ORD-3', status: 'ON INV HOLD' } }],
      },
      openPO: {
        kept: 400,
        sum: 400,
        count: 1,
        parts: [
          {
            subject: inbound,
            line: 1,
            ordered: 1000,
            received: 600,
            quantity: 400,
            document: { kind: 'purchase order', name: 'INBOUND-1', status: 'PARTIALLY RECEIVED' },
          },
        ],
      },
      addsUp: true,
    });
    expect(there).toMatchObject({
      warehouse: 'COB01',
      onHand: { kept: 0, sum: 0, count: 0, parts: [] },
      openPO: { kept: 36, sum: 36 },
      addsUp: true,
    });
  });

  test('limits lists but not sums, also after movements have been rolled up', async () => {
    const { question } = await winery();
    const { db } = server.environment;
    const bounded = { ...question, warehouse: 'APC01', maxListed: 1 };
    const before = await explainItemBalances(db, bounded);
    expect(before).toMatchObject([
      {
        onHand: { sum: 600, count: 2, parts: [{ quantity: 500 }] },
        reserved: { sum: 12, count: 2, parts: [{ quantity: 5 }] },
      },
    ]);
    await rollUpMovements(db, { timeZone, minUnrolled: 1 });
    expect(await explainItemBalances(db, bounded)).toEqual(before);
  });

  test('reports quantities that do not add up', async () => {
    const { question, customerNo } = await winery();
    const { db } = server.environment;
    await db.rows(`update balances set on_hand = 601 where customer_no = $1 and warehouse = 'APC01'`, [customerNo]);
    expect(await explainItemBalances(db, question)).toMatchObject([
      { onHand: { kept: 601, sum: 600 }, addsUp: false },
      { addsUp: true },
    ]);
    await db.rows(`update balances set on_hand = 600 where customer_no = $1 and warehouse = 'APC01'`, [customerNo]);
  });

  test('a line received in full or in excess is no longer inbound', async () => {
    const { created, receive, customerNo } = await openInboundWinery(server);
    await created({}, [
      { ItemNo: 'PIN', ItemQuantity: 10 },
      { ItemNo: 'CAB', ItemQuantity: 5 },
    ]);
    await receive({ CustomerReferenceNo: 'INBOUND-1', Lines: [{ ItemNo: 'PIN', ItemQuantity: 12 }] });
    const explained = async (itemNo: string) =>
      await explainItemBalances(server.environment.db, { customerNo, itemNo });
    expect(await explained('PIN')).toMatchObject([{ openPO: { kept: 0, sum: 0, count: 0, parts: [] }, addsUp: true }]);
    expect(await explained('CAB')).toMatchObject([{ openPO: { kept: 5, sum: 5, count: 1 }, addsUp: true }]);
  });

  test('lists backorders in queue order; transfers in transit are not on a purchase order', async () => {
    const winery = await openTransferWinery(server, 0);
    const { customerNo } = winery;
    const order = await winery.created();
    const transfer = await winery.transferred();
    const explained = async () =>
      new Map(
        (await explainItemBalances(server.environment.db, { customerNo, itemNo: 'WINE-1' })).map((at) => [
          at.warehouse,
          at,
        ]),
      );
    expect((await explained()).get('APC01')).toMatchObject({
      backOrder: { kept: 61, sum: 61, parts: [{ subject: transfer }, { subject: order }] },
    });
    await winery.stocked([{ itemNo: 'WINE-1', quantity: 60 }]);
    await winery.until('2031-03-04T12:30:00-08:00');
    expect(await winery.transferOrder(transfer)).toMatchObject({ status: 'IN TRANSIT' });
    expect((await explained()).get('SJU01')).toMatchObject({
      onHand: { kept: 0 },
      openPO: { kept: 0, sum: 0, count: 0, parts: [] },
      addsUp: true,
    });
  });

  test('returns nothing for an item without history and nothing of another customer', async () => {
    const [mine, theirs] = [await openInboundWinery(server), await winery()];
    const { db } = server.environment;
    expect(await explainItemBalances(db, { ...theirs.question, customerNo: mine.customerNo })).toEqual([]);
    expect(await explainItemBalances(db, { ...theirs.question, itemNo: 'CAB' })).toEqual([]);
  });
});

/** Runs a command beside the server and returns its output. */
async function dray(...args: string[]): Promise<string> {
  let out = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  try {
    await createCommandTree().parseAsync(['node', 'dray', ...args]);
    return out;
  } finally {
    stdout.mockRestore();
  }
}

describe('dray explain', () => {
  test('prints text and JSON', async () => {
    const { customerNo } = await winery();
    const args = ['explain', '--environment', 'test', '--customer', customerNo, '--item', 'PIN'];
    const text = await dray(...args);
    expect(text).toContain('APC01 GOOD-NO-TX\n  on hand      600   2 movements, newest first\n');
    expect(text).toMatch(/ {2}reserved {5}12 {3}2 reservations\n +5 {2}sales order ORD-1 \(RECEIVED\) {2}reserved/);
    expect(text).toMatch(/ {2}open PO {6}400 {3}1 lines still to come\n +400 {2}purchase order INBOUND-1/);
    const [place, ...others] = JSON.parse(await dray(...args, '--warehouse', 'APC01', '--json'));
    expect(others).toEqual([]);
    expect(place).toMatchObject({
      Warehouse: 'APC01',
      AddsUp: true,
      OnHand: { Quantity: 600, Sum: 600, Count: 2, Movements: [{ Quantity: 500 }, { Quantity: 100 }] },
      Reserved: { Quantity: 12, Reservations: [{ Name: 'ORD-1', State: 'reserved' }, { Name: 'ORD-2' }] },
      Available: { Quantity: 588 },
      BackOrder: { Quantity: 700, Waiting: [{ Name: 'ORD-3' }] },
      OpenPO: { Quantity: 400, Expectations: [{ Document: 'purchase order', Name: 'INBOUND-1', Received: 600 }] },
    });
  });

  test('handles an item without history, and rejects an unknown customer, item and warehouse', async () => {
    const { customerNo } = await winery();
    await givenItems(server.environment.db, customerNo, [{ itemNo: 'EMPTY' }]);
    const of = (customer: string, item: string) => [
      ...['explain', '--environment', 'test', '--customer', customer, '--item', item],
    ];
    expect(await dray(...of(customerNo, 'EMPTY'))).toBe('EMPTY has no stock and no history in test\n');
    expect(await dray(...of(customerNo, 'EMPTY'), '--warehouse', 'TWL01')).toBe(
      'EMPTY has no stock and no history at TWL01 in test\n',
    );
    await expect(dray(...of(customerNo, 'NONE'))).rejects.toThrow(
      new CliError(`${customerNo} has no item "NONE" in test (use --environment production).`),
    );
    await expect(dray(...of(customerNo, 'EMPTY'), '--warehouse', 'NOWHERE')).rejects.toThrow(
      /^There is no warehouse "NOWHERE" in test; there are APC01, /,
    );
    await expect(dray(...of('UNKNOWN', 'EMPTY'))).rejects.toThrow(CliError);
    // Production is the default environment, and the customer does not exist there.
    await expect(dray('explain', '--customer', customerNo, '--item', 'PIN')).rejects.toThrow(CliError);
  });
});

describe('dray balances', () => {
  test('prints balances of a past day and of today, as text and as JSON', async () => {
    const { customerNo } = await winery();
    const args = (at: string) => ['balances', '--environment', 'test', '--customer', customerNo, '--at', at];
    const today = Temporal.Now.plainDateISO(timeZone);
    expect(await dray(...args(today.toString()))).toMatch(/^PIN +APC01 +GOOD-NO-TX +600\n$/);
    expect(await dray(...args(today.subtract({ days: 1 }).toString()))).toContain('nothing was on hand');
    expect(JSON.parse(await dray(...args(`${today.month}/${today.day}/${today.year}`), '--json'))).toEqual([
      { CustomerNo: customerNo, ItemNo: 'PIN', Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', OnHandQuantity: 600 },
    ]);
    await expect(dray(...args('02/30/2026'))).rejects.toMatchObject({ exitCode: 2 });
  });

  test('prints balances of all customers, in production by default', async () => {
    const [one, two] = [await winery(), await winery()];
    const day = Temporal.Now.plainDateISO(timeZone).toString();
    const lines = (await dray('balances', '--environment', 'test', '--at', day)).split('\n');
    const [first, second] = [one, two].map(({ customerNo }) => lines.findIndex((line) => line.startsWith(customerNo)));
    expect(lines[first as number]).toMatch(/^\S+ +PIN +APC01 +GOOD-NO-TX +600$/);
    expect(second).toBeGreaterThan(first as number);
    expect(await dray('balances', '--at', day)).toBe(`nothing was on hand on ${day}\n`);
  });
});
