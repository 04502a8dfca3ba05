/** Every table is assigned a distribution on a cluster (decision 45), and its keys permit it. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { coordinatorTables, referenceTables, tablePlacementOf } from '../../src/platform/db/table-placement.ts';
import { literalsOf, statementsOf } from './statements.ts';
import { readTree, root } from './tree.ts';

interface TableOfSchema {
  readonly name: string;
  readonly text: string;
}

const schema: readonly TableOfSchema[] = readFileSync(path.join(root, 'schema.snapshot.sql'), 'utf8')
  .split('\n\n')
  .flatMap((text) => {
    const name = /^table (\w+)/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, text }];
  });
const placement = new Map(
  schema.map(({ name, text }) => [name, tablePlacementOf(name, /^ {2}customer_no /m.test(text))]),
);
const distributed = schema.filter(({ name }) => placement.get(name) === 'distributed');

/** Tables that are not part of the schema that migrations make. */
const made = new Set(['schema_migrations']);

test('every table of the schema has a place: distributed by customer, copied to every node, or on the coordinator', () => {
  expect(schema.length).toBeGreaterThan(100);
  expect(schema.filter(({ name }) => placement.get(name) === undefined).map(({ name }) => name)).toEqual([]);
});

test('no table is named that does not exist, and none twice', () => {
  const named = [...referenceTables, ...coordinatorTables].filter((name) => !made.has(name));
  expect(named.filter((name) => !placement.has(name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test('every key of a distributed table names the customer', () => {
  const keys = distributed.flatMap(({ name, text }) =>
    text
      .split('\n')
      .filter((line) => /PRIMARY KEY|^ {2}UNIQUE|UNIQUE INDEX/.test(line))
      .map((line) => [name, line.trim()] as const),
  );
  expect(keys.length).toBeGreaterThan(70);
  expect(keys.filter(([, key]) => !/\(customer_no\b/.test(key))).toEqual([]);
});

test('foreign keys lead to a table of the same place, with the customer, or to one that is copied to every node', () => {
  const keys = schema.flatMap(({ name, text }) =>
    [...text.matchAll(/FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)/g)].map(([, columns = '', target = '']) => ({
      from: name,
      columns,
      target,
    })),
  );
  expect(keys.length).toBeGreaterThan(20);
  const refused = keys.filter(({ from, columns, target }) => {
    const [own, other] = [placement.get(from), placement.get(target)];
    if (own === 'coordinator' || other === 'coordinator') return own !== other;
    if (other === 'distributed') return own !== other || !columns.startsWith('customer_no');
    return false;
  });
  expect(refused).toEqual([]);
});

test('a migration that creates a table adds no foreign key to a table of customers: it is distributed after the migration', () => {
  const customers = new Set(distributed.map(({ name }) => name));
  const folder = path.join(root, 'migrations');
  const refused = readdirSync(folder)
    .filter((file) => file > '0048')
    .flatMap((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8').replaceAll(/--.*/g, '');
      const targets = [...text.matchAll(/\breferences\s+(\w+)/gi)].map(([, target = '']) => target);
      return /\bcreate table\b/i.test(text)
        ? targets.filter((target) => customers.has(target)).map((t) => [file, t])
        : [];
    });
  expect(refused).toEqual([]);
});

test('no condition of a migration reads a table without a column: Citus cannot plan it', () => {
  const folder = path.join(root, 'migrations');
  const refused = readdirSync(folder)
    .filter((file) => file > '0048')
    .filter((file) =>
      /\bif\s+(?:not\s+)?exists\s*\(\s*select\s+from\b/i.test(readFileSync(path.join(folder, file), 'utf8')),
    );
  expect(refused).toEqual([]);
});

const sources = readTree().filter(({ path: file }) => file.startsWith('src/') && !/[.]test[.]ts$/.test(file));
const statements = sources.flatMap((file) => statementsOf(file).map((sql) => [file.path, sql] as const));

/** What a node may not decide for itself: on several machines these have several values. */
const volatile = /\b(clock_timestamp|timeofday|random|gen_random_uuid|nextval)\s*\(/i;

test('rows of parameters are inserted into a distributed table from its customers’ counters, so that the statement runs on their node', () => {
  // A name that is put together may be that of a distributed table.
  const names = [...distributed.map(({ name }) => name), '[$][{][^}]+[}]'].join('|');
  const inserts = new RegExp(
    `\\binsert into\\s+(?:${names})[\\s\\S]*\\bselect\\b[\\s\\S]*(?:\\bunnest\\(|[.]from\\()`,
    'i',
  );
  const all = statements.filter(([, sql]) => inserts.test(sql));
  expect(all.length).toBeGreaterThan(3);
  expect(all.filter(([, sql]) => !/\bjoin\b|\bcommit_counters\b/i.test(sql))).toEqual([]);
});

test('no change of a distributed table calls a volatile function, and no upsert one that is not immutable', () => {
  const names = distributed.map(({ name }) => name).join('|');
  const updates = new RegExp(`\\b(?:update|delete from)\\s+(?:${names})\\b`, 'i');
  const upserts = new RegExp(`\\binsert into\\s+(?:${names})\\b[\\s\\S]*\\bdo update\\b([\\s\\S]*)`, 'i');
  const changes = statements.filter(([, sql]) => updates.test(sql));
  expect(changes.length).toBeGreaterThan(40);
  expect(changes.filter(([, sql]) => volatile.test(sql))).toEqual([]);
  // A piece of a statement may be one of a change in its file.
  const changing = new Set(changes.map(([file]) => file));
  const pieces = sources.flatMap((file) =>
    changing.has(file.path) ? literalsOf(file).map((sql) => [file.path, sql] as const) : [],
  );
  const whole = /\b(select|update|insert into)\b/i;
  expect(pieces.filter(([, sql]) => volatile.test(sql) && !whole.test(sql))).toEqual([]);
  expect(statements.filter(([, sql]) => /\b(now|clock_timestamp)\s*\(/i.test(upserts.exec(sql)?.[1] ?? ''))).toEqual(
    [],
  );
});

test('no statement asks for the time in COALESCE: Citus permits it in no change of a table that is distributed or copied', () => {
  const pieces = sources.flatMap((file) => literalsOf(file).map((sql) => [file.path, sql] as const));
  expect(
    pieces.filter(([, sql]) => /\bcoalesce\((?:[^()]|\([^()]*\))*\b(?:now|clock_timestamp)\(\)/i.test(sql)),
  ).toEqual([]);
});

test('no update of a distributed table asks for the time in a CASE, nor in what it returns', () => {
  const names = distributed.map(({ name }) => name).join('|');
  const updates = new RegExp(`\\bupdate\\s+(?:${names})\\b[\\s\\S]*?\\bset\\b([\\s\\S]*)`, 'i');
  // A subquery is computed before the update is sent to its shard.
  const changes = statements.flatMap(
    ([, sql]) => updates.exec(sql.replaceAll(/\(select now\(\)[^()]*\)/gi, ''))?.[1] ?? [],
  );
  expect(changes.length).toBeGreaterThan(25);
  const choices = changes.flatMap((set) => set.match(/\bcase\b[\s\S]*?\bend\b/gi) ?? []);
  expect(choices.length).toBeGreaterThan(5);
  // A time plus an interval is a stable function too.
  expect(choices.filter((choice) => /\bnow\(\)|[-+]\s*interval\b/i.test(choice))).toEqual([]);
  const returned = changes.map((set) => /\breturning\b[\s\S]*/i.exec(set)?.[0] ?? '');
  expect(returned.filter((columns) => /\bnow\(\)|\bat time zone\b|\bto_char\b/i.test(columns))).toEqual([]);
  // Times plus an interval that a column gives: the sum is a stable function of the column.
  expect(changes.filter((set) => /\b[a-z]\w*[.]\w+\s*\*\s*interval\b/i.test(set))).toEqual([]);
});

test('a lateral subquery reads a table: without one it may call only immutable functions, which arithmetic with times is not', () => {
  const laterals = statements.flatMap(([file, sql]) =>
    [...sql.matchAll(/\blateral (?=\(\s*select\b)/gi)].map(({ index, 0: { length } }) => [
      file,
      parenthesized(sql.slice(index + length)),
    ]),
  );
  expect(laterals.length).toBeGreaterThan(10);
  expect(laterals.filter(([, subquery = '']) => !/\bfrom\b|[$][{]/i.test(subquery))).toEqual([]);
});

/** The text from the parenthesis that it begins with to the one that closes it, without those within. */
function parenthesized(text: string): string {
  let inner = '';
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (depth === 1) inner += character;
    if (character === ')') depth -= 1;
    if (depth === 0) break;
  }
  return inner;
}
