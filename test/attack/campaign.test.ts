/**
 * A short run of `npm run attack`: faults that every change could bring back, on a fixed seed. With CITUS_DATABASE_URL on its cluster.
 */
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { readOptions } from '../../attack/options.ts';
import { privateFolder, run } from '../support/process.ts';

const root = path.resolve(import.meta.dirname, '../..');
const node = path.join(root, 'node_modules/node/bin/node');

let folder: ReturnType<typeof privateFolder>;
beforeEach(() => {
  folder = privateFolder();
});
afterEach(() => folder.remove());

const attack = async (...args: string[]) => {
  const program = run(node, [path.join(root, 'attack/main.ts'), ...args], {
    cwd: folder.path,
    env: { TMPDIR: folder.path },
  });
  const { code } = await program.ended();
  return { code, stdout: program.stdout(), stderr: program.stderr() };
};

// Kills of the database and cuts during COMMIT are in test/crash too.
test('nothing acknowledged is lost by kills of the server and fuzzed requests', async () => {
  const kinds = 'kill-server,fuzz';
  const small = ['--rounds', '1', '--customers', '1', '--workers', '2', '--pause', '300'];
  const database = inject('testServer').citus === undefined ? 'external' : 'cluster';
  const { code, stdout } = await attack('--seed', '7', '--database', database, ...small, '--only', kinds);
  expect(stdout).toMatch(/Nothing acknowledged was lost or happened twice; seed 7\.\n$/);
  expect(code).toBe(0);
  for (const kind of kinds.split(',')) expect(stdout).toMatch(new RegExp(`^ +1 {2}faults: ${kind}$`, 'm'));
  expect(stdout).toMatch(/^ +[1-9]\d* {2}checks: orders$/m);
}, 600_000);

test('a wrong command line is refused and says what is wrong', () => {
  expect(() => readOptions(['--only', 'nothing'])).toThrow('unknown kind nothing in --only');
  expect(() => readOptions(['--seconds', 'long'])).toThrow('--seconds must be a whole number');
  expect(() => readOptions(['--unknown'])).toThrow('--unknown');
  expect(readOptions(['--help'])).toBeUndefined();
  expect(readOptions(['--minutes', '2', '--seed', '5'])).toMatchObject({ seconds: 120, seed: 5, only: [] });
  expect(readOptions(['--rounds', '3'])).toMatchObject({ rounds: 3 });
});
