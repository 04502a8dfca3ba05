/** The commands in the documentation exist, with the options that they are shown with and all that they require. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createCommandTree } from '../../src/commands/program.ts';
import { root } from './tree.ts';

const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/**
 * The command lines of a page, without what follows a pipe or a comment: those in shell blocks, and in the text those that are whole,
 * as `npm run -s dray -- …` or with a customer.
 */
function commandLines(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map((match) => match[1] ?? '');
  const inBlocks = blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .flatMap((line) => /npm run -s dray -- ([^|#>)]*)/.exec(line)?.[1]?.trim() ?? []);
  const inText = text.matchAll(/`(?:[^`\n]*npm run -s dray -- |dray (?=[^`\n]*--customer ))([^`\n]*)`/g);
  return [...inBlocks, ...Array.from(inText, ([, line = '']) => line)];
}

/** What is wrong with a command line; '' when nothing is. */
function faultOf(line: string): string {
  let command: Command = createCommandTree();
  const words: readonly string[] = line.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) break;
    command = next;
  }
  if (command.commands.length > 0) return words.includes('--help') ? '' : 'names no command';
  const given = words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]);
  const known = command.options.map(({ long }) => long);
  const unknown = given.filter((option) => option !== '--help' && !known.includes(option));
  const missing = command.options
    .filter(({ mandatory, long }) => mandatory && !given.includes(long ?? ''))
    .map(({ long }) => long);
  return [...unknown.map((option) => `has no ${option}`), ...missing.map((option) => `requires ${option}`)].join(', ');
}

it.each(pages)('%s shows command lines that run', (page) => {
  const lines = commandLines(readFileSync(path.join(root, page), 'utf8'));
  expect(lines.map((line) => `${line}: ${faultOf(line)}`).filter((line) => !line.endsWith(': '))).toEqual([]);
});

it('finds what is wrong with a command line', () => {
  expect(faultOf('hold list --customer W100')).toBe('requires --environment');
  expect(faultOf('verify --nope')).toBe('has no --nope');
  expect(faultOf('nope')).toBe('names no command');
  expect(
    commandLines('```sh\nnpm run -s dray -- verify   # all\nnpm run -s dray -- sql \\\n  --json | x\n```\n'),
  ).toEqual(['verify', 'sql --json']);
  expect(
    commandLines('Run `npm run -s dray -- verify` or `dray order show`; `dray hold list --customer W1` too.'),
  ).toEqual(['verify', 'hold list --customer W1']);
});
