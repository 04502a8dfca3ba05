/**
 * The folder of the database's socket: short, because a socket path is limited to 107 bytes on Linux, and private,
 * because anyone who can open the socket is the database's superuser.
 */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CliError } from '../cli-error.ts';
import type { OsAccount } from './embedded-account.ts';
import { socketPort } from './embedded-settings.ts';

/** The lowest limit among the systems that PostgreSQL runs on (macOS; Linux allows four more). */
const maxPathBytes = 103;

/**
 * Creates the socket folder of the data directory and returns its path, which is the same at every start with the same
 * account and TMPDIR. Throws `CliError` when the path exists but does not belong to this account.
 */
export function ensureSocketFolder(dataDir: string, account: OsAccount): string {
  const key = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16);
  const candidates = [os.tmpdir(), '/tmp'].map((parent) => path.join(parent, `dray-${account.uid}-${key}`));
  const folder = candidates.find((f) => Buffer.byteLength(path.join(f, `.s.PGSQL.${socketPort}`)) <= maxPathBytes);
  if (folder === undefined) throw new CliError('the path of the folder for temporary files (TMPDIR) is too long');
  ensurePrivateFolder(folder, account);
  return folder;
}

/** Creates `folder` if it is missing and makes it private to the account. Throws like `ensureSocketFolder`. */
export function ensurePrivateFolder(folder: string, account: OsAccount): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // The parent is world-writable: another user may have created a folder or link there to intercept connections.
  const found = lstatSync(folder);
  const ours = found.uid === (process.getuid?.() ?? 0) || found.uid === account.uid;
  if (!found.isDirectory() || !ours) {
    throw new CliError(`${folder} is not a folder of this account: remove it, or set TMPDIR to another folder`);
  }
  lchownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
}

/** Whether the socket of a running PostgreSQL is there. */
export const hasSocket = (folder: string): boolean => existsSync(path.join(folder, `.s.PGSQL.${socketPort}`));

/**
 * Removes the socket files of a killed PostgreSQL. Call it only with the startup lock held and no live process found:
 * PostgreSQL itself would mistake any process that reused the pid in the lock file for its predecessor.
 */
export function removeSocketFiles(folder: string): void {
  for (const end of ['', '.lock']) rmSync(path.join(folder, `.s.PGSQL.${socketPort}${end}`), { force: true });
}
