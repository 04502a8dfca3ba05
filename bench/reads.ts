/**
 * `npm run bench:reads`: how long each read operation takes over HTTP for a customer with a long history (200,000 orders and
 * packages, a million movements of 2,000 items) beside one with a short history (1,000 orders, 100,500 movements), with
 * responses of the same length.
 *
 * Starts its own server on two scratch databases and sends one request at a time, alternating between the histories, so that
 * noise affects both. Exits with 1 when the long history takes more than twice the median time
 * of the short one, when a reply is not 200, or when the ledger of the movements is inconsistent. Its packages have no
 * movements and its movements no orders, so the other checks of `dray verify` are not run.
 *
 * Loading takes a minute or two and needs no quiet machine; measuring does: `--keep FOLDER` keeps the histories, so that a
 * second run measures what the first one (`--load-only`) loaded.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { verifyInventory } from '../src/inventory/index.ts';
import { openDb } from '../src/platform/db/db.ts';
import { rollUpPackages } from '../src/warehouse/index.ts';
import { givenPastOrders } from '../test/support/past-orders.ts';
import { loadHistory } from './reads/load-history.ts';
import { endOf, ordersPerDay, queriesIn, type ReadQuery } from './reads/queries.ts';
import type { HistoryReady, ReadsReady } from './reads/ready.ts';
import { authentication } from './support/orders.ts';
import { logProgress, reportFaults } from './support/progress.ts';
import { RawConnection } from './support/raw-client.ts';
import { withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:reads --')
  .option('--movements <count>', 'movements of the long history', '1000000')
  .option('--orders <count>', 'orders of the long history', '200000')
  .option('--times <count>', 'runs of each query per history', '200')
  .addOption(new Option('--only <text>', 'only queries whose name contains this').default('', 'all'))
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .option('--no-verify', 'do not verify the ledger')
  .option('--keep <folder>', 'keep the histories in this folder, and reuse those of an earlier run')
  .option('--load-only', 'load without measuring')
  .parse()
  .opts<{
    movements: string;
    orders: string;
    times: string;
    only: string;
    profile?: string;
    verify: boolean;
    keep?: string;
    loadOnly?: true;
  }>();
const times = Number(options.times);
const warmUp = 20;
/** Enough movements for a page at Skip 100,000. */
const shortMovements = 100_500;
const shortOrders = 1_000;
/** Maximum ratio of the medians. */
const maxRatio = 2;

interface MeasuredQuery {
  readonly ms: number[];
  rows: number;
}

async function ask(
  connection: RawConnection,
  history: HistoryReady,
  query: ReadQuery,
  n: number,
  orders: number,
): Promise<[number, number]> {
  const credentials = authentication(history);
  const { credentials: place = 'Authentication' } = query;
  const asked = place === 'top-level' ? credentials : { [place]: credentials };
  const body = JSON.stringify({ ...asked, ...query.body(n, orders) });
  const startedAt = performance.now();
  const response = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    connection.onFailure(reject);
    connection.post(`${history.base}/api/${query.operation}`, body, resolve);
  });
  const ms = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`${query.name} replied ${response.status}: ${response.body}`);
  const reply = JSON.parse(response.body) as Record<string, unknown>;
  const rows = Array.isArray(reply) ? reply : Object.values(reply).find(Array.isArray);
  return [ms, rows?.length ?? 0];
}

function quantile(ms: readonly number[], q: number): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

const ratioOf = (long: MeasuredQuery, short: MeasuredQuery) => quantile(long.ms, 0.5) / quantile(short.ms, 0.5);

function line(name: string, long: MeasuredQuery, short: MeasuredQuery): string {
  const cells = [long, short].flatMap(({ ms, rows }) => [
    String(rows),
    quantile(ms, 0.5).toFixed(1),
    quantile(ms, 0.99).toFixed(1),
  ]);
  const ratio = ratioOf(long, short).toFixed(2);
  return `${name.padEnd(58)}${[...cells, ratio].map((cell) => cell.padStart(8)).join('')}`;
}

async function load(
  history: HistoryReady,
  { movements, orders }: Sizes,
  end: Temporal.PlainDate,
  timeZone: string,
): Promise<string[]> {
  // Statements of hundreds of thousands of rows take as long as they need.
  const db = openDb(history.database, { statementTimeoutMs: 3_600_000 });
  try {
    const startedAt = performance.now();
    await loadHistory(db, { customerNo: history.customerNo, movements, timeZone });
    logProgress(`${movements} movements loaded in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    const orderedAt = performance.now();
    const past = { customerNo: history.customerNo, orders, perDay: ordersPerDay, end: endOf(end, timeZone) };
    await givenPastOrders(db, past);
    await rollUpPackages(db, { minLag: 1 });
    await db.rows('vacuum (analyze)');
    logProgress(`${orders} orders loaded in ${Math.round((performance.now() - orderedAt) / 1000)} s`);
    if (!options.verify) return [];
    const verifiedAt = performance.now();
    const faults = await db.snapshot(verifyInventory);
    logProgress(`verified in ${Math.round((performance.now() - verifiedAt) / 1000)} s`);
    return faults;
  } finally {
    await db.close();
  }
}

interface Sizes {
  readonly movements: number;
  readonly orders: number;
}

/** The contents of the folder. */
interface LoadedHistory extends Sizes {
  /** The day after the last movement. */
  readonly end: string;
}

/** Loads both histories unless an earlier run did; returns the faults of the ledger when it is verified. */
async function loadBoth(
  { long, short, timeZone }: ReadsReady,
  dataDir: string,
): Promise<{ faults?: string[]; end: Temporal.PlainDate }> {
  const sizes: Sizes = { movements: Number(options.movements), orders: Number(options.orders) };
  const note = path.join(dataDir, 'bench-histories.json');
  if (existsSync(note)) {
    const kept = JSON.parse(readFileSync(note, 'utf8')) as LoadedHistory;
    if (kept.movements !== sizes.movements || kept.orders !== sizes.orders) {
      throw new Error(`${dataDir} holds a history of ${kept.movements} movements and ${kept.orders} orders`);
    }
    return { end: Temporal.PlainDate.from(kept.end) };
  }
  const end = Temporal.Now.plainDateISO(timeZone);
  const faults = [
    ...(await load(short, { movements: shortMovements, orders: shortOrders }, end, timeZone)),
    ...(await load(long, sizes, end, timeZone)),
  ];
  writeFileSync(note, JSON.stringify({ ...sizes, end: end.toString() } satisfies LoadedHistory));
  return { ...(options.verify ? { faults } : {}), end };
}

/** Prints a line per query; returns those for which the long history takes too long. */
async function measure({ long, short, timeZone, address }: ReadsReady, end: Temporal.PlainDate): Promise<string[]> {
  const connection = await RawConnection.open(address);
  const heads = [`${options.orders} orders`, `${shortOrders} orders`].map((count) => count.padStart(24));
  const columns = `${'    rows  p50 ms  p99 ms'.repeat(2)}   ratio`;
  process.stdout.write(`${''.padEnd(58)}${heads.join('')}\n${''.padEnd(58)}${columns}\n`);
  const slow: string[] = [];
  for (const query of queriesIn(timeZone, end).filter(({ name }) => name.includes(options.only))) {
    const asked: readonly [MeasuredQuery, MeasuredQuery] = [
      { ms: [], rows: 0 },
      { ms: [], rows: 0 },
    ];
    for (let n = 0; n < warmUp + times; n += 1) {
      // Alternating, so that neither always runs after the other.
      for (const i of n % 2 === 0 ? [0, 1] : [1, 0]) {
        const history = i === 0 ? long : short;
        const orders = history === long ? Number(options.orders) : shortOrders;
        const [ms, rows] = await ask(connection, history, query, n, orders);
        const result = asked[i] as MeasuredQuery;
        result.rows = rows;
        if (n >= warmUp) result.ms.push(ms);
      }
    }
    process.stdout.write(`${line(query.name, ...asked)}\n`);
    if (ratioOf(...asked) > maxRatio) slow.push(query.name);
  }
  connection.close();
  return slow;
}

await withServer<ReadsReady>(
  { program: 'reads/server.ts', settings: { TOKEN_POLICY: 'optional' }, profile: options.profile, keep: options.keep },
  async ({ ready, dataDir }) => {
    const { faults, end } = await loadBoth(ready, dataDir);
    const slow = options.loadOnly ? [] : await measure(ready, end);
    for (const name of slow)
      process.stderr.write(`More than ${maxRatio} times the time of the short history: ${name}\n`);
    if (slow.length > 0) process.exitCode = 1;
    if (faults !== undefined) reportFaults(faults, 'The ledger adds up.');
  },
);
