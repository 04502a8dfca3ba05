/** Migrations are numbered one after the other, so that nobody's falls between two that are applied somewhere. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './tree.ts';

/** Numbers that were passed over before anything was released. Nobody takes them later: what is late is refused. */
const passedOver: readonly number[] = [3, 9];
/** Numbers given to work that has not been merged yet: there or not. Empty before a release. */
const reserved: readonly number[] = [29, 30, 31, 32];

function numberFaults(files: readonly string[], without: readonly number[] = []): string[] {
  let last = 0;
  return [...files].sort().flatMap((file) => {
    if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(file)) return [`${file}: name it NNNN-what-it-does.sql`];
    do last += 1;
    while (without.includes(last));
    const wanted = String(last).padStart(4, '0');
    return file.startsWith(wanted) ? [] : [`${file}: number it ${wanted}`];
  });
}

test('migrations are numbered from 0001 without a gap', () => {
  const files = readdirSync(path.join(root, 'migrations'));
  const missing = reserved.filter((n) => !files.some((file) => Number(file.slice(0, 4)) === n));
  expect(numberFaults(files, [...passedOver, ...missing])).toEqual([]);
});

test('a gap, a number given twice and another form are refused', () => {
  expect(numberFaults(['0001-a.sql', '0003-b.sql'])).toEqual(['0003-b.sql: number it 0002']);
  expect(numberFaults(['0001-a.sql', '0003-b.sql'], [2])).toEqual([]);
  expect(numberFaults(['0001-a.sql', '0002-b.sql'], [2])).toEqual(['0002-b.sql: number it 0003']);
  expect(numberFaults(['0001-a.sql', '0001-b.sql'])).toEqual(['0001-b.sql: number it 0002']);
  expect(numberFaults(['0001-a.sql', '2-b.sql'])).toEqual(['2-b.sql: name it NNNN-what-it-does.sql']);
});
