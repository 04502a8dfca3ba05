/**
 * `npm run bench:inventory-reads`: how long GetStatus, GetSellable and GetTransactions take over HTTP on a history of 5
 * million movements of 2,000 items, beside the same questions on one of 100,000.
 *
 * Starts its own server on two scratch databases and asks from this process, one request at a time, the two histories in
 * turn, so that a noisy machine is noisy for both. Ends with 1 when an answer is not 200 or the ledger does not add up; its
 * movements belong to no orders, so the rest of `dray verify` is not asked.
 *
 * Loading takes minutes and needs no quiet machine, measuring does: with `--keep FOLDER` the histories stay there, and a second
 * run measures what the first one (`--load-only`) has loaded.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { verifyInventory } from '../src/inventory/index.ts';
import { openDb } from '../src/platform/db/db.ts';
import { loadHistory } from './inventory-reads/load-history.ts';
import { type Question, questionsIn } from './inventory-reads/questions.ts';
import type { HistoryReady, ReadsReady } from './inventory-reads/ready.ts';
import { authentication } from './support/orders.ts';
import { RawConnection } from './support/raw-client.ts';
import { tellFaults, tellProgress } from './support/tell.ts';
import { withServer } from './support/with-server.ts';

const options = new Command('npm run -s bench:inventory-reads --')
  .option('--movements <count>', 'movements of the long history', '5000000')
  .option('--times <count>', 'how often each question is asked of each history', '500')
  .option('--only <text>', 'only the questions whose name contains this', '')
  .option('--profile <folder>', 'write a CPU profile of the server there')
  .option('--no-verify', 'do not ask whether the ledger adds up')
  .option('--keep <folder>', 'where the histories stay; what an earlier run loaded there is not loaded again')
  .option('--load-only', 'load and measure nothing')
  .parse()
  .opts<{
    movements: string;
    times: string;
    only: string;
    profile?: string;
    verify: boolean;
    keep?: string;
    loadOnly?: true;
  }>();
const times = Number(options.times);
const warmUp = 50;
/** A page of it lies beyond Skip 100,000. */
const shortMovements = 100_500;

interface Asked {
  readonly ms: number[];
  rows: number;
}

async function ask(
  connection: RawConnection,
  history: HistoryReady,
  question: Question,
  n: number,
): Promise<[number, number]> {
  const body = JSON.stringify({ Authentication: authentication(history), ...question.body(n) });
  const startedAt = performance.now();
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    connection.onFailure(reject);
    connection.post(`${history.base}/api/${question.operation}`, body, resolve);
  });
  const ms = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`${question.name} answered ${answer.status}: ${answer.body}`);
  const reply = JSON.parse(answer.body) as Record<string, unknown>;
  return [ms, Object.values(reply).find(Array.isArray)?.length ?? 0];
}

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

function line(name: string, long: Asked, short: Asked): string {
  const cells = [long, short].flatMap(({ ms, rows }) => {
    const sorted = ms.toSorted((a, b) => a - b);
    return [String(rows), quantile(sorted, 0.5).toFixed(1), quantile(sorted, 0.99).toFixed(1)];
  });
  return `${name.padEnd(56)}${cells.map((cell) => cell.padStart(8)).join('')}`;
}

async function load(history: HistoryReady, movements: number, timeZone: string): Promise<string[]> {
  const db = openDb(history.database);
  try {
    const startedAt = performance.now();
    await loadHistory(db, { customerNo: history.customerNo, movements, timeZone });
    tellProgress(`${movements} movements loaded in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    if (!options.verify) return [];
    const verifiedAt = performance.now();
    const faults = await db.snapshot(verifyInventory);
    tellProgress(`verified in ${Math.round((performance.now() - verifiedAt) / 1000)} s`);
    return faults;
  } finally {
    await db.close();
  }
}

/** What the folder holds. */
interface Kept {
  readonly movements: number;
  /** The day after the last movement. */
  readonly end: string;
}

/** Loads both histories unless an earlier run has done it; answers the faults of the ledger where it was asked. */
async function loadBoth(
  { long, short, timeZone }: ReadsReady,
  dataDir: string,
): Promise<{ faults?: string[]; end: Temporal.PlainDate }> {
  const movements = Number(options.movements);
  const note = path.join(dataDir, 'bench-histories.json');
  if (existsSync(note)) {
    const kept = JSON.parse(readFileSync(note, 'utf8')) as Kept;
    if (kept.movements !== movements) throw new Error(`${dataDir} holds a history of ${kept.movements} movements`);
    return { end: Temporal.PlainDate.from(kept.end) };
  }
  const end = Temporal.Now.plainDateISO(timeZone);
  const faults = [...(await load(short, shortMovements, timeZone)), ...(await load(long, movements, timeZone))];
  writeFileSync(note, JSON.stringify({ movements, end: end.toString() } satisfies Kept));
  return { ...(options.verify ? { faults } : {}), end };
}

async function measure({ long, short, timeZone, address }: ReadsReady, end: Temporal.PlainDate): Promise<void> {
  const connection = await RawConnection.open(address);
  const heads = [options.movements, String(shortMovements)].map((count) => `${count} movements`.padStart(24)).join('');
  process.stdout.write(`${''.padEnd(56)}${heads}\n${''.padEnd(56)}${'    rows  p50 ms  p99 ms'.repeat(2)}\n`);
  for (const question of questionsIn(timeZone, end).filter(({ name }) => name.includes(options.only))) {
    const asked: readonly [Asked, Asked] = [
      { ms: [], rows: 0 },
      { ms: [], rows: 0 },
    ];
    for (let n = 0; n < warmUp + times; n += 1) {
      for (const [i, history] of [long, short].entries()) {
        const [ms, rows] = await ask(connection, history, question, n);
        const result = asked[i] as Asked;
        result.rows = rows;
        if (n >= warmUp) result.ms.push(ms);
      }
    }
    process.stdout.write(`${line(question.name, ...asked)}\n`);
  }
  connection.close();
}

await withServer<ReadsReady>(
  { program: 'inventory-reads/server.ts', profile: options.profile, keep: options.keep },
  async ({ ready, dataDir }) => {
    const { faults, end } = await loadBoth(ready, dataDir);
    if (!options.loadOnly) await measure(ready, end);
    if (faults !== undefined) tellFaults(faults, 'The ledger adds up.');
  },
);
