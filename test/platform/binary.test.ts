/** Values sent in binary, in arrays and in copied rows, arrive as the same values sent one by one do. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeTextArrayParameter } from '../../src/platform/db/arrays.ts';
import { copyScratchBytes, encodeColumnAsArray, type PgType } from '../../src/platform/db/binary.ts';
import { type Column, column } from '../../src/platform/db/columns.ts';
import { createCopyTarget } from '../../src/platform/db/copy.ts';
import { type Db, openDb } from '../../src/platform/db/db.ts';
import { formatPgTemporal } from '../../src/platform/db/temporal-text.ts';
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
const arrayOf = <Value>(type: PgType<Value>, values: readonly unknown[]): Buffer =>
  copyScratchBytes(encodeColumnAsArray(type, values as Value[], (value) => value, 0));

const storable = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.replaceAll('\0', ''));
const instant = fc
  .tuple(fc.integer({ min: Date.UTC(1900), max: Date.UTC(10_001, 11, 31) }), fc.integer({ min: 0, max: 999 }))
  .map(([milliseconds, microseconds]) => Temporal.Instant.fromEpochMilliseconds(milliseconds).add({ microseconds }));

/** All years that the interface has, and the next. */
const day = fc
  .integer({ min: 0, max: Temporal.PlainDate.from('0001-01-01').until('+010001-12-31').days })
  .map((days) => Temporal.PlainDate.from('0001-01-01').add({ days }));
const shortText = storable.map((text) => text.slice(0, 20));
/** Without characters that `jsonb` rejects. */
const jsonbValue = fc
  .jsonValue()
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as unknown);

/** A type, values, and a value as text that PostgreSQL reads. */
const types = (
  [
    [column.text(), storable, String],
    [
      column.uuid(),
      fc.oneof(
        fc.uuid(),
        fc.uuid().map((v) => v.toUpperCase()),
      ),
      String,
    ],
    [column.bigint(), fc.maxSafeInteger(), String],
    [column.smallint(), fc.integer({ min: -32_768, max: 32_767 }), String],
    [column.boolean(), fc.boolean(), String],
    [column.instant(), instant, formatPgTemporal],
    [column.date(), day, formatPgTemporal],
    [column.hexBytes(), fc.uint8Array({ maxLength: 100 }).map((v) => Buffer.from(v).toString('hex')), (v) => `\\x${v}`],
    [column.jsonb(), jsonbValue, JSON.stringify],
    [column.json(), fc.jsonValue(), JSON.stringify],
    [
      column.texts(),
      fc.array(shortText, { maxLength: 5 }),
      (v: string[]) => `{${v.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`,
    ],
  ] as [Column<never>, fc.Arbitrary<unknown>, (v: never) => string][]
).map(([type, ...rest]) => [type.sqlType, type, ...rest] as const);

/** What PostgreSQL reads out of the values when each is given as text. */
async function asTexts(type: string, values: readonly unknown[], asText: (v: never) => string) {
  return await db.rows<{ value: string | null }>(
    `select value::${type}::text as value from json_array_elements_text($1::json) with ordinality as v (value, place)
      order by place`,
    [JSON.stringify(values.map((v) => (v === null ? null : asText(v as never))))],
  );
}

test.each(types)('an array of %s: as sent one by one, NULL among them', async (sqlType, type, value, asText) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value, { freq: 5 }), { maxLength: 60 }), async (values) => {
      const sent = await db.rows<{ value: string | null }>(
        `select value::${sqlType}::text as value
           from unnest($1::${type.elementType}[]) with ordinality as v (value, place) order by place`,
        [arrayOf(type, values)],
      );
      expect(sent).toEqual(await asTexts(sqlType, values, asText));
    }),
    { numRuns: 60 },
  );
});

test.each(types)('copied rows of %s: as sent one by one, NULL among them', async (sqlType, type, value, asText) => {
  interface Row {
    readonly place: number;
    readonly value: unknown;
  }
  await db.rows('drop table if exists copied');
  await db.rows(`create table copied (place bigint not null, value ${sqlType}, after text not null)`);
  const into = createCopyTarget<Row>('copied', {
    place: (row, at) => column.bigint().write(row.place, at),
    value: (row, at) => (type.writeCopied ?? expect.fail('it is not copied'))(row.value as never, at),
    after: (row, at) => column.text().write(`after ${row.place}`, at),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(value, { freq: 5 }), { maxLength: 60 }), async (values) => {
      await db.rows('truncate copied');
      const rows = values.map((v, place) => ({ place, value: v }));
      await db.write(async (tx) => tx.copy(into, rows));
      const copied = await db.rows<{ value: string | null; after: string }>(
        'select value::text, after from copied order by place',
      );
      expect(copied.map(({ value: v }) => ({ value: v }))).toEqual(await asTexts(sqlType, values, asText));
      expect(copied.map(({ after }) => after)).toEqual(rows.map(({ place }) => `after ${place}`));
    }),
    { numRuns: 60 },
  );
});

test('long texts, and many of them, outgrow no room', async () => {
  // The first is longer than any room yet, in characters that take three bytes.
  const values = ['€'.repeat(700_000), '', 'x'.repeat(300_000), 'ü'.repeat(100_000), '🍇'.repeat(41), 'short'];
  const rows = await db.rows<{ value: string }>('select value from unnest($1::text[]) as v (value)', [
    encodeTextArrayParameter(values, (value) => value),
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
    expect(() => arrayOf(column.uuid(), [wrong])).toThrow(TypeError);
  }
  for (const wrong of [0.5, 2 ** 53, Number.NaN]) {
    expect(() => arrayOf(column.bigint(), [wrong])).toThrow(RangeError);
  }
  for (const wrong of [0.5, 32_768, -32_769, Number.NaN]) {
    expect(() => arrayOf(column.smallint(), [wrong])).toThrow(RangeError);
  }
});

test.each(['0', '0g', 'xy', 'abc'])('bytes given as %j are refused before anything is sent', (wrong) => {
  const into = createCopyTarget<string>('copied', { value: (hex, at) => column.hexBytes().write(hex, at) });
  expect(() => into.encode([wrong])).toThrow(TypeError);
});

test('an array of another element type is refused by PostgreSQL', async () => {
  await expect(
    db.rows('select $1::text[]', [arrayOf(column.uuid(), ['0190b7f8-0000-7000-8000-000000000000'])]),
  ).rejects.toMatchObject({
    code: '42804',
  });
});
