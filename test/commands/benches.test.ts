/** Whoever meets a bench asks it what it takes, and is not answered by minutes of load. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const benches = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^bench:.*\n.* (bench\/\S+)$/.exec(`${name}\n${command}`)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

test('there are benches', () => expect(benches.length).toBeGreaterThan(5));

test.each(benches)('%s --help', async (name, file) => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, file), '--help']);
  expect(stdout).toContain(`Usage: npm run -s ${name} -- [options]`);
});

test.each(benches)('%s refuses what it does not know', async (_, file) => {
  const run = promisify(execFile)(process.execPath, [path.join(root, file), '--nonsense']);
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("unknown option '--nonsense'") });
});
