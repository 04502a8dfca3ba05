/** Scheduled jobs of a running server, on real time: rollups, closing months, and the nightly verification with its metric. */
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db/db.ts';
import { startBackgroundJobs } from '../../src/platform/jobs.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { jobSchedulesOf, registerVerificationMetrics, verifyDatabaseAndLogFaults } from '../../src/schedules.ts';
import { givenCustomer, givenItems, givenStock } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWiredDb } from '../support/wired-db.ts';

let server: TestServer;
let database: TestDatabase;
let db: Db;
const logged: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });

beforeAll(async () => {
  server = await openTestServer();
  database = await openTestDatabase();
  db = openWiredDb(database.options);
});
afterAll(async () => {
  await server.close();
  await db.close();
  await database.drop();
});

const sample = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  new RegExp(`^${name}\\{environment="test"\\} (.+)$`, 'm').exec(await metrics.text())?.[1];

test('the verification runs beside traffic and sets a metric that every process exports', async () => {
  const customerNo = await givenCustomer(db);
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }]);
  await givenStock(db, customerNo, [{ itemNo: 'PIN', quantity: 5 }]);
  const environment = { name: 'test' as const, db, logger };
  const [one, another] = [createMetrics(), createMetrics()];
  for (const metrics of [one, another]) registerVerificationMetrics(metrics, [environment]);
  expect(await sample(one, 'dray_verify_faults')).toBeUndefined();

  // Of a night when the clock was a year ahead.
  await db.rows("insert into verify_runs (checked_at, seconds, faults) values (now() + interval '1 year', 1, 7)");
  await verifyDatabaseAndLogFaults(environment);
  expect(await sample(one, 'dray_verify_faults')).toBe('0');
  expect(Number(await sample(one, 'dray_verify_seconds_ago'))).toBeLessThan(60);

  await db.rows('update balances set on_hand = 6 where customer_no = $1', [customerNo]);
  // A sale in progress locks its balance; the verification does not wait for it.
  await db.write(async (tx) => {
    await tx.rows('select 1 from balances where customer_no = $1 for update', [customerNo]);
    await verifyDatabaseAndLogFaults(environment);
  });
  expect([await sample(one, 'dray_verify_faults'), await sample(another, 'dray_verify_faults')]).toEqual(['1', '1']);
  expect(logged.filter((line) => line.includes('on hand is not the sum of movements'))).toHaveLength(1);
});

test('a server creates the schedules of each environment and stops them when it stops', async () => {
  const { environment } = server;
  const schedules = jobSchedulesOf(environment);
  expect(schedules.map(({ name }) => name)).toEqual([
    'roll-up-movements',
    'roll-up-packages',
    'release-orders',
    'end-no-carrier-holds',
    'make-scan-forms',
    'look-up-packages',
    'delete-old-deliveries',
    'delete-old-documents',
    'renew-webhook-cursors',
    'close-months',
    'delete-unused-photos',
    'verify',
  ]);
  const jobs = await startBackgroundJobs(environment, { schedules });
  const kept = await environment.db.rows<{ name: string; timezone: string }>(
    `select name, timezone from pgboss.schedule where name = any ($1::text[]) order by name`,
    [schedules.map(({ name }) => name)],
  );
  expect(kept).toEqual(
    schedules
      .map(({ name }) => name)
      .sort()
      .map((name) => ({ name, timezone: environment.config.timeZone })),
  );
  for (const { run } of schedules) await run(new AbortController().signal);
  expect(await environment.db.rows('select faults from verify_runs')).toEqual([{ faults: 0 }]);
  await jobs.stop();
});
