/** The secret key that the server generates once when the operator has not set one. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { CliError } from './cli-error.ts';
import { assertContainsDatabase, chownToFolderOwner, containsDatabase, fsyncFolder, makeDataDir } from './data-dir.ts';

/**
 * Returns the key stored in `dataDir`. With `create` it is generated where there is neither a key nor a database. All
 * processes get the same key, even if two generate it at once. It is flushed to disk before use, because stored
 * passwords cannot be verified without it. Throws `CliError` when it cannot be read or created, when a database is there
 * without its key, and without `create` when no database is there.
 */
export function loadOrCreateSecretKey(dataDir: string, create: boolean): string {
  const file = path.join(dataDir, 'secret-key');
  if (create) makeDataDir(dataDir);
  else assertContainsDatabase(dataDir);
  // Checked before the key is read: another process that starts for the first time creates the key before the database.
  const isNew = !containsDatabase(dataDir);
  try {
    const key = readSecretKey(file);
    if (key !== undefined) return key;
    if (isNew) return createSecretKey(dataDir, file);
    throw new CliError(
      `${file} is missing, and the database beside it was written with it: no password or token is valid without that key. Restore the file from the backup, or set SECRET_KEY to its content`,
    );
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(`the secret key in DATA_DIR cannot be used: ${(cause as Error).message}`, 1, { cause });
  }
}

function readSecretKey(file: string): string | undefined {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (key.length < 32) throw new CliError(`${file} is damaged: restore it from a backup, or set SECRET_KEY`);
  return key;
}

function createSecretKey(dataDir: string, file: string): string {
  // Not the pid: in a container it is the same at each start, and a killed one leaves its draft.
  const draftFile = `${file}.${randomBytes(6).toString('hex')}.draft`;
  try {
    const descriptor = openSync(draftFile, 'wx', 0o600);
    try {
      writeSync(descriptor, `${randomBytes(32).toString('base64url')}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    chownToFolderOwner(dataDir, draftFile);
    // Unlike a rename, a link does not replace a key that another process created meanwhile.
    linkSync(draftFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draftFile, { force: true });
  }
  fsyncFolder(dataDir);
  const key = readSecretKey(file);
  if (key === undefined) throw new CliError(`${file} was deleted while it was created: start again`);
  return key;
}
