/** Arrays sent in binary arrive as the same values sent one by one do. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as arrays from '../../src/platform/db/arrays.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase('empty');
  db = openDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const same = <Value>(value: Value): Value => value;
const storable = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', ''));
const instant = fc
  .tuple(fc.integer({ min: Date.UTC(1900), max: Date.UTC(9999, 11, 31) }), fc.integer({ min: 0, max: 999 }))
  .map(([milliseconds, microseconds]) => Temporal.Instant.fromEpochMilliseconds(milliseconds).add({ microseconds }));

/** The column type, the encoder, values, and the value as text that PostgreSQL reads. */
const columns: [
  string,
  (rows: readonly never[], pick: never) => Buffer,
  fc.Arbitrary<unknown>,
  (v: never) => string,
][] = [
  ['text', arrays.texts, storable, (v: string) => v],
  ['uuid', arrays.uuids, fc.uuid(), (v: string) => v],
  ['bigint', arrays.bigints, fc.maxSafeInteger(), String],
  ['int', arrays.ints, fc.integer(), String],
  ['smallint', arrays.smallints, fc.integer({ min: -32_768, max: 32_767 }), String],
  ['boolean', arrays.booleans, fc.boolean(), String],
  ['timestamptz', arrays.instants, instant, String],
  [
    'bytea',
    arrays.byteas,
    fc.uint8Array({ maxLength: 100 }),
    (v: Uint8Array) => `\\x${Buffer.from(v).toString('hex')}`,
  ],
  ['jsonb', arrays.jsonbs, fc.jsonValue().map((v) => JSON.stringify(v).replaceAll('\\u0000', '')), (v: string) => v],
  ['json', arrays.jsons, fc.jsonValue().map((v) => JSON.stringify(v)), (v: string) => v],
];

test.each(columns)('%s: as sent one by one, NULL among them', async (type, encode, value, asText) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value, { freq: 5 }), { maxLength: 60 }), async (values) => {
      const sent = await db.rows<{ value: string | null }>(
        `select value::text from unnest($1::${type}[]) with ordinality as v (value, place) order by place`,
        [encode(values as never, same as never)],
      );
      const one = await db.rows<{ value: string | null }>(
        `select value::${type}::text as value from json_array_elements_text($1::json) with ordinality as v (value, place)
          order by place`,
        [JSON.stringify(values.map((v) => (v === null ? null : asText(v as never))))],
      );
      expect(sent).toEqual(one);
    }),
    { numRuns: 60 },
  );
});

test('long texts, and many of them, outgrow no room', async () => {
  const values = ['', 'x'.repeat(300_000), 'ü'.repeat(100_000), '🍇'.repeat(41), 'short'];
  const rows = await db.rows<{ value: string }>('select value from unnest($1::text[]) as v (value)', [
    arrays.texts(values, same),
  ]);
  expect(rows.map((row) => row.value)).toEqual(values);
});

test('what is no UUID and what is no whole number is refused before anything is sent', () => {
  for (const wrong of [
    '',
    'x',
    '0190b7f8-0000-7000-8000-00000000000',
    '0190b7f8-0000-7000-8000-0000000000000',
    'ü'.repeat(36),
  ]) {
    expect(() => arrays.uuids([wrong], same)).toThrow(TypeError);
  }
  for (const wrong of [0.5, 2 ** 53, Number.NaN]) expect(() => arrays.bigints([wrong], same)).toThrow(RangeError);
});

test('an array of another element type is refused by PostgreSQL', async () => {
  await expect(
    db.rows('select $1::text[]', [arrays.uuids(['0190b7f8-0000-7000-8000-000000000000'], same)]),
  ).rejects.toMatchObject({
    code: '42804',
  });
});
