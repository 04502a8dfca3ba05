/** Runs a program with the project's own Node. */
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { projectNode, root } from './install.mjs';

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** One thread of V8 less than the processors: with four on two processors, a garbage collection delays the requests and the database. */
const v8Threads = Math.max(1, Math.min(4, os.availableParallelism() - 1));

/**
 * Keeps the resident memory near what is in use (decision 36): V8 collects earlier, and glibc returns freed blocks.
 * glibc would keep an arena for each of many threads, and after the first large buffer take such buffers from an arena too,
 * where they leave holes. A process reads these settings only when it starts. The user's own values for glibc take precedence.
 */
const nodeFlags = ['--heap-growing-percent=40', `--v8-pool-size=${v8Threads}`];
const allocatorSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  // Not less: memory that is returned at each free and taken again costs a page fault each time.
  MALLOC_TRIM_THRESHOLD_: '16777216',
};

/**
 * Replaces this process with the program, which keeps the terminal, signals and exit code. A Node without `execve` stays
 * as a wrapper: it forwards signals, exits as the program exits, and the program stops if the wrapper is killed.
 * @param {readonly string[]} args
 */
export function become(args) {
  // Halves the time in which the program loads.
  process.env.NODE_COMPILE_CACHE ||= path.join(root, 'node_modules/.cache/compiled');
  for (const [name, value] of Object.entries(allocatorSettings)) process.env[name] ||= value;
  if (typeof process.execve === 'function') {
    // Suppress the warning that the function is experimental.
    process.removeAllListeners('warning');
    process.execve(projectNode, ['node', ...nodeFlags, ...args], { ...process.env });
  }
  const child = spawn(projectNode, [...nodeFlags, ...args], {
    stdio: 'inherit',
    env: { ...process.env, DRAY_FOLLOW_PARENT: '1' },
  });
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) {
    const npm = process.ppid;
    setInterval(() => process.ppid === npm || child.kill('SIGTERM'), 500).unref();
  }
  child.once('error', (error) => {
    process.stderr.write(`dray: ${projectNode} does not run: ${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + os.constants.signals[signal]);
  });
}
