/** References in documents and code: links, anchors, the list of decisions, and the decisions that the code cites. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lineAt, readTree, root, type SourceFile } from './tree.ts';

const files = readTree();
const documents = files.filter((file) => file.path.endsWith('.md'));
const records = documents
  .map((file) => /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/.exec(file.path))
  .filter((match) => match !== null);

/** Headings as the names by which a link can reach them. */
function anchors(text: string): Set<string> {
  return new Set(
    Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function linkFaults(file: SourceFile, textOf: (file: string) => string | undefined): string[] {
  return [...file.text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ index, 1: link = '' }) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [target = '', anchor] = link.split('#');
    const to = target === '' ? file.path : path.posix.join(path.posix.dirname(file.path), target);
    const text = target === '' ? file.text : textOf(to);
    const at = `${file.path}:${lineAt(file.text, index)}`;
    if (text === undefined) return [`${at}: nothing is at ${to}`];
    return anchor === undefined || anchors(text).has(anchor) ? [] : [`${at}: ${to} has no heading #${anchor}`];
  });
}

/** Numbers of the decisions that a text cites: `decision 6`, `decisions 10 and 12`, `decisions 4, 6, 10`. */
function cited(text: string): number[] {
  return [...text.matchAll(/\bdecisions? ((?:\d+)(?:(?:, | and )\d+)*)/g)].flatMap(([, list = '']) =>
    Array.from(list.matchAll(/\d+/g), ([number]) => Number(number)),
  );
}

test('every link leads somewhere', () => {
  const textOf = (to: string) =>
    files.find((file) => file.path === to)?.text ?? (existsSync(path.join(root, to)) ? '' : undefined);
  expect(documents.flatMap((file) => linkFaults(file, textOf))).toEqual([]);
});

test('a link that leads nowhere is named', () => {
  const file = { path: 'docs/a.md', text: '[a](b.md)\n[c](#what-is-it)\n[d](https://dray.example)\n# What is it?' };
  expect(linkFaults(file, () => undefined)).toEqual(['docs/a.md:1: nothing is at docs/b.md']);
  expect(linkFaults({ path: 'docs/a.md', text: '[c](#other)' }, () => undefined)).toEqual([
    'docs/a.md:1: docs/a.md has no heading #other',
  ]);
});

test('every decision has a number of its own and stands in the list of decisions', () => {
  const numbers = records.map((record) => record[1]);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  const list = documents.find((file) => file.path === 'docs/decisions/README.md')?.text ?? '';
  const names = records.map(([file]) => path.posix.basename(file));
  expect(names.filter((name) => !list.includes(`(${name})`))).toEqual([]);
});

test('every decision that is cited is recorded', () => {
  const known = new Set(records.map((record) => Number(record[1])));
  // An applied migration never changes, so it cites the numbers of its time.
  const missing = files.flatMap((file) =>
    /^(test\/tidy|migrations)\//.test(file.path)
      ? []
      : cited(file.text)
          .filter((number) => !known.has(number))
          .map((number) => `${file.path} cites decision ${number}, which is not in docs/decisions`),
  );
  expect(missing).toEqual([]);
  expect(cited('decision 6; decisions 10 and 12, decisions 4, 8, 9')).toEqual([6, 10, 12, 4, 8, 9]);
});

/** Sections of ARCHITECTURE.md that comments cite: `(architecture: Lock order)`, also across the lines of a comment. */
function citedSections(text: string): string[] {
  return Array.from(text.matchAll(/\barchitecture: ([^);]+)\)/g), ([, name = '']) =>
    name.replaceAll(/\s+(\* )?/g, ' '),
  );
}

test('every section of ARCHITECTURE.md that is cited exists', () => {
  const architecture = documents.find((file) => file.path === 'ARCHITECTURE.md')?.text ?? '';
  const sections = new Set(
    Array.from(architecture.matchAll(/^(?:## |\d\. \*\*)([^.*\n]+)/gm), ([, heading = '']) => heading),
  );
  const missing = files.flatMap((file) =>
    file.path.startsWith('test/tidy/')
      ? []
      : citedSections(file.text)
          .filter((name) => !sections.has(name))
          .map((name) => `${file.path} cites the section ${name}, which ARCHITECTURE.md does not have`),
  );
  expect(missing).toEqual([]);
  expect(citedSections('(architecture: Data). (decision 2; architecture: Time and\n * background work)')).toEqual([
    'Data',
    'Time and background work',
  ]);
});

/** Source files that a text names in backticks: `order.ts`, `sales-orders/create.ts`. */
function namedSources(text: string): string[] {
  return [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.ts)`/g)].map(([, name = '']) => name);
}

test('every source file that a README or ARCHITECTURE.md names exists', () => {
  const missing = documents.flatMap(({ path: document, text }) => {
    if (document !== 'ARCHITECTURE.md' && !/^src\/[\w-]+\/README\.md$/.test(document)) return [];
    const folders = document === 'ARCHITECTURE.md' ? ['src/', 'portal/'] : [`${path.posix.dirname(document)}/`];
    const exists = (name: string) =>
      files.some(
        (file) =>
          file.path === name ||
          file.path === `src/${name}` ||
          (folders.some((folder) => file.path.startsWith(folder)) && file.path.endsWith(`/${name}`)),
      );
    return namedSources(text)
      .filter((name) => !exists(name))
      .map((name) => `${document} names ${name}, which does not exist`);
  });
  expect(missing).toEqual([]);
  expect(namedSources('`a.ts`, `b/c-d.ts`, `e`, `f.md`')).toEqual(['a.ts', 'b/c-d.ts']);
});

/** Files of a slice that its README names neither by their name nor by their folder. */
function unnamedSources(readme: string, sources: readonly string[]): string[] {
  return sources.filter((source) => {
    const folder = path.posix.dirname(source);
    const isInNamedFolder = folder !== '.' && readme.includes(`\`${folder}/\``);
    return !isInNamedFolder && !readme.includes(`\`${path.posix.basename(source)}\``);
  });
}

test('the README of a slice names all of its files', () => {
  const ofEverySlice = /^(index\.ts|.*\.test\.ts|(operator-)?operations\/.*)$/;
  const missing = documents.flatMap(({ path: document, text }) => {
    if (!/^src\/[\w-]+\/README\.md$/.test(document)) return [];
    const folder = `${path.posix.dirname(document)}/`;
    const sources = files
      .filter((file) => file.path.startsWith(folder) && file.path.endsWith('.ts'))
      .map((file) => file.path.slice(folder.length))
      .filter((source) => !ofEverySlice.test(source));
    return unnamedSources(text, sources).map((source) => `${document} does not name ${source}`);
  });
  expect(missing).toEqual([]);
  expect(unnamedSources('`a.ts`, `jit/`', ['a.ts', 'b.ts', 'jit/c.ts', 'other/d.ts'])).toEqual(['b.ts', 'other/d.ts']);
});
