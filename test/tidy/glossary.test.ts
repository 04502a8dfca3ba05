/** One word per domain concept: the synonyms in the last column of docs/GLOSSARY.md are not used in names, also of files, in `src/` and `portal/`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { identifiers } from './conventions.ts';
import { readTree, root, type SourceFile, wordsOf } from './tree.ts';

/** Word that is not used, to the word that is. */
function replaced(glossary: string): Map<string, string> {
  const words = new Map<string, string>();
  for (const line of glossary.split('\n')) {
    const [, word, , not] = line.split('|').map((cell) => cell.trim());
    if (word === undefined || not === undefined) continue;
    for (const part of not.split(',')) {
      // A cell that says more than the word names another concept for which the word is right.
      const only = /^`([a-z]+)`$/.exec(part.trim())?.[1];
      if (only !== undefined) words.set(only, word);
    }
  }
  return words;
}

/** Names that libraries give what we use or override, and those of formats of others: they are not ours to choose. */
const ofLibraries = new Set([
  'handleCopyInResponse',
  'positions',
  'courier_tracking_link',
  'courier_redirect_link',
  'courier_destination_country_iso3',
]);

function faults(file: SourceFile, words: ReadonlyMap<string, string>): string[] {
  const ours = identifiers(file.text).filter(({ identifier }) => !ofLibraries.has(identifier));
  return [...ours].flatMap(({ identifier, line }) =>
    wordsOf(identifier).flatMap((part) => {
      const right = words.get(part) ?? words.get(part.replace(/s$/, ''));
      return right === undefined ? [] : [`${file.path}:${line} ${identifier}: docs/GLOSSARY.md calls it ${right}`];
    }),
  );
}

const words = replaced(readFileSync(path.join(root, 'docs/GLOSSARY.md'), 'utf8'));

/** The faults of a file's own name and of its folders. */
const nameFaults = ({ path: file }: Pick<SourceFile, 'path'>): string[] =>
  file.split(/[^a-z]+/).flatMap((part) => {
    const right = words.get(part) ?? words.get(part.replace(/s$/, ''));
    return right === undefined ? [] : [`${file}: docs/GLOSSARY.md calls ${part} ${right}`];
  });

test('the source uses the words of the glossary', () => {
  const source = readTree().filter(({ path: file }) => /^(src|portal)\/.*(?<!\.test)\.tsx?$/.test(file));
  expect(source.flatMap((file) => [...faults(file, words), ...nameFaults(file)])).toEqual([]);
});

test('a file with another word in its name is rejected', () => {
  expect(nameFaults({ path: 'portal/pages/parcel-dialogs.tsx' })).toEqual([
    'portal/pages/parcel-dialogs.tsx: docs/GLOSSARY.md calls parcel package',
  ]);
});

test('another word is rejected, with the right one', () => {
  const text = "const parcelsOfDepot = 1; // a parcel\nconst text = 'parcel';";
  expect(faults({ path: 'src/a.ts', text }, words)).toEqual([
    'src/a.ts:1 parcelsOfDepot: docs/GLOSSARY.md calls it package',
    'src/a.ts:1 parcelsOfDepot: docs/GLOSSARY.md calls it warehouse',
  ]);
});

test('standard engineering terms are allowed', () => {
  const text =
    'const tenant = 1, endpoint = 1, principal = 1, batch = 1, cache = 1, task = 1, violation = 1, offset = 1;';
  expect(faults({ path: 'src/a.ts', text }, words)).toEqual([]);
});

test('the glossary is read', () => {
  expect(words.get('depot')).toBe('warehouse');
  expect(words.size).toBeGreaterThan(10);
});
