/**
 * `npm run bench:create-orders`: how many durable orders CreateSalesOrder takes in a second, with one customer and with
 * twenty, beside two references of the same run: a route that only parses and validates the same body, and the same
 * rows written straight to PostgreSQL in sets.
 *
 * Starts its own server on a scratch database (`fsync` on, rate limits off, nothing moving by itself) and drives it from
 * this process. The kinds of load take turns in short slices, so that a noisy machine is noisy for all of them. Ends with
 * 1 when an order is refused or lost, an item oversold, or `dray verify` finds a fault.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Db, openDb } from '../src/platform/db/db.ts';
import { type Books, checkBooks, countOrder, verify } from './create-orders/check-books.ts';
import { type LoadSource, load, percentile } from './create-orders/load.ts';
import { linesOf, orderBody } from './create-orders/orders.ts';
import { RawConnection } from './create-orders/raw-client.ts';
import { noOpPath, type ServerReady } from './create-orders/ready.ts';
import { writers, writeStraight } from './create-orders/straight.ts';
import { supply } from './create-orders/supply.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    slices: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    /** A folder for a CPU profile of the server. */
    profile: { type: 'string' },
    /** Only the kinds of load whose name contains this: for a profile of one of them. */
    only: { type: 'string' },
  },
});
const slices = Number(options.slices);
const sliceSeconds = Number(options.seconds) / slices;
const warmUpSeconds = 2;
const manyCustomers = 20;

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dray-bench-'));
const env: NodeJS.ProcessEnv = {
  ...process.env,
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  TEST_DATABASE_URL: '',
  PORT: '0',
  HOST: '127.0.0.1',
  RATE_LIMIT: 'off',
  SIMULATION: 'manual',
  LOG_LEVEL: 'warn',
  BENCH_CUSTOMERS: String(1 + manyCustomers + writers),
};

function startServer(): ChildProcess {
  const profiling =
    options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(options.profile)}`];
  return fork(path.join(import.meta.dirname, 'create-orders/server.ts'), [], {
    env,
    execArgv: [...process.execArgv, ...profiling],
  });
}

/** A kind of load, with what it has brought so far. */
interface Kind {
  readonly name: string;
  readonly run: (seconds: number) => Promise<Slice>;
  done: number;
  seconds: number;
  latencies: number[];
}

interface Slice {
  readonly done: number;
  readonly seconds: number;
  readonly latencies: readonly number[];
}

type Caller = ServerReady['customers'][number];

/** Loads of the server and of the database; `books` and `refused` take down what came of them. */
function kindsOf(
  ready: ServerReady,
  connections: readonly RawConnection[],
  db: Db,
  books: Books,
  refused: string[],
): Kind[] {
  let last = 0;
  const nextNumber = (): number => {
    last += 1;
    return last;
  };
  const overHttp = (path: string, callers: readonly Caller[], accepted: (customerNo: string, n: number) => void) => {
    const callerOf = (n: number) => callers[n % callers.length] as Caller;
    const source: LoadSource = {
      path,
      next: () => {
        const n = nextNumber();
        return { n, body: orderBody(callerOf(n), n) };
      },
      answered: (n, status, body) => {
        if (status === 200) accepted(callerOf(n).customerNo, n);
        else refused.push(`${status} ${body}`);
      },
    };
    return async (seconds: number): Promise<Slice> => {
      const { latencies } = await load(connections, source, seconds);
      return { done: latencies.length, seconds, latencies };
    };
  };
  const straight =
    (customerNos: readonly string[]) =>
    async (seconds: number): Promise<Slice> => {
      const written = await writeStraight(db, customerNos, seconds, nextNumber, accepted);
      return { done: written.orders, seconds: written.seconds, latencies: [] };
    };
  const accepted = (customerNo: string, n: number) => countOrder(books, customerNo, linesOf(n));
  const create = (callers: readonly Caller[]) =>
    overHttp('/test/v3/api/SalesOrder/CreateSalesOrder', callers, accepted);
  const { customers } = ready;
  const one = customers.slice(0, 1);
  const many = customers.slice(1, 1 + manyCustomers);
  const ofStraight = customers.slice(1 + manyCustomers).map(({ customerNo }) => customerNo);
  const kind = (name: string, run: Kind['run']): Kind => ({ name, run, done: 0, seconds: 0, latencies: [] });
  const kinds = [
    kind(
      noOpName,
      overHttp(noOpPath, one, () => undefined),
    ),
    kind('create, 1 customer', create(one)),
    kind(straightName, straight(ofStraight)),
    kind(`create, ${manyCustomers} customers`, create(many)),
  ];
  return kinds.filter(({ name }) => options.only === undefined || name.includes(options.only));
}

const noOpName = 'no-op route';
const straightName = 'straight rows';

function report(kinds: readonly Kind[]): string {
  const rateOf = (name: string): number | undefined => {
    const found = kinds.find((kind) => kind.name === name);
    return found && found.done / found.seconds;
  };
  const ratio = (rate: number, reference: number | undefined) =>
    (reference === undefined ? '' : (rate / reference).toFixed(2)).padStart(10);
  const ms = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(1)).padStart(10);
  const lines = kinds.map((kind) => {
    const sorted = kind.latencies.toSorted((a, b) => a - b);
    const rate = kind.done / kind.seconds;
    return [
      kind.name.padEnd(22),
      Math.round(rate).toLocaleString('en-US').padStart(10),
      ms(percentile(sorted, 0.5)),
      ms(percentile(sorted, 0.99)),
      ratio(rate, rateOf(noOpName)),
      ratio(rate, rateOf(straightName)),
    ].join('');
  });
  const head = ['orders/s', 'p50 ms', 'p99 ms', '/ no-op', '/ straight'].map((name) => name.padStart(10)).join('');
  return ['', `${''.padEnd(22)}${head}`, ...lines, ''].join('\n');
}

/** Runs the loads and checks the books; answers the faults. */
async function run(ready: ServerReady): Promise<string[]> {
  process.stderr.write('giving the customers items and stock\n');
  await supply(ready);
  const connections = await Promise.all(
    Array.from({ length: Number(options.connections) }, () => RawConnection.open(ready.address)),
  );
  const db = openDb(ready.database);
  try {
    const books: Books = { orders: new Map(), units: new Map() };
    const refused: string[] = [];
    const kinds = kindsOf(ready, connections, db, books, refused);
    process.stderr.write('warming up\n');
    for (const kind of kinds) await kind.run(warmUpSeconds);
    for (let slice = 1; slice <= slices; slice += 1) {
      for (const kind of kinds) {
        const { done, seconds, latencies } = await kind.run(sliceSeconds);
        kind.done += done;
        kind.seconds += seconds;
        for (const latency of latencies) kind.latencies.push(latency);
        const rate = Math.round(done / seconds);
        process.stderr.write(`slice ${slice} of ${slices}: ${kind.name} ${rate}/s\n`);
      }
    }
    process.stdout.write(`${report(kinds)}\n`);
    const example = refused[0] === undefined ? [] : [`${refused.length} requests were refused, first: ${refused[0]}`];
    return [...example, ...(await checkBooks(db, books)), ...verify(env)];
  } finally {
    for (const connection of connections) connection.close();
    await db.close();
  }
}

const server = startServer();
try {
  const failed = once(server, 'exit').then(() => {
    throw new Error('the server ended');
  });
  const [ready] = (await Promise.race([once(server, 'message'), failed])) as [ServerReady];
  const faults = await Promise.race([run(ready), failed]);
  process.stdout.write(faults.length === 0 ? 'Nothing oversold, nothing lost, dray verify is clean.\n' : '');
  for (const fault of faults.slice(0, 20)) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  failed.catch(() => undefined);
} finally {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
}
