/** The keys that lead to pages. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('no two pages share a letter', async () => {
  const source = await readFile(new URL('../../portal/shell/navigation.ts', import.meta.url), 'utf8');
  const letters = [...source.matchAll(/\bletter: '(.)'/g)].map(([, letter]) => letter);
  expect(letters.length).toBeGreaterThanOrEqual(30);
  expect(letters.filter((letter, nth) => letters.indexOf(letter) !== nth)).toEqual([]);
});
