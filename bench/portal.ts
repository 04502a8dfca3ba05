/**
 * `npm run bench:portal`: how long the operator's lists and searches take on a million orders of 40 customers with 20,000 items
 * in 80,600 balances, 3 million movements and 60,000 other documents, over HTTP; and how much memory the server takes to export
 * all orders as CSV.
 *
 * Starts its own server on a scratch database and writes the rows of the order index, items, balances, movements and documents
 * set-wise. Of the orders themselves only those with returns are written, so `dray verify` is not run. Sends one request at a time. Exits with 1 when the
 * 95th percentile of a search is above 50 ms or that of a page above 1 s, when an export takes more than 50 MB or is not complete,
 * or when a reply is not 200.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { formatUsDate } from '../src/lib/dates.ts';
import { uuidv7 } from '../src/lib/uuid.ts';
import { deriveOperatorAuthKeys, insertOperator, startSession } from '../src/operators/index.ts';
import { loadConfig } from '../src/platform/config.ts';
import { type Db, openDb } from '../src/platform/db/db.ts';
import { exportOrders } from './portal/export-orders.ts';
import { loadDocuments, loadMovements } from './portal/load-history.ts';
import { indexedContact, indexedOrderNo, loadIndex, loadStock, wineryContact } from './portal/load-index.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import type { ServerReady } from './support/ready.ts';
import { type RunningServer, withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:portal --')
  .option('--orders <count>', 'orders', '1000000')
  .option('--movements <count>', 'movements', '3000000')
  .addOption(new Option('--only <part>', 'requests whose names contain this, or `export`').default('', 'all'))
  .option('--times <count>', 'runs of each request', '100')
  .option('--keep <folder>', 'keep the data in this folder, and reuse that of an earlier run')
  .parse()
  .opts<{ orders: string; movements: string; only: string; times: string; keep?: string }>();
const orders = Number(options.orders);
const movements = Number(options.movements);
const times = Number(options.times);
const customers = 40;
/** Whether the folder already has the data of an earlier run, with its customers. */
const isKept = options.keep !== undefined && existsSync(path.join(options.keep, 'postgres-18'));
/** Limit of a search, in milliseconds (95th percentile). */
const maxSearchMs = 50;
/** Limit of all other requests, in milliseconds (95th percentile). */
const maxPageMs = 1_000;

interface Measured {
  readonly name: string;
  readonly operation: string;
  body(n: number): object;
}

/** The index of the order for run `n`: the runs are spread over all orders. */
const nth = (n: number): number => (n * 7_919_993) % orders;

const customerOf = (n: number): string => `BENCH${String(n % customers).padStart(2, '0')}`;
const itemOf = (n: number) => ({ CustomerNo: customerOf(n), ItemNo: `WINE-${String(1 + (n % 500)).padStart(4, '0')}` });
const monthBefore = (months: number): string =>
  Temporal.Now.plainDateISO().toPlainYearMonth().subtract({ months }).toString();

const pastDay = (days: number): string => formatUsDate(Temporal.Now.plainDateISO().subtract({ days }));

const requests: readonly Measured[] = [
  { name: 'search: order number', operation: 'Search/Find', body: (n) => ({ Text: indexedOrderNo(nth(n)) }) },
  {
    name: 'search: end of a number',
    operation: 'Search/Find',
    body: (n) => ({ Text: indexedOrderNo(nth(n)).slice(-7) }),
  },
  {
    name: 'search: tracking number',
    operation: 'Search/Find',
    body: (n) => ({ Text: `1Z${String(nth(n)).padStart(16, '0')}` }),
  },
  {
    name: 'search: whole name',
    operation: 'Search/Find',
    body: (n) => ({ Text: ['Ana Moorfield', 'Jo Ashwick', 'Eli Kingham'][n % 3] }),
  },
  {
    name: 'search: common last name',
    operation: 'Search/Find',
    body: (n) => ({ Text: ['moorfield', 'ashwick', 'kingham'][n % 3] }),
  },
  {
    name: 'search: part of a name',
    operation: 'Search/Find',
    body: (n) => ({ Text: ['oorfi', 'shwi', 'ingha'][n % 3] }),
  },
  {
    name: 'search: e-mail address',
    operation: 'Search/Find',
    body: (n) => ({ Text: indexedContact(nth(n)).email }),
  },
  {
    name: 'search: beginning of an address',
    operation: 'Search/Find',
    body: (n) => ({ Text: `member${n}@` }),
  },
  {
    name: 'search: telephone number',
    operation: 'Search/Find',
    body: (n) => ({ Text: indexedContact(nth(n)).phone }),
  },
  {
    name: 'search: contact of a winery',
    operation: 'Search/Find',
    body: (n) => ({ Text: n % 2 === 0 ? wineryContact.email : wineryContact.phone }),
  },
  { name: 'search: no match', operation: 'Search/Find', body: (n) => ({ Text: `zzq${n}` }) },
  {
    name: 'search: no such name',
    operation: 'Search/Find',
    body: (n) => ({ Text: ['quetzal', 'xylander', 'ypsilanti'][n % 3] }),
  },
  { name: 'list: newest page', operation: 'Orders/List', body: () => ({}) },
  { name: 'list: held', operation: 'Orders/List', body: () => ({ View: 'held' }) },
  { name: 'list: late', operation: 'Orders/List', body: () => ({ View: 'late' }) },
  {
    name: 'list: shipped by a customer',
    operation: 'Orders/List',
    body: (n) => ({ View: 'shipped', Customers: [`BENCH${String(n % customers).padStart(2, '0')}`] }),
  },
  {
    name: 'list: a day long ago',
    operation: 'Orders/List',
    body: () => ({ AcceptedFrom: '2026-06-01', AcceptedTo: '2026-06-01' }),
  },
  {
    name: 'list: a carrier of a warehouse',
    operation: 'Orders/List',
    body: () => ({ Warehouses: ['COB01'], Carriers: ['GSO'] }),
  },
  {
    name: 'list: carriers of warehouses',
    operation: 'Orders/List',
    body: () => ({ Warehouses: ['COB01', 'WOX01'], Carriers: ['GSO', 'OTC'] }),
  },
  { name: 'list: a rare order type', operation: 'Orders/List', body: () => ({ OrderTypes: ['WHOLESALE'] }) },
  {
    name: 'list: filtered by a name',
    operation: 'Orders/List',
    body: (n) => ({ Text: ['moorfield', 'ashwick', 'quetzal'][n % 3] }),
  },
  {
    name: 'list: filtered by a contact',
    operation: 'Orders/List',
    body: (n) => ({ Text: n % 2 === 0 ? indexedContact(nth(n)).email : indexedContact(nth(n)).phone }),
  },
  {
    name: 'list: filtered by the contact of a winery',
    operation: 'Orders/List',
    body: (n) => ({ Text: n % 2 === 0 ? wineryContact.email : wineryContact.phone }),
  },
  {
    name: 'list: filtered by the end of a number',
    operation: 'Orders/List',
    body: (n) => ({ Text: indexedOrderNo(nth(n)).slice(-7) }),
  },
  { name: 'balances: first page', operation: 'Inventory/List', body: () => ({}) },
  {
    name: 'balances: a warehouse',
    operation: 'Inventory/List',
    body: (n) => ({ Warehouses: [['APC01', 'COB01', 'TWL01'][n % 3]] }),
  },
  { name: 'balances: a warehouse with few', operation: 'Inventory/List', body: () => ({ Warehouses: ['WOX01'] }) },
  { name: 'balances: a warehouse with none', operation: 'Inventory/List', body: () => ({ Warehouses: ['XYZ01'] }) },
  {
    name: 'balances on a day: first page',
    operation: 'Inventory/ListAt',
    body: (n) => ({ Day: pastDay(1 + (n % 150)) }),
  },
  {
    name: 'balances on a day: late page',
    operation: 'Inventory/ListAt',
    body: (n) => ({ Day: pastDay(1 + (n % 150)), After: 'BENCH37 APC01 GOOD-NO-TX WINE-0100' }),
  },
  {
    name: 'balances on a day: an item',
    operation: 'Inventory/ListAt',
    body: (n) => ({ Day: pastDay(1 + (n % 150)), Text: `WINE-${String(1 + (n % 500)).padStart(4, '0')}` }),
  },
  { name: 'balances: a rare status', operation: 'Inventory/List', body: () => ({ Statuses: ['RDMG-NO-TX'] }) },
  {
    name: 'balances: part of a description',
    operation: 'Inventory/List',
    body: (n) => ({ Text: ['moorfi', 'ashwi', 'quetzal'][n % 3] }),
  },
  {
    name: 'items: part of a description',
    operation: 'SKUs/List',
    body: (n) => ({ Text: ['moorfi', 'ashwi', 'quetzal'][n % 3] }),
  },
  { name: 'overview', operation: 'Overview/Get', body: () => ({}) },
  {
    name: 'what an item consists of',
    operation: 'Inventory/Explain',
    body: (n) => ({ ...itemOf(n), Warehouse: 'APC01' }),
  },
  { name: 'activity: this month', operation: 'Activity/List', body: () => ({}) },
  { name: 'activity: an earlier month', operation: 'Activity/List', body: () => ({ Month: monthBefore(2) }) },
  {
    name: 'activity: a customer',
    operation: 'Activity/Get',
    body: (n) => ({ CustomerNo: customerOf(n), Month: monthBefore(1) }),
  },
  { name: 'purchase orders', operation: 'PurchaseOrders/List', body: () => ({}) },
  { name: 'purchase orders: expected', operation: 'PurchaseOrders/List', body: () => ({ Statuses: ['OPEN'] }) },
  { name: 'transfer orders', operation: 'TransferOrders/List', body: () => ({}) },
  { name: 'transfer orders: a warehouse', operation: 'TransferOrders/List', body: () => ({ Warehouses: ['COB01'] }) },
  { name: 'receiving', operation: 'Receiving/List', body: () => ({}) },
  { name: 'parked deliveries', operation: 'Receiving/ListParked', body: () => ({}) },
  { name: 'returns', operation: 'Returns/List', body: () => ({}) },
  { name: 'returns: open', operation: 'Returns/List', body: () => ({ Statuses: ['EXPECTED', 'RECEIVED'] }) },
  { name: 'locations', operation: 'Locations/List', body: () => ({ Warehouses: ['APC01'] }) },
  { name: 'bins: in no bin', operation: 'Bins/ListUnplaced', body: () => ({ Warehouse: 'APC01' }) },
  {
    name: 'bins: in no bin, a text',
    operation: 'Bins/ListUnplaced',
    body: (n) => ({ Warehouse: 'APC01', Text: ['moorfi', 'quetzal'][n % 2] }),
  },
  { name: 'bins: to fill', operation: 'Bins/ListReplenishments', body: () => ({ Warehouse: 'APC01' }) },
  { name: 'counts', operation: 'Counts/List', body: () => ({ Warehouse: 'APC01' }) },
  { name: 'counts: differences', operation: 'Counts/Differences', body: () => ({ Warehouses: ['APC01'] }) },
  { name: 'transactions: rejected', operation: 'Transactions/List', body: () => ({}) },
  {
    name: 'transactions: of a customer',
    operation: 'Transactions/List',
    body: (n) => ({ Show: 'all', CustomerNo: customerOf(n) }),
  },
  { name: 'exceptions', operation: 'Exceptions/List', body: () => ({}) },
  { name: 'holds', operation: 'Holds/List', body: () => ({}) },
  { name: 'hold groups', operation: 'Holds/Summary', body: () => ({}) },
  { name: 'items', operation: 'SKUs/List', body: () => ({}) },
  { name: 'customers', operation: 'Customers/List', body: () => ({}) },
  { name: 'audit', operation: 'Audit/List', body: () => ({}) },
  { name: 'release', operation: 'Floor/ReleasePreview', body: () => ({ Warehouse: 'APC01' }) },
  { name: 'waves', operation: 'Floor/Waves', body: () => ({}) },
  { name: 'picking', operation: 'Picking/List', body: () => ({}) },
  { name: 'close of day', operation: 'Floor/CloseOfDay', body: () => ({ Warehouse: 'APC01' }) },
];

/** Creates an operator with the role admin and a session. Returns the session's `cookie` header. */
async function signIn(db: Db, config: Awaited<ReturnType<typeof loadConfig>>): Promise<string> {
  const secrets = deriveOperatorAuthKeys(config);
  const operator = {
    operatorId: uuidv7(),
    email: `bench-${uuidv7()}@warehouse.example`,
    role: 'admin' as const,
    warehouses: [],
  };
  const { secret } = await db.write(async (tx) => {
    await insertOperator(tx, { ...operator, isStation: false, passwordHash: undefined });
    return startSession(tx, secrets, { operatorId: operator.operatorId, isStation: false });
  });
  return `dray_session=${secret}`;
}

async function run({ ready, env, pid }: RunningServer<ServerReady>): Promise<string[]> {
  const config = await loadConfig(env, process.cwd());
  const db = openDb(ready.database);
  try {
    const [held] = await db.rows<{ count: number }>('select count(*) as count from order_index');
    if ((held?.count ?? 0) < orders) {
      // Otherwise the reader of the log, which fills the index for new customers, would delete rows of orders that do not exist.
      while (await isBeingFilled(db)) await delay(200);
      logProgress(`loading ${orders} orders`);
      await loadIndex(db, { orders, customers });
    }
    const [stocked] = await db.rows<{ count: number }>('select count(*) as count from balances');
    if ((stocked?.count ?? 0) === 0) await loadStock(db, customers);
    const [moved] = await db.rows<{ found: boolean }>('select exists (select from movements) as found');
    if (moved?.found !== true) {
      logProgress(`loading ${movements} movements`);
      await loadMovements(db, { movements, customers, timeZone: config.timeZone });
      await loadDocuments(db, customers);
    }
    await db.rows("update warehouses set is_worked = true where code = 'APC01'");
    const cookie = await signIn(db, config);
    const slow: string[] = [];
    for (const { name, operation, body } of requests.filter((each) => each.name.includes(options.only))) {
      const ms: number[] = [];
      for (let n = -5; n < times; n += 1) {
        const startedAt = performance.now();
        const response = await fetch(`${ready.address}/test/operator/v1/api/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify(body(n + 5)),
        });
        const text = await response.text();
        if (response.status !== 200) return [`${name} replied ${response.status}: ${text}`];
        if (n >= 0) ms.push(performance.now() - startedAt);
      }
      const [median, p95] = [quantile(ms, 0.5), quantile(ms, 0.95)];
      process.stdout.write(`${name.padEnd(34)}${median.toFixed(1).padStart(8)}${p95.toFixed(1).padStart(8)} ms\n`);
      if (p95 > (operation === 'Search/Find' ? maxSearchMs : maxPageMs))
        slow.push(`${name}: ${p95.toFixed(1)} ms at the 95th percentile`);
    }
    if ('export'.includes(options.only))
      slow.push(...(await exportOrders({ address: ready.address, cookie, pid }, orders)));
    return slow;
  } finally {
    await db.close();
  }
}

async function isBeingFilled(db: Db): Promise<boolean> {
  const [row] = await db.rows<{ count: number }>(
    'select count(*) as count from log_cursors where backfill_after is null',
  );
  return (row?.count ?? 0) < customers;
}

function quantile(ms: readonly number[], q: number): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

process.stdout.write(`${'request'.padEnd(34)}${'median'.padStart(8)}${'p95'.padStart(8)}\n`);
await withServer<ServerReady>(
  {
    program: 'support/server.ts',
    settings: { BENCH_CUSTOMERS: String(isKept ? 0 : customers), PORTAL: 'off' },
    keep: options.keep,
  },
  async (server) =>
    reportFaults(await run(server), 'Every search and page is fast enough, and exports take little memory.'),
);
