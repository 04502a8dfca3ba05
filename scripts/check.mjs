/**
 * `npm run check`: all static checks, in parallel. Prints one line per passed check. With `--without-tests`, only those that
 * a run of all tests does not repeat.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, projectNode, root } from './install.mjs';

await ensureInstalled({ development: true });

const importRules = '.dependency-cruiser.cjs';

const checks = [
  { name: 'format and lint', command: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['typescript/bin/tsc', '-p', '.'] },
  { name: 'types of the portal', command: ['typescript/bin/tsc', '-b', 'portal'] },
  {
    name: 'import rules',
    command: ['dependency-cruiser/bin/dependency-cruise.mjs', 'src', '--config', importRules],
  },
  {
    name: 'conventions and snapshots',
    command: ['vitest/vitest.mjs', 'run', 'test/tidy', 'test/contract/coverage.test.ts'],
    isTest: true,
  },
];
const withoutTests = process.argv.includes('--without-tests');

const results = await Promise.all(checks.filter(({ isTest }) => !(isTest && withoutTests)).map(run));
for (const { name, passed, seconds, output } of results) {
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)\n`);
  if (!passed) process.stdout.write(`${output.trim()}\n`);
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

/**
 * @param {{ name: string, command: string[] }} check
 * @returns {Promise<{ name: string, passed: boolean, seconds: number, output: string }>}
 */
function run({ name, command: [script = '', ...args] }) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(projectNode, [path.join(root, 'node_modules', script), ...args], { cwd: root });
    let output = '';
    const keep = (/** @type {Buffer} */ text) => {
      output += text;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('close', (code) => {
      resolve({ name, passed: code === 0, seconds: (performance.now() - began) / 1000, output });
    });
  });
}
