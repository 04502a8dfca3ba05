/** `dray sql`: statements and files, the three formats, and that it is read-only unless an option allows writes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase, urlOf } from '../support/database.ts';
import { dray, useDatabases } from './dray.ts';

let production: TestDatabase;
let other: TestDatabase;
let folder: string;

beforeAll(async () => {
  [production, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  useDatabases(production, other);
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-sql-'));
  await production.pool.query(
    'create table bottles (no int primary key, name text, price numeric); create sequence bottles_no',
  );
  await production.pool.query(
    `insert into bottles values (1, 'Pinot, "Reserve"', 65.50), (2, '', null), (3, E'two\\nlines\\x1b[31m', 1234567890123456789.5)`,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  await production.drop();
  await other.drop();
});

function file(text: string): string {
  const name = path.join(folder, 'statements.sql');
  writeFileSync(name, text);
  return name;
}
const bottles = async () => (await production.pool.query('select count(*)::int as n from bottles')).rows[0].n;

describe('formats', () => {
  test('a table', async () => {
    expect(await dray('sql', 'select no, name, price from bottles order by no')).toEqual({
      code: 0,
      out: [
        'no | name                 |                 price',
        '---+----------------------+----------------------',
        ' 1 | Pinot, "Reserve"     |                 65.50',
        ' 2 |                      |',
        ' 3 | two\\nlines\\u001b[31m | 1234567890123456789.5',
        '(3 rows)',
        '',
      ].join('\n'),
    });
  });

  test('a table: other control characters do not reach the terminal either', async () => {
    expect(await dray('sql', "select 'a' || chr(155) || '31m' || chr(127) as name")).toMatchObject({
      out: expect.stringContaining('\na\\u009b31m\\u007f\n'),
    });
  });

  test('CSV: an empty text is quoted, NULL is not', async () => {
    expect(
      await dray('sql', 'select no, name, price from bottles where no < 3 order by no', '--format', 'csv'),
    ).toEqual({
      code: 0,
      out: 'no,name,price\n1,"Pinot, ""Reserve""",65.50\n2,"",\n',
    });
  });

  test('JSON: numbers keep their digits, JSON columns are nested', async () => {
    const statement = `select no, price, no = 1 as first, '{"a": [1]}'::jsonb as doc, 'NaN'::numeric as nan from bottles where no <> 2 order by no`;
    const { out } = (await dray('sql', statement, '--format', 'json')) as { out: string };
    expect(out).toContain('"price":1234567890123456789.5');
    expect(JSON.parse(out)).toMatchObject([
      { no: 1, price: 65.5, first: true, doc: { a: [1] }, nan: 'NaN' },
      { no: 3, first: false },
    ]);
  });

  test('no row', async () => {
    const none = 'select no from bottles where false';
    expect(await dray('sql', none)).toEqual({ code: 0, out: 'no\n--\n(0 rows)\n' });
    expect(await dray('sql', none, '--format', 'csv')).toEqual({ code: 0, out: 'no\n' });
    expect(await dray('sql', none, '--format', 'json')).toEqual({ code: 0, out: '[]\n' });
  });

  test('a file of several statements prints one result after the other', async () => {
    const name = file("-- two\nselect 1 as a; select 'x;y' as b;\n");
    expect(await dray('sql', '--file', name, '--format', 'csv')).toEqual({ code: 0, out: 'a\n1\nb\nx;y\n' });
  });
});

test('reads the environment that is asked for', async () => {
  const name = 'select current_database()';
  expect(await dray('sql', name, '--format', 'csv')).toMatchObject({ out: `current_database\n${production.name}\n` });
  expect(await dray('sql', name, '--format', 'csv', '--environment', 'test')).toMatchObject({
    out: `current_database\n${other.name}\n`,
  });
});

test('needs the database of that environment only', async () => {
  const production1 = process.env.DATABASE_URL ?? '';
  const test1 = process.env.TEST_DATABASE_URL ?? '';
  const none = ['select 1 as a', '--format', 'csv'];
  try {
    vi.stubEnv('TEST_DATABASE_URL', test1.replace(other.name, 'missing'));
    expect(await dray('sql', ...none)).toEqual({ code: 0, out: 'a\n1\n' });
    vi.stubEnv('TEST_DATABASE_URL', test1);
    vi.stubEnv('DATABASE_URL', production1.replace(production.name, 'missing'));
    expect(await dray('sql', ...none, '--environment', 'test')).toEqual({ code: 0, out: 'a\n1\n' });
    expect(await dray('sql', ...none)).toEqual({
      code: 1,
      refused: expect.stringMatching(/^DATABASE_URL cannot be used: database "missing" does not exist/),
    });
  } finally {
    vi.stubEnv('DATABASE_URL', production1);
    vi.stubEnv('TEST_DATABASE_URL', test1);
  }
});

test('a database that Dray has never used is refused', async () => {
  const foreign = await openTestDatabase('empty');
  const used = process.env.DATABASE_URL;
  try {
    vi.stubEnv('DATABASE_URL', urlOf(foreign));
    for (const more of [[], ['--write']]) {
      expect(await dray('sql', 'create table things (no int)', ...more)).toEqual({
        code: 1,
        refused: expect.stringMatching(/^this database is empty or does not exist/),
      });
    }
  } finally {
    vi.stubEnv('DATABASE_URL', used);
    await foreign.drop();
  }
});

describe('without --write nothing changes', () => {
  test.each([
    ['delete from bottles', /line 1: .*read-only transaction: add --write to change data/],
    ['with gone as (delete from bottles returning no) select * from gone', /read-only transaction/],
    ["select nextval('bottles_no')", /nextval.* read-only transaction/],
    ['set transaction read write; delete from bottles', /before any query/],
    ["select set_config('transaction_read_only', 'off', false); delete from bottles", /before any query/],
    ['set default_transaction_read_only = off; delete from bottles', /line 1: .*read-only transaction/],
    ['select 1;\ncommit; delete from bottles', /line 2: COMMIT is not allowed/],
    ['/* a */ Rollback; delete from bottles', /ROLLBACK is not allowed/],
    ["prepare transaction 'a'", /PREPARE is not allowed/],
    ['do $$ begin delete from bottles; end $$', /read-only transaction/],
    ['do $$ begin commit; end $$', /invalid transaction termination/],
    ["copy bottles to '/tmp/never'", /COPY is not allowed/],
    ['vacuum bottles', /transaction block/],
    ["alter system set work_mem = '1MB'", /transaction block/],
  ])('%s', async (statement, reason) => {
    const ran = await dray('sql', statement);
    expect(ran).toMatchObject({ refused: expect.stringMatching(reason) });
    expect(await bottles()).toBe(3);
  });
});

describe('with --write', () => {
  test('a statement changes data, and says how many rows', async () => {
    expect(await dray('sql', "insert into bottles values (10, 'a', 1), (11, 'b', 2)", '--write')).toEqual({
      code: 0,
      out: 'INSERT 2\n',
    });
    expect(await dray('sql', 'delete from bottles where no >= 10 returning no', '--write', '--format', 'csv')).toEqual({
      code: 0,
      out: 'no\n10\n11\n',
    });
  });

  test('several statements are one transaction', async () => {
    const name = file("insert into bottles values (20, 'a', 1);\n\ninsert into bottles\nvalues (1, 'b', 2);");
    expect(await dray('sql', '--file', name, '--write')).toEqual({
      code: 1,
      refused: expect.stringMatching(/^line 3: duplicate key .*Key \(no\)=\(1\) already exists/),
    });
    expect(await bottles()).toBe(3);
  });

  test('a single statement may be one that no transaction may contain', async () => {
    expect(await dray('sql', 'vacuum bottles', '--write')).toEqual({ code: 0, out: 'VACUUM\n' });
  });
});

test.each([
  [[], /either a statement or --file/],
  [['select 1', '--file', 'a.sql'], /either a statement or --file/],
  [['--file', '/nowhere/a.sql'], /cannot be read/],
  [[' -- nothing'], /no statement/],
])('%j is refused', async (args, reason) => {
  expect(await dray('sql', ...args)).toEqual({ code: 2, refused: expect.stringMatching(reason) });
});

test('a wrong statement is reported with its line', async () => {
  expect(await dray('sql', 'select 1;\nselect\n  nothing')).toEqual({
    code: 1,
    refused: expect.stringMatching(/^line 3: column "nothing" does not exist/),
  });
});
