/** Every list that the server exports has a button in the portal. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasCsvExport } from '../../src/api/list-export-operations.ts';
import { operatorOperations } from '../../src/api/operator-operations.ts';

const root = path.join(import.meta.dirname, '../..');

/** Lists that pages only offer choices of: tabs, and carriers in dialogs. */
const choices = ['/api/SavedViews/List', '/api/Carriers/List'];

test('every list that the server exports has a button in the portal', () => {
  const sources = globSync('portal/**/*.tsx', { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8'));
  const offered = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/(?:[:?] |useList\()'(\/api\/\w+\/\w+)'/g)].map(([, list = '']) => list),
    ),
  );
  const missing = operatorOperations.filter(hasCsvExport).filter(({ path: list }) => !offered.has(list));
  expect(missing.map(({ path: list }) => list)).toEqual(choices);
});
