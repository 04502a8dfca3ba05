import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateFolder, run } from '../support/process.ts';

let folder: ReturnType<typeof privateFolder>;
const at = (...names: string[]) => path.join(folder.path, ...names);

/** A small project with the installation script, and a fake npm that records its arguments. */
beforeEach(() => {
  folder = privateFolder();
  mkdirSync(at('scripts'));
  cpSync(path.resolve(import.meta.dirname, '../../scripts/install.mjs'), at('scripts/install.mjs'));
  writeFileSync(
    at('scripts/try.mjs'),
    `import { ensureInstalled } from './install.mjs';
     await ensureInstalled({ development: process.argv[2] === 'development' });
     console.log('installed');`,
  );
  writeFileSync(
    at('npm.js'),
    `const { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } = require('node:fs');
     appendFileSync('calls', process.argv[2] + '\\n');
     console.log('npm says something');
     if (existsSync('npm-fails')) process.exit(1);
     if (process.argv[2] === 'install' && existsSync('node_modules')) throw new Error('not from nothing');
     if (process.argv[2] === 'rebuild' || !existsSync('npm-runs-no-scripts')) {
       mkdirSync('node_modules/node/bin', { recursive: true });
       writeFileSync('node_modules/node/bin/node', '');
     }
     mkdirSync('node_modules', { recursive: true });
     setTimeout(() => cpSync('package-lock.json', 'node_modules/.package-lock.json'), 300);`,
  );
  lock({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/tool': { version: '1.0.0', dev: true } });
});

afterEach(() => folder.remove());

function lock(packages: Record<string, object>): void {
  writeFileSync(at('package-lock.json'), JSON.stringify({ packages: { '': { name: 'small' }, ...packages } }));
}

/** What the installation was asked for, all in all, one call of npm a member. */
const calls = () => (existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8').trim().split('\n') : []);

function ensure(...args: string[]) {
  return run(process.execPath, [at('scripts/try.mjs'), ...args], {
    env: { npm_execpath: at('npm.js'), npm_node_execpath: process.execPath },
  });
}

async function ensured(...args: string[]): Promise<void> {
  const program = ensure(...args);
  expect((await program.ended()).code, program.stderr()).toBe(0);
  // Nothing of npm's own talk: the standard output belongs to the command.
  expect(program.stdout()).toBe('installed\n');
}

test('installs once, and again only when the lock file has changed', async () => {
  await ensured();
  await ensured();
  expect(calls()).toEqual(['install']);
  lock({ 'node_modules/a': { version: '1.0.1' } });
  await ensured();
  expect(calls()).toEqual(['install', 'install']);
  expect(existsSync(at('.install.lock'))).toBe(false);
});

test('two concurrent starts install once', async () => {
  await Promise.all([ensured(), ensured(), ensured()]);
  expect(calls()).toEqual(['install']);
});

test('repeats an interrupted installation', async () => {
  await ensured();
  rmSync(at('node_modules/.package-lock.json'));
  await ensured();
  expect(calls()).toEqual(['install', 'install']);
});

test('takes over the lock of a killed process', async () => {
  writeFileSync(at('.install.lock'), '');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(at('.install.lock'), longAgo, longAgo);
  await ensured();
  expect(calls()).toEqual(['install']);
});

test('only tests require development tools, and packages of other systems are never required', async () => {
  await ensured();
  lock({
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-tool': { version: '1.0.0', dev: true },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  });
  await ensured();
  expect(calls()).toEqual(['install']);
  await ensured('development');
  expect(calls()).toEqual(['install', 'install']);
});

test('runs the install scripts that npm was configured to skip', async () => {
  writeFileSync(at('npm-runs-no-scripts'), '');
  await ensured();
  expect(calls()).toEqual(['install', 'rebuild']);
});

test('prints a failure in one line and leaves no lock', async () => {
  writeFileSync(at('npm-fails'), '');
  const program = ensure();
  expect((await program.ended()).code).toBe(1);
  expect(program.stderr()).toMatch(/^dray: npm did not install everything: see its messages above$/m);
  expect(existsSync(at('.install.lock'))).toBe(false);
});

/** A Node that says it is `version`, without what came after it. */
function ensureAs(version: string) {
  const older = `Object.defineProperty(process, 'version', { value: '${version}' });
    Object.defineProperty(process.versions, 'node', { value: '${version.slice(1)}' });`;
  return run(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(older)}`, at('scripts/try.mjs')],
    {
      env: { npm_execpath: at('npm.js'), npm_node_execpath: process.execPath },
    },
  );
}

test('a Node older than 20 is refused in one line, before anything is installed', async () => {
  const program = ensureAs('v18.20.8');
  expect((await program.ended()).code).toBe(1);
  expect(program.stderr()).toBe('dray: Node 20 or newer is needed, and this is v18.20.8: install a newer one\n');
  expect(calls()).toEqual([]);
});

test('the first Node 20 will do', async () => {
  const program = ensureAs('v20.0.0');
  expect((await program.ended()).code, program.stderr()).toBe(0);
});

test('what runs on the Node of the machine uses nothing that came after the first Node 20', () => {
  const scripts = path.resolve(import.meta.dirname, '../../scripts');
  const onAnyNode = readdirSync(scripts).filter((name) => name.endsWith('.mjs'));
  expect(onAnyNode).toContain('install.mjs');
  for (const name of onAnyNode) {
    expect(readFileSync(path.join(scripts, name), 'utf8'), name).not.toMatch(/import\.meta\.(dirname|filename)/);
  }
});
