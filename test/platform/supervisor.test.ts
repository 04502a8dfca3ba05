import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { CliError } from '../../src/platform/cli-error.ts';
import {
  type ProcessSupervisorOptions,
  type SupervisedProcesses,
  superviseProcesses,
} from '../../src/platform/processes/supervisor.ts';

const program = path.join(import.meta.dirname, '../support/supervised-program.ts');
const logger = pino({ level: 'silent' });
let supervised: SupervisedProcesses<number> | undefined;

afterEach(async () => {
  await supervised?.stop(5_000);
  supervised = undefined;
});

/** Two processes that start as told; the second starts with `second` if it is given. */
async function supervise(first: string, second = first, more: Partial<ProcessSupervisorOptions<string>> = {}) {
  supervised = await superviseProcesses<string, number>({
    program,
    processes: 2,
    start: (number) => (number === 1 ? first : second),
    logger,
    sharedChecks: [],
    ...more,
  });
  return supervised;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('both are ready, report metrics with their label, and end when asked', async () => {
  const { firstReady, pids, metrics, stop } = await supervise('serve');
  expect(pids()[0]).toBe(firstReady);
  expect(await metrics()).toEqual([[{ name: 'pid', value: pids()[0] }], [{ name: 'pid', value: pids()[1] }]]);
  expect(await stop(5_000)).toBe(true);
  expect(pids()).toEqual([undefined, undefined]);
});

test('a process that cannot start ends the others, and its exit code is that of the server', async () => {
  const failure = await supervise('serve', 'fail').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CliError);
  expect(failure).toMatchObject({ exitCode: 2 });
});

test('a killed process is started again with its number; the server stays ready meanwhile', async () => {
  const { pids, checks, restarts } = await supervise('serve');
  const [first, second] = pids();
  process.kill(second as number, 'SIGKILL');
  await expect.poll(restarts).toBe(1);
  expect(checks.map((check) => check.notReadyReason())).toEqual([undefined, undefined]);
  await expect.poll(() => pids()[1], { timeout: 10_000 }).toSatisfy((pid: unknown) => Number(pid) > 0);
  expect(pids()[0]).toBe(first);
  expect(pids()[1]).not.toBe(second);
});

test('a process whose event loop is blocked is killed and started again', async () => {
  const { pids, restarts } = await supervise('serve', 'block', { silentMs: { notReady: 500, kill: 1_000 } });
  const [, blocked] = pids();
  await expect.poll(restarts, { timeout: 10_000 }).toBe(1);
  expect(isAlive(blocked as number)).toBe(false);
});

test('a process that is started again and does not get ready is killed and started again', async () => {
  let starts = 0;
  const start = (number: number): string => {
    if (number === 1) return 'serve';
    starts += 1;
    return starts === 2 ? 'hang' : 'serve';
  };
  const { pids, restarts } = await supervise('', '', { start, maxStartMs: 3_000 });
  process.kill(pids()[1] as number, 'SIGKILL');
  await expect.poll(restarts, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  await expect.poll(() => pids()[1] !== undefined && starts >= 3, { timeout: 10_000 }).toBe(true);
});

test('a process that ends while others are still starting is started again', async () => {
  let starts = 0;
  const start = (number: number): string => {
    if (number === 2) return 'slow';
    starts += 1;
    return starts === 1 ? 'end' : 'serve';
  };
  const { firstReady, pids, restarts } = await supervise('', '', { start });
  expect(firstReady).toBeGreaterThan(0);
  expect(restarts()).toBe(1);
  await expect.poll(() => pids()[0], { timeout: 10_000 }).toSatisfy((pid: unknown) => Number(pid) > 0);
  expect(pids()[0]).not.toBe(firstReady);
});

test('a process that the system cannot create is tried again', async () => {
  const { pids, restarts } = await supervise('serve');
  const { execPath } = process;
  process.execPath = '/dev/null/node';
  try {
    process.kill(pids()[1] as number, 'SIGKILL');
    await expect.poll(restarts).toBeGreaterThan(1);
  } finally {
    process.execPath = execPath;
  }
  await expect.poll(() => pids()[1], { timeout: 10_000 }).toSatisfy((pid: unknown) => Number(pid) > 0);
});

test('not ready when no process is, with the reason of each', async () => {
  const { checks } = await supervise('not ready');
  await expect
    .poll(() => checks.map((check) => check.notReadyReason()))
    .toEqual(['database: it cannot be reached', 'database: it cannot be reached']);
});

test('a process that does not end in time is killed', async () => {
  const { pids, stop } = await supervise('serve', 'stay');
  const [, stubborn] = pids();
  expect(await stop(500)).toBe(false);
  expect(isAlive(stubborn as number)).toBe(false);
});

test('what is watched for all processes reaches each of them when it changes', async () => {
  let reason: string | undefined;
  const { checks } = await supervise('serve', 'serve', {
    sharedChecks: [{ name: 'disk', notReadyReason: () => reason }],
  });
  expect(checks[0]?.notReadyReason()).toBeUndefined();
  reason = 'it is full';
  await expect.poll(() => checks[0]?.notReadyReason()).toBe('disk: it is full');
});

test('the processes end when their supervisor is killed', async () => {
  const supervisor: ChildProcess = fork(program, ['supervise'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [pids] = (await once(supervisor, 'message')) as [number[]];
  expect(pids.map(isAlive)).toEqual([true, true]);
  supervisor.kill('SIGKILL');
  await expect.poll(() => pids.map(isAlive), { timeout: 5_000 }).toEqual([false, false]);
});
