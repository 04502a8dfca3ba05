/** Migrations are numbered without a gap, so that a later one never sorts between two that were applied. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './tree.ts';

function numberFaults(files: readonly string[]): string[] {
  let last = 0;
  return [...files].sort().flatMap((file) => {
    if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(file)) return [`${file}: name it NNNN-what-it-does.sql`];
    last += 1;
    const wanted = String(last).padStart(4, '0');
    return file.startsWith(wanted) ? [] : [`${file}: number it ${wanted}`];
  });
}

test('migrations are numbered from 0001 without a gap', () => {
  const files = readdirSync(path.join(root, 'migrations'));
  expect(numberFaults(files)).toEqual([]);
});

test('a gap, a number given twice and another form are refused', () => {
  expect(numberFaults(['0001-a.sql', '0003-b.sql'])).toEqual(['0003-b.sql: number it 0002']);
  expect(numberFaults(['0001-a.sql', '0001-b.sql'])).toEqual(['0001-b.sql: number it 0002']);
  expect(numberFaults(['0001-a.sql', '2-b.sql'])).toEqual(['2-b.sql: name it NNNN-what-it-does.sql']);
});
