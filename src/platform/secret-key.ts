/** The secret key that the server makes for itself, once, when its operator has not given one. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { giveToOwner, makeDataDir, syncFolder } from './data-dir.ts';
import { StartRefused } from './start-refused.ts';

/**
 * The key kept in `dataDir`, made on the first call; the same for all processes, also when two make it at once. Passwords
 * are worthless without it, so it is on the disk before it is used. Throws `StartRefused` when it cannot be read.
 */
export function keptSecretKey(dataDir: string): string {
  const file = path.join(dataDir, 'secret-key');
  makeDataDir(dataDir);
  try {
    return read(file) ?? make(dataDir, file);
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause;
    throw new StartRefused(`the secret key in DATA_DIR cannot be used: ${(cause as Error).message}`, 1, { cause });
  }
}

function read(file: string): string | undefined {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (key.length < 32) throw new StartRefused(`${file} is damaged: restore it from a backup, or set SECRET_KEY`);
  return key;
}

function make(dataDir: string, file: string): string {
  const draft = `${file}.${process.pid}.draft`;
  const open = openSync(draft, 'wx', 0o600);
  try {
    writeSync(open, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
  giveToOwner(dataDir, draft);
  try {
    // Unlike a rename, a link does not replace the key that another process has made meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  syncFolder(dataDir);
  const key = read(file);
  if (key === undefined) throw new StartRefused(`${file} has vanished`);
  return key;
}
