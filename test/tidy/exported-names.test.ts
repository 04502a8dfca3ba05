/** Exported names are unique across `src/`, so that a name that is searched for leads to one declaration. */
import { expect, test } from 'vitest';
import { readTree, type SourceFile } from './tree.ts';

/** Names that several files export on purpose, with the reason. */
const deliberate: Readonly<Record<string, string>> = {};

const declaration = /^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** A value and its type in one file are one name. */
function repeatedNames(files: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] {
  const filesOf = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(declaration)) {
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(path));
    }
  }
  return [...filesOf]
    .filter(([name, paths]) => paths.size > 1 && !Object.hasOwn(deliberate, name))
    .map(([name, paths]) => `${name} is exported by ${[...paths].join(' and ')}: give each its own name`);
}

test('no two files of src export the same name', () => {
  const sources = readTree().filter(({ path }) => /^src\/.*(?<!\.test)\.ts$/.test(path));
  expect(sources.length).toBeGreaterThan(300);
  expect(repeatedNames(sources)).toEqual([]);
});

test('a repeated name is found, a value with its type in one file is not one', () => {
  const once = { path: 'a.ts', text: 'export const Order = 1;\nexport type Order = typeof Order;\n' };
  expect(repeatedNames([once])).toEqual([]);
  expect(repeatedNames([once, { path: 'b.ts', text: 'export interface Order {}\n' }])).toEqual([
    'Order is exported by a.ts and b.ts: give each its own name',
  ]);
});
