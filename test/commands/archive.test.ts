/** Archives of months of history: archived under traffic, verified, restored. */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveMonths, minArchiveAgeDays, restoreArchivedMonths } from '../../src/archive.ts';
import { readBalancesAtDayEnd, rollUpMovements, verifyInventory } from '../../src/inventory/index.ts';
import { type InventoryTransactionFilter, readInventoryTransactions } from '../../src/inventory/transaction-reads.ts';
import { CliError } from '../../src/platform/cli-error.ts';
import { ensureVerifiedMonthArchive, type MonthArchive } from '../../src/platform/db/month-archive.ts';
import { givenMovements, instant } from '../inventory/past-movements.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { lockWaits, untilBlocked } from '../support/lock-waits.ts';
import { privateFolder } from '../support/process.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';

const timeZone = 'America/Los_Angeles';
const folder = privateFolder();
let server: TestServer;
const anything: InventoryTransactionFilter = {
  from: instant('2020-01-01T00:00:00Z'),
  before: undefined,
  types: ['Inventory Adjustment'],
  warehouses: undefined,
  statuses: undefined,
  itemNos: undefined,
  references: undefined,
};
let customer: Awaited<ReturnType<TestServer['customer']>>;

const month = (text: string) => Temporal.PlainDate.from(`${text}-01`);
const movementAt = (at: string, seq: number, quantity: number) => ({
  seq,
  at: instant(at),
  occurredAt: instant(at),
  itemNo: 'WINE',
  warehouse: 'APC01',
  status: 'GOOD-NO-TX',
  quantity,
  type: 'Inventory Adjustment',
  reference: 'A',
});

beforeAll(async () => {
  server = await openTestServer();
  const { db } = server.environment;
  customer = await server.customer();
  const { customerNo } = customer;
  await givenItems(db, customerNo, [{ itemNo: 'WINE' }]);
  const [counter] = await db.rows<{ last: number }>(
    'select last_seq as last from commit_counters where customer_no = $1',
    [customerNo],
  );
  const first = (counter?.last ?? 0) + 1;
  await givenMovements(db, customerNo, [
    movementAt('2026-01-10T00:00:00Z', first, 100),
    movementAt('2026-01-20T00:00:00Z', first + 2, -10),
    movementAt('2026-02-05T00:00:00Z', first + 3, -20),
    movementAt('2026-03-05T00:00:00Z', first + 4, -5),
  ]);
  await db.rows(`select ensure_month('log', m) from unnest('{2026-01-01,2026-02-01}'::date[]) m`);
  await db.rows(
    `insert into log (customer_no, seq, at, occurred_at, kind, subject, reference, operation, actor, data)
     values ($1, $2, '2026-01-15T00:00:00Z', '2026-01-15T00:00:00Z', 'sku.changed', gen_random_uuid(), gen_random_uuid(), 'Test',
             'test', '{"text":"a tab\\t and a line\\n"}')`,
    [customerNo, first + 1],
  );
  // Of an earlier version's reader, which nothing advances any more.
  await db.rows("insert into log_cursors (customer_no, reader, seq) values ($1, 'order-index', 0)", [customerNo]);
  // As the job does: a customer with few changes is not rolled up.
  await rollUpMovements(db, { timeZone });
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

const total = async () =>
  (await readInventoryTransactions(server.environment.db, customer.customerNo, anything, { skip: 0, top: 10 })).total;

const balances = () =>
  Promise.all(
    ['2026-01-15', '2026-01-31', '2026-02-28', '2026-03-31'].map(async (day) => {
      const rows = await readBalancesAtDayEnd(
        server.environment.db,
        customer.customerNo,
        Temporal.PlainDate.from(day),
        timeZone,
      );
      return rows[0]?.onHand;
    }),
  );

test('a day inside a month is rejected', async () => {
  const inMarch = Temporal.PlainDate.from('2026-03-15');
  await expect(archiveMonths(server.environment, folder.path, inMarch)).rejects.toThrow(
    '2026-03-15 is not the first day of a month.',
  );
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a folder that cannot be made or written is reported in one line, and nothing is archived', async () => {
  const into = (to: string) => archiveMonths(server.environment, to, month('2026-03'));
  const file = path.join(folder.path, 'file');
  writeFileSync(file, '');
  await expect(into(file)).rejects.toThrow(CliError);
  await expect(into(file)).rejects.toThrow(`${file} cannot be used: EEXIST`);
  rmSync(file);
  const draft = path.join(folder.path, 'test-movements-202601.tsv.gz.draft');
  mkdirSync(draft);
  await expect(into(folder.path)).rejects.toThrow(CliError);
  await expect(into(folder.path)).rejects.toThrow(/202601.tsv.gz cannot be written: EISDIR.* is still in the database/);
  rmdirSync(draft);
  expect(await balances()).toEqual([100, 90, 70, 65]);
});

const archive = async (before: string): Promise<string[]> => {
  const done: string[] = [];
  await archiveMonths(server.environment, folder.path, month(before), (each: MonthArchive) =>
    done.push(`${each.table} ${each.month.slice(0, 7)} ${each.rows}`),
  );
  return done;
};

test('months are archived oldest first while changes go on, and what is left is consistent', async () => {
  const { db } = server.environment;
  const before = await balances();
  expect(before).toEqual([100, 90, 70, 65]);
  // The command may run without the TIME_ZONE of the server.
  const zone = `select time_zone as "timeZone" from movement_rollup_progress where customer_no = $1`;
  await rollUpMovements(db, { timeZone: 'UTC', minUnrolled: 1 });
  await givenStock(db, customer.customerNo, [{ itemNo: 'WINE', quantity: 1 }]);
  const posting = Array.from({ length: 20 }, () =>
    givenStock(db, customer.customerNo, [{ itemNo: 'WINE', quantity: 1 }]),
  );
  expect(await archive('2026-03')).toEqual([
    'movements 2026-01 2',
    'movements 2026-02 1',
    'log 2026-01 1',
    'log 2026-02 0',
  ]);
  await Promise.all(posting);
  expect(await balances()).toEqual(before);
  expect(await db.rows(zone, [customer.customerNo])).toEqual([{ timeZone: 'UTC' }]);
  expect(await db.snapshot(verifyInventory)).toEqual([]);
  expect(await db.rows(`select to_regclass('movements_202601') as gone`)).toEqual([{ gone: null }]);
  expect(readdirSync(folder.path).toSorted()).toEqual([
    'test-log-202601.json',
    'test-log-202601.tsv.gz',
    'test-log-202602.json',
    'test-log-202602.tsv.gz',
    'test-movements-202601.json',
    'test-movements-202601.tsv.gz',
    'test-movements-202602.json',
    'test-movements-202602.tsv.gz',
  ]);
  const text = gunzipSync(readFileSync(path.join(folder.path, 'test-movements-202601.tsv.gz'))).toString();
  expect(text.split('\n')[1]).toContain('\tWINE\tAPC01\tGOOD-NO-TX\t-10\t');
  // Nothing is left to do.
  expect(await archive('2026-03')).toEqual([]);
});

test('a month may take longer to read than a request', async () => {
  const { db } = server.environment;
  const slow = privateFolder();
  const locking = await db.pool.connect();
  await db.rows(`select ensure_month('log', '2026-03-01')`);
  try {
    await locking.query('begin; lock table log_202603 in access exclusive mode');
    const options = { ...db.pool.options, options: '-c statement_timeout=100' };
    const written = ensureVerifiedMonthArchive(options, slow.path, {
      environment: 'test',
      table: 'log',
      month: '2026-03-01',
    });
    const [list] = await Promise.all([
      written,
      locking.query('select pg_sleep(0.4)').then(() => locking.query('commit')),
    ]);
    expect(list.rows).toBe(0);
  } finally {
    locking.release(true);
    slow.remove();
  }
});

test('a damaged file is not restored, and nothing is changed', async () => {
  const file = path.join(folder.path, 'test-movements-202602.tsv.gz');
  const bytes = readFileSync(file);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length - 5] = (damaged.at(-5) ?? 0) ^ 1;
  writeFileSync(file, damaged);
  await expect(restoreArchivedMonths(server.environment, folder.path, month('2026-01'))).rejects.toThrow(
    'test-movements-202602.tsv.gz',
  );
  writeFileSync(file, bytes);
  // Another file with as many rows.
  const earlier = path.join(folder.path, 'test-movements-202601.tsv.gz');
  const rows = readFileSync(earlier);
  writeFileSync(earlier, gzipSync(gunzipSync(rows).toString().replace('\t-10\t', '\t-90\t')));
  await expect(restoreArchivedMonths(server.environment, folder.path, month('2026-01'))).rejects.toThrow(
    'test-movements-202601.tsv.gz is damaged: its checksum',
  );
  writeFileSync(earlier, rows);
  expect(await server.environment.db.snapshot(verifyInventory)).toEqual([]);
});

test('a list that is damaged, of another archive, or not readable is reported, and nothing is changed', async () => {
  const list = path.join(folder.path, 'test-log-202602.json');
  const text = readFileSync(list, 'utf8');
  for (const wrong of ['{', '{}', text.replace('2026-02', '2026-01')]) {
    writeFileSync(list, wrong);
    const restored = restoreArchivedMonths(server.environment, folder.path, month('2026-01'));
    await expect(restored).rejects.toThrow(/test-log-202602\.json is not the list of this archive/);
    await expect(restored).rejects.toBeInstanceOf(CliError);
  }
  rmSync(list);
  mkdirSync(list);
  await expect(restoreArchivedMonths(server.environment, folder.path, month('2026-01'))).rejects.toThrow(
    /test-log-202602\.json cannot be read/,
  );
  rmdirSync(list);
  writeFileSync(list, text);
  expect(await server.environment.db.snapshot(verifyInventory)).toEqual([]);
});

test('restored months are what they were: lists, balances, log and verification', async () => {
  const { db } = server.environment;
  const left = await total();
  const done: string[] = [];
  const restored = (each: MonthArchive) => done.push(`${each.table} ${each.month.slice(0, 7)}`);
  await restoreArchivedMonths(server.environment, folder.path, month('2026-02'), restored);
  expect(done.toSorted()).toEqual(['log 2026-02', 'movements 2026-02']);
  // January is still archived, and no job rolls up so few movements again.
  expect(await balances()).toEqual([100, 90, 70, 65]);
  await restoreArchivedMonths(server.environment, folder.path, month('2026-01'), restored);
  expect(done).toHaveLength(4);
  expect(await db.snapshot(verifyInventory)).toEqual([]);
  expect(await total()).toBe(left + 3);
  await rollUpMovements(db, { timeZone, minUnrolled: 1 });
  expect(await total()).toBe(left + 3);
  expect(await balances()).toEqual([100, 90, 70, 65]);
  expect(await db.snapshot(verifyInventory)).toEqual([]);
  expect(
    await db.rows(`select data->>'text' as text from log where customer_no = $1 and at < '2026-02-01'`, [
      customer.customerNo,
    ]),
  ).toEqual([{ text: 'a tab\t and a line\n' }]);
  // The files are still there: an archive that was interrupted after them goes on with them.
  expect(await archive('2026-02')).toEqual(['movements 2026-01 2', 'log 2026-01 1']);
});

test('a month is restored although its winery is being rolled up for longer than a lock is waited for', async () => {
  const { db } = server.environment;
  const impatient = openWiredDb(server.database.options);
  impatient.pool.on('connect', (client) => void client.query("set lock_timeout = '100ms'"));
  const rollingUp = await db.pool.connect();
  try {
    await rollingUp.query('begin');
    await rollingUp.query('select from movement_rollup_progress where customer_no = $1 for update', [
      customer.customerNo,
    ]);
    const restored = restoreArchivedMonths({ ...server.environment, db: impatient }, folder.path, month('2026-01'));
    const ended = restored.catch(() => undefined);
    await untilBlocked(db);
    while ((await lockWaits(db)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await rollingUp.query('commit');
    await ended;
    await restored;
  } finally {
    rollingUp.release();
    await impatient.close();
  }
  expect(await db.snapshot(verifyInventory)).toEqual([]);
  expect(await balances()).toEqual([100, 90, 70, 65]);
});

test('a month that ended lately is kept', async () => {
  const recent = Temporal.Now.plainDateISO('UTC').toString().slice(0, 7);
  await expect(archive(recent)).rejects.toThrow(`Months are kept for ${minArchiveAgeDays} days after their end`);
});
