import { expect, test } from 'vitest';
import { splitSqlStatements } from './split-statements.ts';

test.each([
  ['select 1', ['select 1']],
  ['select 1; select 2;', ['select 1', 'select 2']],
  [' ;; -- nothing\n; /* nothing; */', []],
  ["select 'a;b', ';'; select 2", ["select 'a;b', ';'", 'select 2']],
  ["select 'it''s;'; select 2", ["select 'it''s;'", 'select 2']],
  ["select 'c:\\'; select 2", ["select 'c:\\'", 'select 2']],
  ["select e'\\';'; select 2", ["select e'\\';'", 'select 2']],
  ['select ";" from "a;"";b"; select 2', ['select ";" from "a;"";b"', 'select 2']],
  ['do $$ begin null; end $$; select 2', ['do $$ begin null; end $$', 'select 2']],
  ['select $a$;$$;$a$; select 2', ['select $a$;$$;$a$', 'select 2']],
  ['select a$b$c; select 2', ['select a$b$c', 'select 2']],
  ['select $1; select 2', ['select $1', 'select 2']],
  ['select 1 -- one; two\n; select 2', ['select 1 -- one; two', 'select 2']],
  ['/* a /* b; */ c; */ select 1; select 2', ['select 1', 'select 2']],
  ["select 'never closed; select 2", ["select 'never closed; select 2"]],
])('%s', (sql, expected) => {
  expect(splitSqlStatements(sql).map(({ text }) => text)).toEqual(expected);
});

test('a statement knows its line and its first word', () => {
  const sql = '-- totals\nSELECT 1;\n\n/* more\n*/ (select 2);\nWith a as (select 3) delete from b';
  expect(splitSqlStatements(sql).map(({ line, keyword }) => [line, keyword])).toEqual([
    [2, 'select'],
    [5, 'select'],
    [6, 'with'],
  ]);
});
