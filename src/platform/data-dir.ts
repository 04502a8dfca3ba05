/**
 * The data directory: files that the server keeps on its own machine (the embedded database, the secret key, locks).
 * It is created private to the account that runs the server.
 */
import { closeSync, existsSync, fsyncSync, lchownSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from './cli-error.ts';

/** Creates the folder if it is missing. Throws `CliError` when it cannot be created. */
export function makeDataDir(dataDir: string): void {
  try {
    makePrivateFolder(path.resolve(dataDir));
  } catch (cause) {
    throw new CliError(`DATA_DIR ${dataDir} cannot be created: ${(cause as Error).message}`, 1, { cause });
  }
}

/**
 * Creates a folder and its parents, for its owner alone. Does not use Node's `recursive` option, which never returns on file systems that
 * cannot hold folders, such as /proc.
 */
export function makePrivateFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  makePrivateFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!(existsSync(folder) && statSync(folder).isDirectory())) throw error;
  }
}

/** Whether the folder contains a database, of whatever major version. Throws `CliError` when it cannot be read. */
export function containsDatabase(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    return readdirSync(dataDir).some((name) => /^postgres-\d+$/.test(name));
  } catch (cause) {
    throw new CliError(
      `DATA_DIR ${path.resolve(dataDir)} cannot be read: ${(cause as Error).message}: run this as the account that runs the server, or correct DATA_DIR`,
      1,
      { cause },
    );
  }
}

/** Throws `CliError` when the folder contains no database: for commands that never create one. */
export function assertContainsDatabase(dataDir: string): void {
  if (containsDatabase(dataDir)) return;
  throw new CliError(
    `there is no database in DATA_DIR ${path.resolve(dataDir)}: start the server or run "dray migrate" to create it there, or set DATA_DIR or DATABASE_URL to the one that you mean`,
  );
}

/**
 * Changes the owner of a file that root has just created to the folder's owner, who otherwise could not use it: root
 * may run a command beside an ordinary user's server.
 */
export function chownToFolderOwner(dataDir: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  if (uid !== 0) lchownSync(file, uid, gid);
}

/** Flushes a folder: a new file name survives a power failure only after its folder is flushed. */
export function fsyncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
