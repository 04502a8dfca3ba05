/** Values sent in binary, in arrays and in copied rows, arrive as the same values sent one by one do. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as arrays from '../../src/platform/db/arrays.ts';
import { type ColumnGetter, copyScratch, pgTypes, writeArray, writeTexts } from '../../src/platform/db/binary.ts';
import * as copy from '../../src/platform/db/copy.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { toDatabaseText } from '../../src/platform/db/temporal-text.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** As `db/table.ts` writes them. */
const uuids = <Row>(rows: readonly Row[], pick: ColumnGetter<Row, string>) =>
  copyScratch(writeArray(pgTypes.uuid, rows, pick, 0));
const textArray = (pick: (row: never) => readonly string[]) => (row: never, at: number) => writeTexts(pick(row), at);

const same = <Value>(value: Value): Value => value;
const storable = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', ''));
const instant = fc
  .tuple(fc.integer({ min: Date.UTC(1900), max: Date.UTC(10_001, 11, 31) }), fc.integer({ min: 0, max: 999 }))
  .map(([milliseconds, microseconds]) => Temporal.Instant.fromEpochMilliseconds(milliseconds).add({ microseconds }));

/** All years that the interface has, and the next. */
const day = fc
  .integer({ min: 0, max: Temporal.PlainDate.from('0001-01-01').until('+010001-12-31').days })
  .map((days) => Temporal.PlainDate.from('0001-01-01').add({ days }));
const json = fc.jsonValue().map((value) => JSON.stringify(value));
const shortText = storable.map((text) => text.slice(0, 20));

/** A type, its arrays where statements take them, its columns of copied rows, values, and a value as text that PostgreSQL reads. */
const types: [
  string,
  ((rows: readonly never[], pick: never) => Buffer) | undefined,
  (pick: (row: never) => never) => never,
  fc.Arbitrary<unknown>,
  (v: never) => string,
][] = [
  ['text', arrays.textArray, copy.text as never, storable, (v: string) => v],
  [
    'uuid',
    uuids,
    copy.uuid as never,
    fc.oneof(
      fc.uuid(),
      fc.uuid().map((v) => v.toUpperCase()),
    ),
    String,
  ],
  ['bigint', arrays.bigintArray, copy.bigint as never, fc.maxSafeInteger(), String],
  ['smallint', arrays.smallintArray, copy.smallint as never, fc.integer({ min: -32_768, max: 32_767 }), String],
  ['boolean', arrays.booleanArray, copy.boolean as never, fc.boolean(), String],
  ['timestamptz', arrays.instantArray, copy.instant as never, instant, toDatabaseText],
  ['date', undefined, copy.date as never, day, toDatabaseText],
  [
    'bytea',
    undefined,
    copy.hexBytes as never,
    fc.uint8Array({ maxLength: 100 }).map((v) => Buffer.from(v).toString('hex')),
    (v: string) => `\\x${v}`,
  ],
  ['jsonb', undefined, copy.jsonb as never, json.map((v) => v.replaceAll('\\u0000', '')), (v: string) => v],
  ['json', undefined, copy.json as never, json, (v: string) => v],
  [
    'text[]',
    undefined,
    textArray as never,
    fc.array(shortText, { maxLength: 5 }),
    (v: string[]) => `{${v.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`,
  ],
];

const inArrays = types.flatMap(([type, array, , ...rest]) =>
  array === undefined ? [] : [[type, array, ...rest] as const],
);
const inRows = types.map(([type, , column, ...rest]) => [type, column, ...rest] as const);

/** What PostgreSQL reads out of the values when each is given as text. */
async function asTexts(type: string, values: readonly unknown[], asText: (v: never) => string) {
  return await db.rows<{ value: string | null }>(
    `select value::${type}::text as value from json_array_elements_text($1::json) with ordinality as v (value, place)
      order by place`,
    [JSON.stringify(values.map((v) => (v === null ? null : asText(v as never))))],
  );
}

test.each(inArrays)('an array of %s: as sent one by one, NULL among them', async (type, encode, value, asText) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value, { freq: 5 }), { maxLength: 60 }), async (values) => {
      const sent = await db.rows<{ value: string | null }>(
        `select value::text from unnest($1::${type}[]) with ordinality as v (value, place) order by place`,
        [encode(values as never, same as never)],
      );
      expect(sent).toEqual(await asTexts(type, values, asText));
    }),
    { numRuns: 60 },
  );
});

test.each(inRows)('copied rows of %s: as sent one by one, NULL among them', async (type, column, value, asText) => {
  interface Row {
    readonly place: number;
    readonly value: unknown;
  }
  await db.rows('drop table if exists copied');
  await db.rows(`create table copied (place bigint not null, value ${type}, after text not null)`);
  const into = copy.copyTarget<Row>('copied', {
    place: copy.bigint((row) => row.place),
    value: column(((row: Row) => row.value) as never),
    after: copy.text((row) => `after ${row.place}`),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value, { freq: 5 }), { maxLength: 60 }), async (values) => {
      await db.rows('truncate copied');
      const rows = values.map((v, place) => ({ place, value: v }));
      await db.write(async (tx) => tx.copy(into, rows));
      const copied = await db.rows<{ value: string | null; after: string }>(
        'select value::text, after from copied order by place',
      );
      expect(copied.map(({ value: v }) => ({ value: v }))).toEqual(await asTexts(type, values, asText));
      expect(copied.map(({ after }) => after)).toEqual(rows.map(({ place }) => `after ${place}`));
    }),
    { numRuns: 60 },
  );
});

test('long texts, and many of them, outgrow no room', async () => {
  // The first is longer than any room yet, in characters that take three bytes.
  const values = ['€'.repeat(700_000), '', 'x'.repeat(300_000), 'ü'.repeat(100_000), '🍇'.repeat(41), 'short'];
  const rows = await db.rows<{ value: string }>('select value from unnest($1::text[]) as v (value)', [
    arrays.textArray(values, same),
  ]);
  expect(rows.map((row) => row.value)).toEqual(values);
});

test('what is no UUID and what is no whole number of the type is refused before anything is sent', () => {
  for (const wrong of [
    '',
    'x',
    '0190b7f8-0000-7000-8000-00000000000',
    '0190b7f8-0000-7000-8000-0000000000000',
    'ü'.repeat(36),
    '0190b7f8000070008000000000000000',
    '0190b7f8-0000-7000-8000-00000000000g',
    '0190b7f80-000-7000-8000-000000000000',
    '0190b7f8-0000-7000-8000-0000000000-0',
  ]) {
    expect(() => uuids([wrong], same)).toThrow(TypeError);
  }
  for (const wrong of [0.5, 2 ** 53, Number.NaN]) expect(() => arrays.bigintArray([wrong], same)).toThrow(RangeError);
  for (const wrong of [0.5, 32_768, -32_769, Number.NaN]) {
    expect(() => arrays.smallintArray([wrong], same)).toThrow(RangeError);
  }
});

test.each(['0', '0g', 'xy', 'abc'])('bytes given as %j are refused before anything is sent', (wrong) => {
  const into = copy.copyTarget<string>('copied', { value: copy.hexBytes((hex) => hex) });
  expect(() => into.encode([wrong])).toThrow(TypeError);
});

test('an array of another element type is refused by PostgreSQL', async () => {
  await expect(
    db.rows('select $1::text[]', [uuids(['0190b7f8-0000-7000-8000-000000000000'], same)]),
  ).rejects.toMatchObject({
    code: '42804',
  });
});
