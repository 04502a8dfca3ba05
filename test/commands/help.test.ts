/** Help texts: what `dray --help` loads (a slice would load its SQL and its schemas, which no help text needs), and defaults in words. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createCommandTree } from '../../src/commands/program.ts';

const printLoadedModules = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  const { createCommandTree } = await import(process.argv[1]);
  createCommandTree().helpInformation();
  console.log(JSON.stringify(loaded));
`;

test('the command tree loads no slice', async () => {
  const sources = new URL('../../src/', import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--input-type=module', '--eval', printLoadedModules, `${sources}commands/program.ts`],
  ]);
  const loaded = (JSON.parse(stdout) as string[]).filter((url) => url.startsWith(sources));
  const folders = new Set(loaded.map((url) => url.slice(sources.length).split('/')[0]));
  expect([...folders].toSorted()).toEqual(['commands', 'contract', 'lib', 'platform']);
});

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)];

test('no help text shows an empty default', () => {
  const shown = allCommands(createCommandTree()).flatMap(
    (command) => command.helpInformation().match(/.*default: "".*/g) ?? [],
  );
  expect(shown).toEqual([]);
});
