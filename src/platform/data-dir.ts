/**
 * The data directory: what the server keeps on its own machine (the embedded database, the secret key, locks). Private
 * to the account that runs it.
 */
import { closeSync, existsSync, fsyncSync, lchownSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from './cli-error.ts';

/** Makes the folder where it is missing. Throws `CliError` when that cannot be. */
export function makeDataDir(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir));
  } catch (cause) {
    throw new CliError(`DATA_DIR ${dataDir} cannot be made: ${(cause as Error).message}`, 1, { cause });
  }
}

/** Not by Node's `recursive`, which never comes back from where the system makes no folders, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!(existsSync(folder) && statSync(folder).isDirectory())) throw error;
  }
}

/**
 * Makes a file that root has just made in it belong to the folder's owner, who could not use it otherwise: root may
 * run a command beside an ordinary user's server.
 */
export function giveToOwner(dataDir: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0) lchownSync(file, uid, gid);
}

/** A new name in a folder survives a power cut only when the folder, too, is on the disk. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
