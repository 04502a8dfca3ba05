/** `npm test` with a filter: what it runs, and in which order. */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateFolder, run } from '../support/process.ts';

const scripts = path.resolve(import.meta.dirname, '../../scripts');

let folder: ReturnType<typeof privateFolder>;
const at = (...names: string[]) => path.join(folder.path, ...names);

/** A project with our scripts, one test file, and an npm that fails. */
beforeEach(() => {
  folder = privateFolder();
  for (const name of ['src', 'test/orders', 'scripts']) mkdirSync(at(name), { recursive: true });
  for (const name of ['test.mjs', 'install.mjs', 'project-node.mjs']) {
    cpSync(path.join(scripts, name), at('scripts', name));
  }
  writeFileSync(at('test/orders/place.test.ts'), '');
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages: { '': { name: 'small' } } }));
  writeFileSync(at('npm.js'), "require('node:fs').writeFileSync('installed', ''); process.exit(1);");
});
afterEach(() => folder.remove());

/** Everything is installed, and the project's Node writes down what it is asked to run; it fails at `failing`. */
function givenInstalled(failing = 'nothing'): void {
  mkdirSync(at('node_modules/node/bin'), { recursive: true });
  cpSync(at('package-lock.json'), at('node_modules/.package-lock.json'));
  writeFileSync(
    at('node_modules/node/bin/node'),
    `#!/bin/sh\ncase "$0 $*" in *${failing}*) code=3 ;; *) code=0 ;; esac\necho "$*" >> ${at('ran')}\nexit $code\n`,
  );
  chmodSync(at('node_modules/node/bin/node'), 0o755);
}

async function npmTest(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const program = run(process.execPath, [at('scripts/test.mjs'), ...args], {
    env: { npm_execpath: at('npm.js'), npm_node_execpath: process.execPath },
  });
  const { code } = await program.ended();
  return { code, stderr: program.stderr() };
}

/** The programs that were run, without the project's folder and the options of Node that every program is given. */
const ran = () =>
  existsSync(at('ran'))
    ? readFileSync(at('ran'), 'utf8')
        .replaceAll(`${folder.path}/`, '')
        .replaceAll(/^(--\S+ )+/gm, '')
        .trim()
        .split('\n')
    : [];
const vitest = (...args: string[]) => ['node_modules/vitest/vitest.mjs', 'run', ...args].join(' ');

test('a filter that matches no file is rejected before anything is installed or run', async () => {
  expect(await npmTest('ordres', 'plaze')).toEqual({
    code: 1,
    stderr: 'dray: no test file has "ordres" or "plaze" in its path\n',
  });
  expect(existsSync(at('installed'))).toBe(false);
});

test('with a filter the tests run first, the checks after them', async () => {
  givenInstalled();
  expect((await npmTest('Orders/place')).code).toBe(0);
  expect(ran()).toEqual([vitest('Orders/place'), 'scripts/check.mjs']);
});

test('with options Vitest finds out what matches', async () => {
  givenInstalled();
  expect((await npmTest('-t', 'ordres')).code).toBe(0);
  expect(ran()).toEqual([vitest('-t', 'ordres'), 'scripts/check.mjs']);
});

test('without a filter the checks that are no tests run first, then all tests', async () => {
  givenInstalled();
  expect((await npmTest()).code).toBe(0);
  expect(ran()).toEqual(['scripts/check.mjs --without-tests', vitest()]);
});

test.each([
  [['place'], 'vitest', [vitest('place')]],
  [[], 'check', ['scripts/check.mjs --without-tests']],
])('with the arguments %j nothing runs after a failure of %s', async (args, failing, expected) => {
  givenInstalled(failing);
  expect((await npmTest(...args)).code).toBe(3);
  expect(ran()).toEqual(expected);
});
