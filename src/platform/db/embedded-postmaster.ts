/**
 * Finds, starts and stops the PostgreSQL process of a data folder.
 * Callers hold the startup lock of the data directory, so no other process starts or stops it concurrently. PostgreSQL
 * runs in its own process session: Ctrl-C and signals to the server's process group do not reach it, and it outlives a
 * killed server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';
import type { Account } from './embedded-account.ts';

/** The contents of `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | '';
}

const startDeadlineMs = 120_000;
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

/** Whether the pid is a process that runs on this data folder, rather than an unrelated one that reused the pid. */
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
 * Starts PostgreSQL and waits until it accepts connections, including crash recovery. Throws `CliError` with the errors
 * that it logged if it exits or is not ready within two minutes. Aborting `signal` ends the wait, not the process.
 */
export async function startPostmaster(
  dataFolder: string,
  account: Account,
  postgres: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<Postmaster> {
  const end = performance.now() + startDeadlineMs;
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
    const postmaster = await waitUntilReady(child, dataFolder, end, signal);
    if (typeof postmaster === 'object') return postmaster;
    const text = startOutput.text();
    // Child processes of a killed postmaster take a moment to exit and hold its shared memory until then.
    if (!text.includes('pre-existing shared memory block') || performance.now() >= end) {
      throw new CliError(`PostgreSQL did not start: ${errorLinesIn(text) || postmaster}`);
    }
    await sleep(100, undefined, { signal });
  }
}

/** Returns the running process, or how it ended. */
async function waitUntilReady(
  child: ChildProcess,
  dataFolder: string,
  end: number,
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
    if (performance.now() >= end) return `it was not ready within ${startDeadlineMs / 1000} s`;
    await sleep(10, undefined, { signal });
  }
}

/** Captures startup output: a separate file until PostgreSQL opens its log, then the lines added to its log. */
function captureStartOutput(dataFolder: string): { readonly descriptor: number; text(): string } {
  const own = `${dataFolder}.start.log`;
  const before = newestLog(dataFolder);
  const begin = before === undefined ? 0 : statSync(before).size;
  return {
    descriptor: openSync(own, 'w', 0o600),
    text: () => {
      const after = newestLog(dataFolder);
      const logged = after === undefined ? '' : readFileSync(after, 'utf8').slice(after === before ? begin : 0);
      return `${readFileSync(own, 'utf8')}\n${logged}`;
    },
  };
}

function newestLog(dataFolder: string): string | undefined {
  const folder = path.join(dataFolder, 'log');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

function errorLinesIn(text: string): string {
  const lines = text.split('\n').filter((line) => /\b(FATAL|PANIC|ERROR)\b|: error|cannot|could not/.test(line));
  return lines.map((line) => line.replace(/^.* \[\d+\] /, '')).join(' ');
}

/** Waits until a process started by another server or command (possibly killed since) accepts connections or exits. */
export async function awaitPostmaster(dataFolder: string, signal?: AbortSignal): Promise<Postmaster | undefined> {
  const end = performance.now() + startDeadlineMs;
  for (;;) {
    const postmaster = findPostmaster(dataFolder);
    if (postmaster === undefined || postmaster.status === 'ready') return postmaster;
    if (performance.now() >= end) {
      throw new CliError(`PostgreSQL (pid ${postmaster.pid}) has been ${postmaster.status} for too long`);
    }
    await sleep(20, undefined, { signal });
  }
}

/** Stops the process of the data folder, if one is running, and waits until it has exited. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  const postmaster = findPostmaster(dataFolder);
  if (postmaster !== undefined) await terminatePostmaster(postmaster.pid, dataFolder);
}

/**
 * Stops this process and waits until it has exited. Open transactions are rolled back. A process that does not stop
 * within a minute is stopped without a checkpoint (SIGQUIT); committed data is not lost in either case. Throws
 * `CliError` when that fails too.
 */
export async function terminatePostmaster(pid: number, dataFolder: string): Promise<void> {
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
