/** The conventions hold in the whole project, and each of them refuses its example. */
import { describe, expect, test } from 'vitest';
import { conventions } from './conventions.ts';
import { readTree } from './tree.ts';

const files = readTree();

describe.each(conventions)('$name', (convention) => {
  test('holds', () => {
    expect(files.filter((file) => convention.of.test(file.path)).flatMap((file) => convention.faults(file))).toEqual(
      [],
    );
  });

  test('refuses its example', () => {
    const { broken } = convention;
    expect(convention.of.test(broken.path)).toBe(true);
    expect(convention.faults(broken)).not.toEqual([]);
  });
});

test('the tree is read', () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toContain('src/main.ts');
  expect(paths).toContain('README.md');
  expect(paths).toContain('migrations/0001-baseline.sql');
});
