import { expect, test } from 'vitest';
import { allConditionsSql, equalsAnySql, joinSql, rawSql, sql, toSqlStatement } from './sql.ts';

test('parameters are numbered in the order of the text, through all nested parts', () => {
  const conditions = joinSql([equalsAnySql('m.type', ['A']), sql`at > ${7}`, sql`true`], ' and ');
  expect(toSqlStatement(sql`select ${rawSql(3)} from t where a = ${'x'} and ${conditions} limit ${5}`)).toEqual({
    text: 'select 3 from t where a = $1 and m.type = any($2::text[]) and at > $3 and true limit $4',
    parameters: ['x', ['A'], 7, 5],
  });
});

test('a value is always a parameter, also one that looks like a part', () => {
  const value = { texts: ['1; drop table t'], values: [] };
  expect(toSqlStatement(sql`${value}${undefined}`)).toEqual({ text: '$1$2', parameters: [value, undefined] });
  expect(toSqlStatement(joinSql([], ', '))).toEqual({ text: '', parameters: [] });
});

test('absent conditions do not appear in the text', () => {
  expect(toSqlStatement(allConditionsSql([undefined, sql`a = ${1}`, false, sql`b = ${2}`])).text).toBe(
    'a = $1 and b = $2',
  );
  expect(toSqlStatement(allConditionsSql([undefined, false])).text).toBe('true');
});
