/**
 * `npm test`: installs what is missing, then the checks, then all tests. `npm test -- <filter> …` runs the test files whose
 * path contains a filter, and the checks after them. All arguments go to Vitest.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, projectNode, root } from './install.mjs';
import { become } from './project-node.mjs';

const args = process.argv.slice(2);
// The value of an option looks like a filter, so with options Vitest reports that nothing matches.
const filters = args.some((arg) => arg.startsWith('-')) ? [] : args;
if (filters.length > 0 && !testFiles().some((file) => filters.some((filter) => matches(file, filter)))) {
  const quoted = filters.map((filter) => JSON.stringify(filter)).join(' or ');
  process.stderr.write(`dray: no test file has ${quoted} in its path\n`);
  process.exit(1);
}
await ensureInstalled({ development: true });
const checks = path.join(root, 'scripts/check.mjs');
const tests = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args];
process.chdir(root);
if (args.length > 0) {
  runOrExit(tests);
  become([checks]);
} else {
  runOrExit([checks, '--without-tests']);
  become(tests);
}

/** @param {readonly string[]} command */
function runOrExit(command) {
  const { status } = spawnSync(projectNode, command, { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}

/** Paths from the project's folder, as vitest.config.ts includes them. */
function testFiles() {
  return ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => path.join(folder, file)),
  );
}

/**
 * Matches as Vitest does: a case-insensitive part of the path, optionally followed by a line number.
 * @param {string} file
 * @param {string} filter
 */
function matches(file, filter) {
  const part = path.normalize(filter.replace(/:\d+$/, '')).toLowerCase();
  return (path.isAbsolute(part) ? path.join(root, file) : file).toLowerCase().includes(part);
}
