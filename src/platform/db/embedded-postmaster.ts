/**
 * One PostgreSQL process for one data folder: is it running, start it, stop it.
 *
 * Its callers hold the start-up lock of the data directory, so nobody else starts or stops it meanwhile. It runs in a
 * process session of its own: Ctrl-C and a signal to the server's process group do not reach it, and it outlives a
 * server that was killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefused } from '../start-refused.ts';
import type { Account } from './embedded-account.ts';

/** What `postmaster.pid` says of the process that works on the data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly status: 'starting' | 'ready' | 'stopping' | 'standby' | '';
}

const startDeadlineMs = 120_000;
const stopDeadlineMs = 60_000;

/** The living process of the data folder, or `undefined`. Removes the pid file of a process that is gone. */
export function findPostmaster(dataFolder: string): Postmaster | undefined {
  const file = path.join(dataFolder, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || !isPostmaster(pid, dataFolder)) {
    // PostgreSQL itself would refuse to start while any process, also one that has nothing to do with it, has this pid.
    rmSync(file, { force: true });
    return undefined;
  }
  return {
    pid,
    socketFolder: lines[4]?.trim() ?? '',
    status: (lines[7]?.trim() ?? '') as Postmaster['status'],
  };
}

/** Whether the pid is a process that was started on this data folder, and not a later one that got the number. */
function isPostmaster(pid: number, dataFolder: string): boolean {
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
 * Starts PostgreSQL and waits until it takes connections, recovery after a crash included. Throws `StartRefused` with
 * its last words when it ends instead.
 */
export async function startPostmaster(
  dataFolder: string,
  account: Account,
  postgres: string,
  args: readonly string[],
): Promise<Postmaster> {
  // What it says before its own log opens; outside its data folder, so that it can be read when that is unusable.
  const wordsFile = `${dataFolder}.start.log`;
  const words = openSync(wordsFile, 'w', 0o600);
  const command = account.command(postgres, args);
  let child: ChildProcess;
  try {
    child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      detached: true,
      stdio: ['ignore', words, words],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    });
  } finally {
    closeSync(words);
  }
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ?? `exit code ${code}`}`;
  });
  child.unref();
  const end = performance.now() + startDeadlineMs;
  while (performance.now() < end) {
    if (ended !== undefined) throw new StartRefused(`PostgreSQL did not start: ${lastWords(wordsFile) || ended}`);
    const postmaster = findStarted(dataFolder, child.pid);
    if (postmaster?.status === 'ready') return postmaster;
    await sleep(10);
  }
  throw new StartRefused(`PostgreSQL did not become ready within ${startDeadlineMs / 1000} s: see ${wordsFile}`);
}

/** Like `findPostmaster`, but leaves the pid file alone: the child may be about to write it. */
function findStarted(dataFolder: string, pid: number | undefined): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  if (pid === undefined || Number.parseInt(lines[0] ?? '', 10) !== pid) return undefined;
  return { pid, socketFolder: lines[4]?.trim() ?? '', status: (lines[7]?.trim() ?? '') as Postmaster['status'] };
}

function lastWords(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((line) => /FATAL|ERROR|error|cannot|HINT/.test(line)).join(' ') || lines.at(-1) || '';
}

/** Waits for a process that somebody else started (and may have been killed over) to take connections or to go. */
export async function settlePostmaster(dataFolder: string): Promise<Postmaster | undefined> {
  const end = performance.now() + startDeadlineMs;
  for (;;) {
    const postmaster = findPostmaster(dataFolder);
    if (postmaster === undefined || postmaster.status === 'ready') return postmaster;
    if (performance.now() >= end) {
      throw new StartRefused(`PostgreSQL (pid ${postmaster.pid}) has been ${postmaster.status} for too long`);
    }
    await sleep(20);
  }
}

/**
 * Ends the process and waits until it is gone. Open transactions are rolled back and the rest is written; one that
 * does not end in time is ended at once, which loses nothing that was committed either.
 */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  const postmaster = findPostmaster(dataFolder);
  if (postmaster === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(postmaster.pid, signal);
    } catch {
      // It has ended by itself.
    }
    const end = performance.now() + stopDeadlineMs;
    while (performance.now() < end) {
      if (!isPostmaster(postmaster.pid, dataFolder)) return;
      await sleep(10);
    }
  }
  throw new StartRefused(`PostgreSQL (pid ${postmaster.pid}) does not end`);
}
