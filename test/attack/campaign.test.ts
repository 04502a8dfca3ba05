/** A short run of `npm run attack`: faults that every change could bring back, on a fixed seed. */
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('nothing acknowledged is lost when servers, the database and connections during COMMIT are killed', async () => {
  const kinds = 'kill-server,kill-postmaster,cut-commit';
  const options = ['--seed', '7', '--seconds', '1', '--customers', '2', '--workers', '2', '--database', 'external'];
  const { code, stdout } = await attack(...options, '--only', kinds);
  expect(stdout).toMatch(/Nothing acknowledged was lost or happened twice; seed 7\.\n$/);
  expect(code).toBe(0);
  for (const kind of kinds.split(',')) expect(stdout).toMatch(new RegExp(`^ +\\d+ {2}faults: ${kind}$`, 'm'));
  expect(stdout).toMatch(/^ +[1-9]\d* {2}checks: orders$/m);
}, 240_000);

test('a wrong command line ends with 2 and one line that says why', async () => {
  expect(await attack('--only', 'nothing')).toMatchObject({ code: 2, stderr: expect.stringMatching(/^attack: .*\n$/) });
  expect(await attack('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('kill-server') });
});
