/** Benchmarks print their options for --help before any load starts, and reject unknown options. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const benches = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^bench:.*\n.* (bench\/\S+)$/.exec(`${name}\n${command}`)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

const { argv } = process;
afterEach(() => {
  process.argv = argv;
  vi.restoreAllMocks();
});

class Exit extends Error {}

/** Runs a benchmark file in this process until it exits after reading its arguments. */
async function runUntilExit(file: string, option: string) {
  const output = { code: undefined as number | string | null | undefined, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += String(text);
      return true;
    });
  }
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    output.code = code;
    throw new Exit();
  });
  process.argv = [process.execPath, path.join(root, file), option];
  // The query string makes each run load a module of its own.
  const url = `${pathToFileURL(path.join(root, file)).href}?option=${option}`;
  await expect(import(/* @vite-ignore */ url)).rejects.toBeInstanceOf(Exit);
  return output;
}

test('benchmarks exist', () => expect(benches.length).toBeGreaterThan(5));

test.each(benches)('%s --help', async (name, file) => {
  const { code, stdout } = await runUntilExit(file, '--help');
  expect(code).toBe(0);
  expect(stdout).toContain(`Usage: npm run -s ${name} -- [options]`);
  expect(stdout).not.toContain('default: ""');
});

test.each(benches)('%s rejects an unknown option', async (_, file) => {
  const { code, stderr } = await runUntilExit(file, '--nonsense');
  expect(code).toBe(1);
  expect(stderr).toContain("unknown option '--nonsense'");
});
