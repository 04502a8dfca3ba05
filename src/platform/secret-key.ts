/** The secret key that the server makes for itself, once, when its operator has not given one. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { CliError } from './cli-error.ts';
import { giveToOwner, makeDataDir, syncFolder } from './data-dir.ts';

/**
 * The key kept in `dataDir`, made on the first call; the same for all processes, also when two make it at once. Passwords
 * are worthless without it, so it is on the disk before it is used. Throws `CliError` when it cannot be read.
 */
export function loadSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key');
  makeDataDir(dataDir);
  try {
    return readSecretKey(file) ?? createSecretKey(dataDir, file);
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
  const draftFile = `${file}.${process.pid}.draft`;
  const descriptor = openSync(draftFile, 'wx', 0o600);
  try {
    writeSync(descriptor, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  giveToOwner(dataDir, draftFile);
  try {
    // Unlike a rename, a link does not replace the key that another process has made meanwhile.
    linkSync(draftFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draftFile);
  }
  syncFolder(dataDir);
  const key = readSecretKey(file);
  if (key === undefined) throw new CliError(`${file} has vanished`);
  return key;
}
