/**
 * Locks on files, kept by the kernel for as long as the process lives: a killed process holds none, and no pid needs
 * to be compared with another that came later. Node has no file locks of its own; its built-in SQLite does, and a
 * database that is never written is nothing but a lock.
 */
import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveToOwner } from '../data-dir.ts';

export interface Lock {
  release(): void;
}

/** Makes the file, empty, where it is missing, and lets the owner of its folder use it too. */
export function createLockFile(dataDir: string, file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
  giveToOwner(dataDir, file);
}

export type LockKind = 'shared' | 'exclusive';

const busy = 5;

/**
 * Takes the lock at `file` if nobody stands in the way; `undefined` otherwise. Any number may hold it shared, or one
 * exclusively.
 */
export function tryLock(file: string, kind: LockKind): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    if (kind === 'exclusive') database.exec('begin exclusive');
    // A read transaction takes its shared lock with the first read.
    else database.exec('begin; select count(*) from sqlite_schema');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Waits up to `waitMs` for the lock; `undefined` when it did not become free. Rejects when `signal` is aborted. */
export async function waitForLock(
  file: string,
  kind: LockKind,
  waitMs: number,
  signal?: AbortSignal,
): Promise<Lock | undefined> {
  const end = performance.now() + waitMs;
  for (;;) {
    const lock = tryLock(file, kind);
    if (lock !== undefined || performance.now() >= end) return lock;
    await sleep(25, undefined, { signal });
  }
}
