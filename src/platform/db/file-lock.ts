/**
 * File locks that the kernel holds for as long as the process lives: a killed process holds none, and there are no
 * stale pids to check. Node has no file locks of its own, but its built-in SQLite does, so each lock is a database that
 * is never written.
 */
import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { chownToFolderOwner } from '../data-dir.ts';

export interface FileLock {
  release(): void;
}

/** Creates the empty file if it is missing and lets the owner of its folder use it. */
export function createLockFile(dataDir: string, file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
  chownToFolderOwner(dataDir, file);
}

type FileLockKind = 'shared' | 'exclusive';

const busy = 5;

/**
 * Tries to lock `file`; returns `undefined` when a conflicting lock is held. A lock is held by any number of processes
 * (shared) or by one (exclusive).
 */
export function tryLockFile(file: string, kind: FileLockKind): FileLock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    if (kind === 'exclusive') database.exec('begin exclusive');
    // A read transaction acquires its shared lock on the first read.
    else database.exec('begin; select count(*) from sqlite_schema');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Tries for an exclusive lock until `waitMs` have passed, at least once; returns `undefined` without it. Rejects when `signal` is aborted while it waits. */
export async function waitForFileLock(
  file: string,
  waitMs: number,
  signal?: AbortSignal,
): Promise<FileLock | undefined> {
  const end = performance.now() + waitMs;
  for (;;) {
    const lock = tryLockFile(file, 'exclusive');
    if (lock !== undefined || performance.now() >= end) return lock;
    await sleep(25, undefined, { signal });
  }
}
