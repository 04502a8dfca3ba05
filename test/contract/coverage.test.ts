/**
 * Every operation has its test file, test/operations/<its-name>.test.ts, with a case for every answer that it declares and
 * for 401. An operator operation has test/operator-operations/<area>-<its-name>.test.ts; who may call it is in
 * operator-access.test.ts. A case is a `test` or `describe` whose title begins with the status: `test('400 names every fault', …)`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { type Operation, operationName } from '../../src/platform/http/operation.ts';
import { kebab } from '../tidy/tree.ts';

/** Answers that nothing shows yet, by the operation's name. This list may only get shorter. */
const uncovered: Readonly<Record<string, readonly number[]>> = {};

const folder = path.resolve(import.meta.dirname, '../operations');
const operatorFolder = path.resolve(import.meta.dirname, '../operator-operations');

/** The answers that an operation must show. What all operations have in common is shown once, in errors.test.ts. */
function promised(operation: Operation): number[] {
  const errors = Object.keys(operation.errors).map(Number);
  return [...new Set([operation.reply.status, ...errors, 401])].sort((a, b) => a - b);
}

function testFileOf(operation: Operation): string {
  const name = operationName(operation).split('/').at(-1) as string;
  return `${kebab(name)}.test.ts`;
}

/** The statuses with which titles begin. */
function shown(text: string): Set<number> {
  const titles = text.matchAll(/\b(?:test|it|describe)(?:\.each\b[\s\S]*?\))?\(\s*['"`](\d{3})\b/g);
  return new Set(Array.from(titles, (match) => Number(match[1])));
}

function missing(operation: Operation): number[] {
  const file = path.join(folder, testFileOf(operation));
  if (!existsSync(file)) return promised(operation);
  const cases = shown(readFileSync(file, 'utf8'));
  return promised(operation).filter((status) => !cases.has(status));
}

describe.each(wineryOperations.map((operation) => ({ operation, name: operationName(operation) })))(
  '$name',
  (listed) => {
    test('shows every answer that it promises', () => {
      const excused = new Set(uncovered[listed.name]);
      const open = missing(listed.operation).filter((status) => !excused.has(status));
      expect(open, `write test/operations/${testFileOf(listed.operation)} with a case for each of these`).toEqual([]);
    });
  },
);

describe.each(operatorOperations.map((operation) => ({ operation, name: operationName(operation) })))(
  '$name of operators',
  ({ operation, name }) => {
    test('shows every answer that it declares', () => {
      const file = `${name.split('/').map(kebab).join('-')}.test.ts`;
      const place = path.join(operatorFolder, file);
      const cases = existsSync(place) ? shown(readFileSync(place, 'utf8')) : new Set();
      const promises = [200, ...Object.keys(operation.errors).map(Number)];
      const open = promises.filter((status) => !cases.has(status));
      expect(open, `write test/operator-operations/${file} with a case for each of these`).toEqual([]);
    });
  },
);

test('each resumable command of operators has a scenario', () => {
  const text = readFileSync(path.join(import.meta.dirname, 'operator-resumed-commands.test.ts'), 'utf8');
  const open = operatorOperations.flatMap((operation) => {
    const isResumable = 'isResumable' in operation && operation.isResumable;
    return isResumable && !text.includes(`'${operationName(operation)}': async`) ? [operation.path] : [];
  });
  expect(open, 'add scenarios to test/contract/operator-resumed-commands.test.ts').toEqual([]);
});

test('what is excused is still uncovered: take what is not off the list', () => {
  const byName = new Map(wineryOperations.map((operation) => [operationName(operation), operation]));
  for (const [name, statuses] of Object.entries(uncovered)) {
    const operation = byName.get(name);
    expect(operation && missing(operation), name).toEqual(expect.arrayContaining([...statuses]));
  }
});

test('titles are read as they are written', () => {
  const text = [
    "test('200 answers', () => {});",
    'describe("400: faults", () => {});',
    "test.each([[1, (2)]])('404 %s', () => {});",
    "test('answers 403', () => {});",
    "expect(answer('429'))",
  ].join('\n');
  expect([...shown(text)]).toEqual([200, 400, 404]);
});
