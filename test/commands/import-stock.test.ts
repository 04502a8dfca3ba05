/** `dray import stock`: an opening balance is posted as a whole, once. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importOpeningStock, parseOpeningStockFile } from '../../src/inventory/index.ts';
import { auditedCommands } from '../support/audit.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery, type Winery } from '../support/winery.ts';
import { drayOnTerminal, useDatabases } from './dray.ts';

let server: TestServer;
let production: TestDatabase;
let winery: Winery;
let folder: ReturnType<typeof privateFolder>;

beforeAll(async () => {
  folder = privateFolder();
  server = await openTestServer();
  production = await openTestDatabase();
  useDatabases(production, server.database);
  winery = await openWinery(server, 0);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await expectLedgerConsistent(server.environment.db);
  await server.close();
  await production.drop();
  folder.remove();
});

const header = 'item_no,warehouse,inventory_status,quantity';
async function importStock(...rows: string[]) {
  const file = path.join(folder.path, 'stock.csv');
  writeFileSync(file, `${[header, ...rows].join('\n')}\n`);
  const { ran, err } = await drayOnTerminal(
    ...['import', 'stock', file, '--environment', 'test', '--customer', winery.customerNo],
  );
  return { ran, lines: err.split('\n').slice(1, -2) };
}
const onHand = () =>
  server.environment.db.rows(
    'select item_no, warehouse, status, on_hand from balances where customer_no = $1 and on_hand > 0 order by 1, 2',
    [winery.customerNo],
  );

test('rows with faults are named by line, and then nothing is posted', async () => {
  const { ran, lines } = await importStock(
    'WINE-1,APC01,GOOD-NO-TX,12',
    'NONE,APC01,GOOD-NO-TX,12',
    'WINE-1,NOWHERE,GOOD-NO-TX,12',
    'WINE-2,APC01,GOOD,12',
    'FEE,APC01,GOOD-NO-TX,1',
    'NONE,SJU01,GOOD-NO-TX,"1,200"',
  );
  expect(ran).toEqual({ code: 1, refused: expect.stringMatching(/stock.csv has faults: nothing was imported$/) });
  expect(lines).toEqual([
    '  line 3, item_no: "NONE" is not an item of this customer',
    '  line 4, warehouse: "NOWHERE" is not a warehouse',
    '  line 5, inventory_status: "GOOD" is not an inventory status',
    expect.stringContaining('line 6, item_no: "FEE" is virtual'),
    '  line 7, quantity: must be a whole number of units from 1 to 1,000,000,000, not "1,200"',
    '  line 7, item_no: "NONE" is not an item of this customer',
  ]);
  expect(
    (await importStock('WINE-1,APC01,GOOD-NO-TX,12', 'WINE-1,apc01,good-no-tx,1.5', 'WINE-1,APC01,GOOD-NO-TX,3')).lines,
  ).toEqual([
    '  line 3, quantity: must be a whole number of units from 1 to 1,000,000,000, not "1.5"',
    '  line 3: repeats line 2',
    '  line 4, : repeats line 2'.replace(', :', ':'),
  ]);
  expect(await onHand()).toEqual([]);
});

test('stock is posted under the reason OPENING, once, and fills waiting orders', async () => {
  const waiting = await winery.created();
  expect(await winery.order(waiting)).toMatchObject({ reserved: {} });
  const rows = ['WINE-1,APC01,GOOD-NO-TX,24', 'WINE-2,APC01,GOOD-NO-TX,6', 'WINE-2,SJU01,GOOD-NO-TX,3'];
  expect((await importStock(...rows)).ran).toEqual({
    out: `test: posted 33 units of ${winery.customerNo} in 3 rows\n`,
    code: 0,
  });
  expect(await onHand()).toEqual([
    { item_no: 'WINE-1', warehouse: 'APC01', status: 'GOOD-NO-TX', on_hand: 24 },
    { item_no: 'WINE-2', warehouse: 'APC01', status: 'GOOD-NO-TX', on_hand: 6 },
    { item_no: 'WINE-2', warehouse: 'SJU01', status: 'GOOD-NO-TX', on_hand: 3 },
  ]);
  expect(await winery.order(waiting)).toMatchObject({ reserved: { 'WINE-1': 1 } });
  const there = 'has movements here already, so there is no opening balance';
  expect((await importStock(...rows.slice(1), 'NONE,APC01,GOOD-NO-TX,1')).lines).toEqual([
    ...[`  line 2: ${there}`, `  line 3: ${there}`, '  line 4, item_no: "NONE" is not an item of this customer'],
  ]);
});

test('the same balances, imported twice at the same moment, are posted once', async () => {
  const { db } = server.environment;
  const { customerNo } = winery;
  const file = parseOpeningStockFile(`${header}\nLOOSE,APC01,GOOD-NO-TX,5\n`);
  const context = { customerNo, actor: 'system', operation: 'import stock' };
  const receipts = await server.database.pool.connect();
  const posted: string[] = [];
  try {
    // A receipt of the customer is in progress, so the first import waits for it after it has looked for movements.
    await receipts.query('begin');
    await receipts.query("select pg_advisory_xact_lock(hashtextextended('stock receipt ' || $1, 0))", [customerNo]);
    const imports = [1, 2].map(() => importOpeningStock(db, context, file, () => void posted.push('posted')));
    await expect
      .poll(async () => await db.rows("select 1 from pg_locks where locktype = 'advisory' and not granted"))
      .toHaveLength(2);
    await receipts.query('commit');
    const faults = (await Promise.all(imports)).map(([fault]) => fault?.message);
    expect(new Set(faults)).toEqual(new Set([undefined, 'has movements here already, so there is no opening balance']));
  } finally {
    receipts.release();
  }
  expect(await onHand()).toContainEqual({ item_no: 'LOOSE', warehouse: 'APC01', status: 'GOOD-NO-TX', on_hand: 5 });
});

test('is in the audit', async () => {
  expect(await auditedCommands(server, 'import stock')).toEqual(['dray import stock: stock.imported']);
});
