/** The table of commands in docs/operating.md: it names each command, and the portal has what it says. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { createCommandTree } from '../../src/commands/program.ts';

const root = path.join(import.meta.dirname, '../..');
const guide = readFileSync(path.join(root, 'docs/operating.md'), 'utf8');
const rows = (guide.split('| command | in the portal, by the operation |')[1]?.split('\n\n')[0] ?? '')
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)));

/** `customer create` and its like, as they are typed. */
const commandPaths = (command: Command, parent = ''): string[] =>
  command.commands.flatMap((each) => {
    const name = `${parent}${each.name()}`;
    return each.commands.length === 0 ? [name] : commandPaths(each, `${name} `);
  });

test('the table names every command', () => {
  const groups = new Set(createCommandTree().commands.map((each) => each.name()));
  const named = rows.flatMap(([, commands = []]) => {
    let group = '';
    // After `customer create`, `list` is that of customers.
    return commands.map((words) => {
      const [first = ''] = words.split(' ');
      if (!groups.has(first)) return `${group} ${words}`;
      group = first;
      return words;
    });
  });
  const paths = commandPaths(createCommandTree());
  const isNamed = (command: string) => named.some((each) => command === each || command.startsWith(`${each} `));
  expect(paths.filter((command) => !isNamed(command))).toEqual([]);
  expect(named.filter((each) => !paths.some((command) => command === each || command.startsWith(`${each} `)))).toEqual(
    [],
  );
});

test('the portal calls every operation that the table names', () => {
  const portal = globSync('portal/**/*.{ts,tsx}', { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const known = operatorOperations.map((operation): string => operation.path.replace('/api/', ''));
  const named = rows.flatMap(([, , operations = []]) => operations.filter((each) => /^[A-Z]\w+\/./.test(each)));
  const wanted = named.flatMap((name) => {
    const found = name.endsWith('/…') ? known.filter((each) => each.startsWith(name.slice(0, -1))) : [name];
    return found.length === 0 ? [name] : found;
  });
  expect(named.length).toBeGreaterThan(30);
  expect(wanted.filter((name) => !known.includes(name) || !portal.includes(`'/api/${name}'`))).toEqual([]);
});
