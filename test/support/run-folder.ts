/**
 * The folder of a run of the tests, for its PostgreSQL and for everything that tests write to the folder for temporary
 * files. In memory where there is room: each test file creates and removes a database of 700 files, and ext4 takes many
 * times as long to create files when many were removed within the last minutes.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { postgresMajor } from '../../src/platform/db/embedded-binaries.ts';
import { stopPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import { createLockFile, tryLockFile } from '../../src/platform/db/file-lock.ts';

export interface RunFolder {
  readonly path: string;
  remove(): void;
}

const prefix = 'dray-run-';
const lockName = 'run.lock';
const inMemory = '/dev/shm';

/** Several times what a run uses. */
const neededBytes = 4 * 1024 ** 3;

/** Creates the folder of this run. It is locked as long as this process lives, so that a later run sees that it is in use. */
export function makeRunFolder(): RunFolder {
  const folder = mkdtempSync(path.join(hasRoom(inMemory) ? inMemory : os.tmpdir(), prefix));
  // As any folder for temporary files: PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o1777);
  createLockFile(folder, path.join(folder, lockName));
  const lock = tryLockFile(path.join(folder, lockName), 'exclusive');
  return {
    path: folder,
    remove: () => {
      lock?.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the folders of runs that were killed, and stops their PostgreSQL. */
export async function removeAbandoned(): Promise<void> {
  const aMinuteAgo = Date.now() - 60_000;
  for (const parent of [inMemory, os.tmpdir()].filter((folder) => existsSync(folder))) {
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
      const folder = path.join(parent, name);
      const { uid, mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: -1, mtimeMs: 0 };
      if (uid !== process.getuid?.() || mtimeMs > aMinuteAgo) continue;
      const lock = tryLockFile(path.join(folder, lockName), 'exclusive');
      if (lock === undefined) continue;
      for (const entry of readdirSync(folder)) {
        const postgres = path.join(folder, entry, `postgres-${postgresMajor}`);
        if (existsSync(postgres)) await stopPostmaster(postgres);
      }
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder) || process.availableMemory() < neededBytes) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= neededBytes;
}
