/** The statements that a table descriptor derives, against a real table. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { column } from '../../src/platform/db/columns.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { createRowSetSql } from '../../src/platform/db/row-set-sql.ts';
import { Table } from '../../src/platform/db/table.ts';
import { distributeTables } from '../support/citus.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

const columns = {
  customerNo: column.text(),
  thingId: column.uuid(),
  kind: column.text<'a' | 'b'>(),
  label: column.named('title', column.text()),
  counted: column.int(),
  units: column.bigint(),
  rank: column.smallint(),
  isOpen: column.boolean(),
  madeAt: column.instant(),
  shipDate: column.optional(column.date()),
  hash: column.hexBytes(),
  raw: column.bytes(),
  details: column.json<{ readonly x: number }>(),
  parts: column.optional(column.jsonb<readonly string[]>()),
  choices: column.texts(),
};
const things = new Table('things', columns, ['customerNo', 'thingId']);

/** With columns that are not copied: rows go by `unnest`. */
const measures = new Table(
  'measures',
  {
    customerNo: column.text(),
    thingId: column.uuid(),
    weightLb: column.numericNumber(),
    price: column.optional(column.numeric()),
    at: column.instants(),
    seq: column.bigint(),
  },
  ['customerNo', 'thingId'],
);

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options);
  // Where tables are distributed, rows are inserted through the counters of their customers.
  await db.rows("insert into commit_counters (customer_no, last_seq) values ('A', 10), ('B', 0)");
  await db.rows(`create table things (
    customer_no text not null, thing_id uuid not null, kind text not null, title text not null, counted int not null,
    units bigint not null, rank smallint not null, is_open boolean not null, made_at timestamptz not null, ship_date date,
    hash bytea not null, raw bytea not null, details json not null, parts jsonb, choices text[] not null,
    primary key (customer_no, thing_id))`);
  await db.rows(`create table measures (
    customer_no text not null, thing_id uuid not null, weight_lb numeric(8, 2) not null, price numeric, at timestamptz[] not null,
    seq bigint not null, primary key (customer_no, thing_id))`);
  await distributeTables(db, 'things', 'measures');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  await db.rows('truncate things, measures');
});

const idOf = (n: number) => `0190b7f8-0000-7000-8000-${String(n).padStart(12, '0')}`;
const at = Temporal.Instant.from('2026-11-22T10:00:00.123456Z');

const thing = (n: number, more: object = {}) => ({
  customerNo: n < 10 ? 'A' : 'B',
  thingId: idOf(n),
  kind: 'a' as const,
  label: `é "${n}"`,
  counted: -n,
  units: n * 1e12,
  rank: n,
  isOpen: n % 2 === 0,
  madeAt: at,
  shipDate: n === 1 ? undefined : Temporal.PlainDate.from('2026-02-28'),
  hash: '00ff',
  raw: Buffer.from([n, 0]),
  details: { x: n },
  parts: n === 2 ? undefined : ['p'],
  choices: ['a,b', '{"c"}', '\\'],
  ...more,
});

const measure = (n: number, more: object = {}) => ({
  customerNo: 'A',
  thingId: idOf(n),
  weightLb: 2.5,
  price: '12.50',
  at: [at],
  seq: 0,
  ...more,
});

const all = () => things.rows(db, `select ${things.select('t')} from things t order by customer_no, thing_id`);
const allMeasures = () => measures.rows(db, `select ${measures.select('t')} from measures t order by thing_id`);

test('rows that are copied are read as they were written, NULL as undefined', async () => {
  const rows = [thing(1), thing(2), thing(11)];
  await db.write(async (tx) => things.insert()(tx, rows));
  expect(await all()).toEqual(rows);
  expect((await all())[0]).toHaveProperty('shipDate', undefined);
});

test('rows with columns that cannot be copied are inserted from arrays, and read as they were written', async () => {
  const rows = [measure(1), measure(2, { price: undefined, at: [], weightLb: 0.1 })];
  await db.write(async (tx) => measures.insert()(tx, rows));
  expect(await allMeasures()).toEqual(rows);
});

test('no rows are no statement', async () => {
  const sent: unknown[] = [];
  const tx = { send: (text: string) => sent.push(text), copy: () => sent.push('copy'), shards: db.shards };
  measures.insert()(tx, []);
  things.insertOrIgnore()(tx, []);
  things.upsert()(tx, []);
  things.update({ set: ['label'] })(tx, []);
  things.delete()(tx, []);
  expect(sent).toEqual([]);
  expect(await things.find()(db, [])).toEqual([]);
});

test('an insert of some columns leaves the others to their defaults', async () => {
  await db.rows("alter table measures alter at set default array['2026-01-01T00:00:00Z'::timestamptz]");
  await db.write(async (tx) => measures.insert(['customerNo', 'thingId', 'weightLb', 'seq'])(tx, [measure(1)]));
  expect((await allMeasures())[0]?.at).toEqual([Temporal.Instant.from('2026-01-01T00:00:00Z')]);
});

test('an existing row fails an insert, is ignored by insertOrIgnore and left out by insertMissing', async () => {
  await db.write(async (tx) => things.insert()(tx, [thing(1)]));
  await expect(db.write(async (tx) => things.insert()(tx, [thing(1)]))).rejects.toMatchObject({ code: '23505' });
  await db.write(async (tx) => things.insertOrIgnore()(tx, [thing(1, { label: 'other' }), thing(2)]));
  const inserted = await db.write((tx) => things.insertMissing()(tx, [thing(2), thing(12), thing(3)]));
  // Those of different customers in any order.
  expect(inserted.toSorted((a, b) => a.customerNo.localeCompare(b.customerNo))).toEqual([
    { customerNo: 'A', thingId: idOf(3) },
    { customerNo: 'B', thingId: idOf(12) },
  ]);
  expect((await all()).map(({ label }) => label)).toEqual(['é "1"', 'é "2"', 'é "3"', 'é "12"']);
});

test('an upsert sets all columns but the key, or those that are named', async () => {
  await db.write(async (tx) => things.insert()(tx, [thing(1), thing(2)]));
  const changed = thing(1, { label: 'new', units: 5, shipDate: Temporal.PlainDate.from('2026-01-01') });
  await db.write(async (tx) => things.upsert()(tx, [changed, thing(3)]));
  expect(await all()).toEqual([changed, thing(2), thing(3)]);
  const add = things.upsert({ set: ['label'], add: ['units'] });
  await db.write(async (tx) => add(tx, [thing(1, { label: 'newer', units: 2, rank: 99 })]));
  expect((await all())[0]).toEqual({ ...changed, label: 'newer', units: 7 });
});

test('an upsert of changed rows writes no row that has the values already', async () => {
  const upsert = measures.upsert({ ifChanged: true });
  await db.write(async (tx) => upsert(tx, [measure(1), { ...measure(2), price: undefined }]));
  const versions = async () =>
    (await db.rows<{ at: string }>('select ctid::text as at from measures order by thing_id')).map(({ at }) => at);
  const before = await versions();
  await db.write(async (tx) =>
    upsert(tx, [{ ...measure(1), weightLb: 81 }, { ...measure(2), price: undefined }, measure(3)]),
  );
  const after = await versions();
  expect(after.map((at, nth) => at === before[nth])).toEqual([false, true, false]);
  const [changed] = await db.rows<{ weight: number }>(
    'select weight_lb::float8 as weight from measures order by thing_id limit 1',
  );
  expect(changed?.weight).toBe(81);
});

test('an update sets, keeps what is not given, adds and appends, and changes only the rows named', async () => {
  await db.write(async (tx) => {
    things.insert()(tx, [thing(1), thing(2), thing(11)]);
    measures.insert()(tx, [measure(1), measure(2)]);
  });
  const update = things.update({ set: ['label', 'shipDate'], setIfGiven: ['kind'], add: ['counted', 'units'] });
  const row = { customerNo: 'A', thingId: idOf(2), label: 'new', shipDate: undefined, counted: 1, units: -1 };
  await db.write(async (tx) => {
    update(tx, [row]);
    update(tx, [{ ...row, customerNo: 'B', thingId: idOf(11), kind: 'b' }]);
    // This customer has no such row.
    update(tx, [{ ...row, customerNo: 'B' }]);
    measures.update({ append: ['at'], set: ['weightLb'] })(tx, [{ ...measure(1), weightLb: 7 }]);
  });
  const changes = { label: 'new', shipDate: undefined };
  expect(await all()).toEqual([
    thing(1),
    thing(2, { ...changes, counted: -1, units: 2e12 - 1 }),
    thing(11, { ...changes, kind: 'b', counted: -10, units: 11e12 - 1 }),
  ]);
  expect(await allMeasures()).toEqual([measure(1, { at: [at, at], weightLb: 7 }), measure(2)]);
});

test('rows are changed, deleted and found by other columns than the key, under a condition', async () => {
  await db.write(async (tx) => things.insert()(tx, [thing(1), thing(2), thing(3), thing(11, { kind: 'b' })]));
  const kinds = [{ customerNo: 'A', kind: 'a' as const }];
  const find = things.find({ by: ['customerNo', 'kind'], columns: ['thingId'], where: 't.is_open', orderBy: 't.rank' });
  expect(await find(db, [...kinds, ...kinds])).toEqual([{ thingId: idOf(2) }]);
  await db.write(async (tx) => {
    things.update({ by: ['customerNo', 'kind'], set: ['rank'], where: 't.rank > u.rank' })(tx, [
      { customerNo: 'A', kind: 'a', rank: 2 },
    ]);
    things.delete({ by: ['customerNo', 'kind'], where: 't.is_open' })(tx, kinds);
  });
  expect((await all()).map(({ thingId, rank }) => [thingId, rank])).toEqual([
    [idOf(1), 1],
    [idOf(3), 2],
    [idOf(11), 11],
  ]);
});

test('locked rows are locked, in the order of the key, each once', async () => {
  await db.write(async (tx) => things.insert()(tx, [thing(1), thing(2), thing(3), thing(11)]));
  const keys = [11, 3, 2, 2, 9].map((n) => thing(n));
  // Shard by shard: on plain PostgreSQL all rows are of one.
  const [ofA, ofB] = [[2, 3], [11]];
  await db.write(async (tx) => {
    const locked = await things.lock({ columns: ['thingId', 'shipDate'] })(tx, keys);
    const isAFirst = (db.shards.of('A') as number) <= (db.shards.of('B') as number);
    expect(locked).toEqual(
      (isAFirst ? [...ofA, ...ofB] : [...ofB, ...ofA]).map((n) => ({ thingId: idOf(n), shipDate: thing(n).shipDate })),
    );
    const freeOf = 'select rank from things where customer_no = $1 for no key update skip locked';
    expect(await db.rows(freeOf, ['A'])).toEqual([{ rank: 1 }]);
    expect(await db.rows(freeOf, ['B'])).toEqual([]);
  });
});

test('numbered rows take the commit number of their customer', async () => {
  const insert = measures.numberedInsert({ seq: ['seq'] });
  const update = measures.numberedUpdate({ seq: ['seq'], append: ['at'], where: 't.seq < 12' });
  await db.write(async (tx) => {
    for (const n of [1, 2]) tx.number(insert, measure(n));
  });
  expect((await allMeasures()).map(({ seq }) => seq)).toEqual([11, 12]);
  await db.write(async (tx) => {
    for (const n of [1, 2]) tx.number(update, measure(n));
  });
  expect((await allMeasures()).map(({ seq, at: times }) => [seq, times.length])).toEqual([
    [13, 2],
    [12, 1],
  ]);
  await expect(
    db.write(async (tx) => tx.number(insert, measure(3, { customerNo: 'no counter' }))),
  ).rejects.toMatchObject({ code: '22P02' });
});

test('a row set joins in its order, and numbers its parameters', async () => {
  const set = createRowSetSql({ customerNo: column.text(), rank: column.optional(column.smallint()) });
  expect(set.nextParameter).toBe(4);
  await db.write(async (tx) => things.insert()(tx, [thing(1), thing(2), thing(11)]));
  const keys = [{ customerNo: 'B', rank: 11 }, { customerNo: 'A' }, { customerNo: 'A', rank: 2 }];
  const rows = await db.rows(
    `select k.nth::int, t.rank - $4::int as rank from ${set.from('k', { ordered: true })} join things t on ${set.match('t', 'k')}
      order by k.nth`,
    [...set.values(keys), 1],
  );
  expect(rows).toEqual([
    { nth: 1, rank: 10 },
    { nth: 3, rank: 1 },
  ]);
});

test('a statement on customers names the customers of its rows, each once', () => {
  const sent: [string, readonly unknown[]][] = [];
  const send = (text: string, values?: readonly unknown[]) => sent.push([text, values ?? []]);
  const tx = { send, copy: () => 0, shards: db.shards };
  things.update({ set: ['rank'] })(tx, [thing(1), thing(2), thing(11)]);
  things.delete()(tx, [thing(1)]);
  expect(sent.map(([text]) => /t\.customer_no = any \(\$(\d)::text\[\]\)/.exec(text)?.[1])).toEqual(['4', '3']);
  expect(sent.map(([, values]) => values.at(-1))).toEqual([['A', 'B'], ['A']]);
});
