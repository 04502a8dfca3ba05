/** Background work of an environment on pg-boss, and the partitions that it keeps ahead of time. */

import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import type { DueWorkBatch, DueWorkStepHandlers } from '../../src/platform/due-work.ts';
import { scheduleDueWork } from '../../src/platform/due-work-store.ts';
import { deleteExpiredIdempotencyKeys } from '../../src/platform/idempotency-key-store.ts';
import { type BackgroundJobs, startBackgroundJobs } from '../../src/platform/jobs.ts';
import { dropArchivedLogMonth } from '../../src/platform/log-months.ts';
import { ensurePartitions, readAttachedMonths } from '../../src/platform/partitions.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;
const logged: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const production = () => ({
  name: 'production' as const,
  db,
  logger: pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }),
});

async function scheduleNow(customerNo: string, count: number): Promise<string[]> {
  const subjects = Array.from({ length: count }, () => uuidv7());
  const dueAt = Temporal.Now.instant();
  await db.write(async (tx) =>
    scheduleDueWork(
      tx,
      subjects.map((subject) => ({ customerNo, dueAt, step: 'a', subject })),
    ),
  );
  return subjects;
}

describe('jobs', () => {
  test('work that cannot be looked up while a node is away is a warning once, and other failures are errors', async () => {
    const lost = Object.assign(new Error('connection to the remote node failed'), { code: 'XX000' });
    const failures = [lost, lost, lost, new Error('another'), lost];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const customers = async (): Promise<string[]> => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      end();
      return [];
    };
    const relays = [{ queue: 'failing-relay', customers, run: async () => undefined }];
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const jobs = await startBackgroundJobs({ ...production(), logger }, { relays, relayIntervalMs: 5 });
    await ended;
    await jobs.stop();
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([40, 50, 40]);
  });

  test('a job that fails is logged, unless the database is unavailable', async () => {
    const lateLock = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const failures = [new Error('not again'), new Error('Connection terminated'), lateLock];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const run = async (): Promise<void> => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      end();
    };
    const relays = [{ queue: 'failing-jobs', customers: async () => ['W100'], run }];
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const jobs = await startBackgroundJobs({ ...production(), logger }, { relays, relayIntervalMs: 5 });
    await ended;
    await jobs.stop();
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries.map(({ level, queue, customerNo }) => [level, queue, customerNo])).toEqual([
      [50, 'failing-jobs', 'W100'],
      [40, 'failing-jobs', 'W100'],
    ]);
  });

  test('the work of a customer does not run twice at once', async () => {
    const begun: string[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const run = async (customerNo: string): Promise<void> => {
      begun.push(customerNo);
      await released;
    };
    const relays = [{ queue: 'long-jobs', customers: async () => ['W100'], run }];
    const jobs = await startBackgroundJobs(production(), { relays, relayIntervalMs: 5 });
    const passed = async () =>
      (await db.rows("select 1 from pgboss.job where name = 'long-jobs' and state = 'completed'")).length;
    await expect.poll(async () => begun.length + (await passed()), { timeout: 15_000 }).toBeGreaterThan(1);
    expect(begun).toEqual(['W100']);
    release();
    await jobs.stop();
  });

  test('what falls due is done on real time, once, also with two processes; nothing is lost in a stop', async () => {
    const customers = await Promise.all([1, 2, 3].map(() => givenCustomer(db)));
    const done: string[] = [];
    let slowly = 0;
    const steps: DueWorkStepHandlers = {
      a: {
        run: async (tx, { items }: DueWorkBatch) => {
          await tx.rows('select pg_sleep($1)', [slowly]);
          done.push(...items.map((item) => item.subject));
        },
      },
    };
    const start = () => startBackgroundJobs(production(), { steps, relayIntervalMs: 50 });
    const processes: BackgroundJobs[] = await Promise.all([start(), start()]);
    let expected = (await Promise.all(customers.map((customerNo) => scheduleNow(customerNo, 5)))).flat();
    await expect.poll(() => done.toSorted(), { timeout: 15_000 }).toEqual(expected.toSorted());

    // Stopped while a step is under way: it is finished, what comes after it waits for the next start.
    slowly = 0.3;
    expected = expected.concat(await scheduleNow(customers[0] as string, 3));
    await expect
      .poll(
        async () =>
          await db.rows("select 1 from pg_stat_activity where query like 'select pg_sleep($1)%' and state = 'active'"),
        {
          timeout: 15_000,
          interval: 20,
        },
      )
      .not.toEqual([]);
    await Promise.all(processes.map((jobs) => jobs.stop()));
    expect(done.toSorted()).toEqual(expected.toSorted());

    expected = expected.concat(await scheduleNow(customers[1] as string, 4));
    slowly = 0;
    const again = await start();
    await expect.poll(() => done.toSorted(), { timeout: 15_000 }).toEqual(expected.toSorted());
    await again.stop();
    expect(await db.rows('select 1 from due_work')).toEqual([]);
    expect(logged).toEqual([]);
  });

  test('a database without steps keeps its schedules and leaves due work alone', async () => {
    const customerNo = await givenCustomer(db);
    await scheduleNow(customerNo, 1);
    const jobs = await startBackgroundJobs(production(), { relayIntervalMs: 20 });
    // Months that are missing after a jump of the clock are created within a minute.
    expect(await db.rows('select name, cron from pgboss.schedule order by name')).toEqual([
      { name: 'delete-expired-keys', cron: '41 * * * *' },
      { name: 'ensure-partitions', cron: '* * * * *' },
    ]);
    await jobs.stop();
    expect(await db.rows('select 1 from due_work where customer_no = $1', [customerNo])).toHaveLength(1);
    await db.rows('delete from due_work where customer_no = $1', [customerNo]);
  });

  test('a scheduled run whose process was killed does not block the next ones', async () => {
    const name = 'a-schedule';
    const schedules = [{ name, cron: '0 0 1 1 *', timeZone: 'UTC', run: () => Promise.resolve() }];
    await (await startBackgroundJobs(production(), { schedules })).stop();
    const boss = new PgBoss({
      db: { executeSql: (text, values) => database.pool.query({ text, ...(values && { values }) }) },
      schema: 'pgboss',
      supervise: false,
      schedule: false,
    });
    await boss.start();
    await boss.send(name);
    const [killed] = await boss.fetch(name);
    await db.rows("update pgboss.job set heartbeat_on = now() - interval '61 seconds' where name = $1", [name]);
    // As every process does each minute.
    await boss.supervise(name);
    await db.rows('update pgboss.job set start_after = now() where name = $1', [name]);
    const [repeated] = await boss.fetch(name);
    await boss.stop({ graceful: false, close: false });
    expect([killed, repeated]).toMatchObject([{ retryCount: 0 }, { id: killed?.id, retryCount: 1 }]);
  });

  test('after a clock that was ahead has gone back, schedules, waiting work and what a killed process ran go on', async () => {
    const customerNo = await givenCustomer(db);
    const name = 'a-schedule-after-the-clock';
    const schedules = [name, `${name}-begun`].map((each) => ({
      name: each,
      cron: '0 0 1 1 *',
      timeZone: 'UTC',
      run: () => Promise.resolve(),
    }));
    const done: string[] = [];
    const steps: DueWorkStepHandlers = {
      a: { run: async (_tx, { items }) => void done.push(...items.map(({ subject }) => subject)) },
    };
    await (await startBackgroundJobs(production(), { schedules, steps })).stop();
    // As the machine's clock was a year ahead, pg-boss made its last pass then, and enqueued work; a process was killed.
    const ahead = "now() + interval '1 year'";
    await db.rows(`update pgboss.version set cron_on = ${ahead}`);
    await db.rows(`update pgboss.queue set monitor_claim_on = ${ahead}, monitor_on = ${ahead}, maintain_on = ${ahead}`);
    await db.rows(
      `insert into pgboss.job (name, data, policy, singleton_key, start_after, keep_until)
       values ('run-due-work', $1, 'short', $2, ${ahead}, now() + interval '2 years')`,
      [JSON.stringify({ customerNo }), customerNo],
    );
    await db.rows(
      `insert into pgboss.job (name, policy, state, started_on, heartbeat_on, heartbeat_seconds)
       values ($1, 'stately', 'active', ${ahead}, ${ahead}, 60),
              -- begun before the clock went ahead
              ($2, 'stately', 'active', now(), ${ahead}, 60)`,
      [name, `${name}-begun`],
    );
    const subjects = await scheduleNow(customerNo, 2);
    const jobs = await startBackgroundJobs(production(), { schedules, steps, relayIntervalMs: 50 });
    await expect.poll(() => done.toSorted(), { timeout: 15_000 }).toEqual(subjects.toSorted());
    await jobs.stop();
    const later = (column: string, table: string) =>
      db.rows(`select ${column} from pgboss.${table} where ${column} > now() + interval '1 minute'`);
    expect(
      await Promise.all([
        later('cron_on', 'version'),
        ...['monitor_claim_on', 'monitor_on', 'maintain_on'].map((column) => later(column, 'queue')),
        later('heartbeat_on', 'job'),
      ]),
    ).toEqual([[], [], [], [], []]);
    await db.rows('delete from pgboss.job where name = any ($1)', [[name, `${name}-begun`]]);
  });

  test('answers kept for retries are forgotten after 24 hours', async () => {
    await db.rows(
      `insert into idempotency_keys (customer_no, operation, key_hash, body_hash, created_at)
       select 'W1', 'Op', ('old-' || n)::bytea, ''::bytea, now() - interval '25 hours' from generate_series(1, 5100) n
        union all select 'W1', 'Op', 'young', ''::bytea, now() - interval '23 hours'`,
    );
    await deleteExpiredIdempotencyKeys(db);
    expect(await db.rows("select convert_from(key_hash, 'UTF8') as key from idempotency_keys")).toEqual([
      { key: 'young' },
    ]);
  });
});

describe('partitions', () => {
  test('a month of the log with other rows than were archived stays', async () => {
    const month = Temporal.PlainDate.from('2020-01-01');
    await db.rows("select ensure_month('log', $1)", [month]);
    const drop = (rows: number) => dropArchivedLogMonth(db, month, { rows }, []);
    await expect(drop(1)).rejects.toThrow('log_202001 has 0 rows, but 1 were archived');
    await drop(0);
    expect((await readAttachedMonths(db, 'log')).map(String)).not.toContain('2020-01-01');
  });

  test('this month and the two that follow exist for all history, also when several processes ask', async () => {
    await Promise.all([1, 2, 3].map(() => ensurePartitions(db)));
    const month = Temporal.Now.plainDateISO('UTC').toString().slice(0, 7).replace('-', '');
    // Not those of the month before, which the database has when it was made in it.
    const partitions = await db.rows<{ parent: string; months: number; name: string }>(
      `select inhparent::regclass::text as parent, count(*) as months, min(inhrelid::regclass::text) as name
         from pg_inherits join pg_class on oid = inhparent
        where relkind = 'p' and relnamespace = 'public'::regnamespace and right(inhrelid::regclass::text, 6) >= $1
        group by 1 order by 1`,
      [month],
    );
    expect(partitions).toEqual([
      { parent: 'log', months: 3, name: `log_${month}` },
      { parent: 'movements', months: 3, name: `movements_${month}` },
    ]);
  });
});
