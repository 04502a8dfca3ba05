/**
 * Finds, starts and stops the PostgreSQL process of a data folder.
 * Callers that start or stop it hold the startup lock of the data directory, so no other process does so concurrently; only a
 * process whose data folder was deleted or replaced is stopped without it. PostgreSQL runs in its own process session: Ctrl-C
 * and signals to the server's process group do not reach it, and it outlives a killed server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';
import type { OsAccount } from './embedded-account.ts';
import { type CrashRecovery, findNewestPostgresLogFile, watchCrashRecovery } from './embedded-recovery.ts';

/** The contents of `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | '';
}

/** How a start is waited for. */
export interface PostmasterWaitOptions {
  /** Aborting it ends the wait, not the process. */
  readonly signal?: AbortSignal | undefined;
  /** A start without progress for this long is given up; by default two minutes. */
  readonly stallMs?: number | undefined;
  /** Called again and again while the start takes longer than usual. */
  readonly onRecovery?: ((recovery: CrashRecovery) => void) | undefined;
}

const defaultStallMs = 120_000;
/** A start without recovery takes less. */
const usualStartMs = 2_000;
const stopDeadlineMs = 60_000;

/** The live process of the data folder, or `undefined`. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const postmaster = readPidFile(dataFolder);
  return postmaster !== undefined && isPostmasterAlive(postmaster.pid, dataFolder) ? postmaster : undefined;
}

/**
 * Removes the pid file of a process that has ended: PostgreSQL would refuse to start while any process has this pid, even
 * an unrelated one. Only for the process that may start PostgreSQL: the file could be that of one just being started.
 */
function removeStalePidFile(dataFolder: string): void {
  if (findPostmaster(dataFolder) === undefined) rmSync(pidFileOf(dataFolder), { force: true });
}

const pidFileOf = (dataFolder: string) => path.join(dataFolder, 'postmaster.pid');

function readPidFile(dataFolder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFileOf(dataFolder), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    // 0: the file was only partly written when the machine stopped. No process has this pid.
    pid: Number.parseInt(lines[0] ?? '', 10) || 0,
    socketFolder: lines[4]?.trim() ?? '',
    status: (lines[7]?.trim() ?? '') as Postmaster['status'],
  };
}

/**
 * Whether the pid is a process that runs on this data folder, rather than an unrelated one that reused the pid. Where there is no
 * /proc, any process with the pid counts.
 */
export function isPostmasterAlive(pid: number, dataFolder: string): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (!existsSync('/proc/self/cmdline')) return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataFolder);
  } catch {
    return false;
  }
}

/**
 * Starts PostgreSQL and waits until it accepts connections, including crash recovery, for as long as that makes progress. Starts it again
 * while child processes of a killed one hold its shared memory. Throws `CliError` if it exits otherwise, with the errors that it logged or
 * else how it ended, and if it makes no progress for `stallMs`, with how far it came. Rejects when the signal is aborted.
 */
export async function startPostmaster(
  dataFolder: string,
  account: OsAccount,
  postgres: string,
  args: readonly string[],
  wait: PostmasterWaitOptions = {},
): Promise<Postmaster> {
  const progress = watchPostmasterStart(dataFolder, wait);
  for (;;) {
    removeStalePidFile(dataFolder);
    const startOutput = captureStartOutput(dataFolder);
    const command = account.command(postgres, args);
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      detached: true,
      stdio: ['ignore', startOutput.descriptor, startOutput.descriptor],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    });
    closeSync(startOutput.descriptor);
    child.unref();
    const postmaster = await waitUntilReady(child, dataFolder, progress, wait.signal);
    if (typeof postmaster === 'object') return postmaster;
    const text = startOutput.text();
    // Child processes of a killed postmaster take a moment to exit and hold its shared memory until then.
    const stalled = progress();
    if (!text.includes('pre-existing shared memory block') || stalled !== undefined) {
      // The errors of a start without progress are about clients that tried to connect.
      throw new CliError(`PostgreSQL did not start: ${stalled ?? (errorLinesIn(text) || postmaster)}`);
    }
    await sleep(100, undefined, { signal: wait.signal });
  }
}

/** Returns the running process, or how it ended or why the wait is given up. */
async function waitUntilReady(
  child: ChildProcess,
  dataFolder: string,
  progress: () => string | undefined,
  signal: AbortSignal | undefined,
): Promise<Postmaster | string> {
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? `exit code ${code}`}`;
  });
  for (;;) {
    if (ended !== undefined) return ended;
    const postmaster = readPidFile(dataFolder);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return postmaster;
    const stalled = progress();
    if (stalled !== undefined) return stalled;
    await sleep(10, undefined, { signal });
  }
}

/** Returns a function that reports the start to `onRecovery`, and returns why it is given up; `undefined` while it is not. */
export function watchPostmasterStart(
  dataFolder: string,
  { stallMs = defaultStallMs, onRecovery }: PostmasterWaitOptions,
): () => string | undefined {
  const watch = watchCrashRecovery(dataFolder);
  const startedAtMs = performance.now();
  return () => {
    const recovery = watch.check();
    const now = performance.now();
    if (now - startedAtMs >= usualStartMs) onRecovery?.(recovery);
    if (now - recovery.progressedAtMs < stallMs) return undefined;
    return `${recovery.description}, and has made no progress for ${Math.round((now - recovery.progressedAtMs) / 1000)} s`;
  };
}

/** Captures startup output: a separate file until PostgreSQL opens its log, then the lines added to its log. */
function captureStartOutput(dataFolder: string): { readonly descriptor: number; text(): string } {
  const own = `${dataFolder}.start.log`;
  const before = findNewestPostgresLogFile(dataFolder);
  const begin = before === undefined ? 0 : statSync(before).size;
  return {
    descriptor: openSync(own, 'w', 0o600),
    text: () => {
      const after = findNewestPostgresLogFile(dataFolder);
      const logged = after === undefined ? '' : readFileSync(after, 'utf8').slice(after === before ? begin : 0);
      return `${readFileSync(own, 'utf8')}\n${logged}`;
    },
  };
}

function errorLinesIn(text: string): string {
  const lines = text.split('\n').filter((line) => /\b(FATAL|PANIC|ERROR)\b|: error|cannot|could not/.test(line));
  return lines.map((line) => line.replace(/^.* \[\d+\] /, '')).join(' ');
}

/**
 * Waits until a process started by another server or command (possibly killed since) accepts connections or exits
 * (`undefined`), for as long as its recovery makes progress; then throws `CliError`.
 */
export async function awaitPostmaster(
  dataFolder: string,
  wait: PostmasterWaitOptions = {},
): Promise<Postmaster | undefined> {
  const progress = watchPostmasterStart(dataFolder, wait);
  for (;;) {
    const postmaster = findPostmaster(dataFolder);
    if (postmaster === undefined || postmaster.status === 'ready') return postmaster;
    const stalled = progress();
    if (stalled !== undefined) {
      throw new CliError(`PostgreSQL (pid ${postmaster.pid}) is not ready (${postmaster.status}): ${stalled}`);
    }
    await sleep(20, undefined, { signal: wait.signal });
  }
}

/** Stops the process of the data folder, if one is running, and waits until it has exited. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  const postmaster = findPostmaster(dataFolder);
  if (postmaster !== undefined) await stopPostmasterByPid(postmaster.pid, dataFolder);
}

/**
 * Stops this process and waits until it has exited. Open transactions are rolled back. A process that does not stop
 * within a minute is stopped without a checkpoint (SIGQUIT); committed data is not lost in either case. Throws
 * `CliError` when that fails too.
 */
export async function stopPostmasterByPid(pid: number, dataFolder: string): Promise<void> {
  if (!isPostmasterAlive(pid, dataFolder)) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has already exited.
    }
    const end = performance.now() + stopDeadlineMs;
    while (performance.now() < end) {
      if (!isPostmasterAlive(pid, dataFolder)) return;
      await sleep(10);
    }
  }
  throw new CliError(`PostgreSQL (pid ${pid}) does not stop: end this process, then try again`);
}
