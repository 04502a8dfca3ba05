/**
 * The interface has dates up to 12/31/9999, and the day after is stored as the end of a range: years that PostgreSQL and Temporal
 * write differently pass every way in and out of the database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyScratchBytes, encodeColumnAsArray } from '../../src/platform/db/binary.ts';
import { column } from '../../src/platform/db/columns.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { Table } from '../../src/platform/db/table.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

const years = [-1, 0, 1, 2, 99, 100, 999, 1_000, 1_582, 1_999, 2_026, 9_998, 9_999, 10_000, 10_001];
const days = years.flatMap((year) =>
  [
    [1, 1],
    [2, 28],
    [12, 31],
  ].map(([month = 1, day = 1]) => new Temporal.PlainDate(year, month, day)),
);
const instants = days.flatMap((day) =>
  ['UTC', 'America/Los_Angeles', 'Asia/Tokyo'].map((zone) => day.toZonedDateTime(zone).toInstant()),
);
instants.push(Temporal.Instant.from('+010000-01-01T07:59:59.123456Z'), Temporal.Instant.from('2026-11-28T01:02:03.5Z'));

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options);
  await db.rows('create table far_dates (n bigint primary key, day date, at timestamptz, times timestamptz[])');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

test('single parameters and results', async () => {
  const sql = 'select $1::date as day, $2::timestamptz as at';
  for (const [n, day] of days.entries()) {
    const at = instants[n];
    expect(await db.rows(sql, [day, at])).toEqual([{ day, at }]);
  }
});

test('array parameters and array results', async () => {
  const [row] = await db.rows('select $1::date[] as days, $2::timestamptz[] as times', [days, instants]);
  expect(row).toEqual({ days, times: instants });
  const [binary] = await db.rows('select $1::timestamptz[] as times', [
    copyScratchBytes(encodeColumnAsArray(column.instant(), instants, (at) => at, 0)),
  ]);
  expect(binary).toEqual({ times: instants });
  expect(await db.rows('select $1::date[] as days', [[null, days[0]]])).toEqual([{ days: [null, days[0]] }]);
});

test('copied rows, and rows of a table', async () => {
  const rows = days.map((day, n) => ({ n, day, at: instants[n] as Temporal.Instant }));
  const table = new Table(
    'far_dates',
    { n: column.bigint(), day: column.date(), at: column.instant(), times: column.instants() },
    ['n'],
  );
  await db.write(async (tx) => table.insert(['n', 'day', 'at'])(tx, rows));
  expect(await db.rows('select n, day, at from far_dates order by n')).toEqual(rows);
  const full = rows.map((row) => ({ ...row, times: [row.at, instants[0] as Temporal.Instant] }));
  await db.write(async (tx) => table.update({ set: ['day', 'at', 'times'] })(tx, full));
  expect(await table.rows(db, `select ${table.select('f')} from far_dates f order by n`)).toEqual(full);
});
