/**
 * Fails a file that leaves its worker changed: the files after it run in the same process (vitest.config.ts). Mocks of `vi.spyOn`
 * are restored here after each file; a file restores everything else in its own `afterAll`.
 */
import { afterAll, expect, vi } from 'vitest';

/** Objects of the runtime whose members a test might replace by assignment. */
const watched: Readonly<Record<string, object>> = {
  globalThis,
  console,
  Date,
  fs: await import('node:fs'),
  JSON,
  Math,
  Object: Object.prototype,
  os: await import('node:os'),
  performance,
  process,
  'process.stdout': process.stdout,
  'process.stderr': process.stderr,
  Promise,
  String: String.prototype,
  Array: Array.prototype,
  Temporal: Temporal.Now,
};

/** Members that Vitest and Node change by themselves. */
const ownChanges =
  /^(globalThis\.__vitest|process\.(_|domain|exitCode|report|env)|process\.std(out|err)\._|console\._)/;

interface WorkerState {
  readonly members: ReadonlyMap<string, unknown>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly listeners: Readonly<Record<string, number>>;
  readonly folder: string;
  readonly hasFakeTimers: boolean;
}

const before = readState();

afterAll(() => {
  vi.restoreAllMocks();
  const after = readState();
  // New members are ignored: libraries add some when they are loaded.
  const replaced = [...before.members]
    .filter(([name, member]) => !ownChanges.test(name) && !Object.is(member, after.members.get(name)))
    .map(([name]) => name);
  expect(replaced.join(', '), 'this file has replaced these members: restore them in afterAll').toBe('');
  expect(after.environment, 'this file has changed process.env: call vi.unstubAllEnvs() in afterAll').toEqual(
    before.environment,
  );
  expect(after.listeners, 'this file has left listeners on process: remove them in afterAll').toEqual(before.listeners);
  expect(after.folder, 'this file has changed the working directory: change it back in afterAll').toBe(before.folder);
  expect(after.hasFakeTimers, 'this file has left fake timers: call vi.useRealTimers() in afterAll').toBe(false);
});

function readState(): WorkerState {
  const members = new Map<string, unknown>();
  for (const [owner, object] of Object.entries(watched)) {
    // Not getters: Node replaces some by their value when they are first read.
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      if (typeof value === 'function') members.set(`${owner}.${name}`, value);
    }
  }
  return {
    members,
    // Set by the library that decodes photos.
    environment: { ...process.env, VIPSHOME: undefined },
    listeners: Object.fromEntries(
      process
        .eventNames()
        .map((event) => [String(event), process.listenerCount(event)] as const)
        .filter(([event]) => /^(SIG|uncaught|unhandled|warning)/.test(event)),
    ),
    folder: process.cwd(),
    hasFakeTimers: vi.isFakeTimers(),
  };
}
