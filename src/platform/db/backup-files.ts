/**
 * The files of a backup of the embedded database, laid out as in the data directory, and `dray-backup.json`, which
 * lists them with size and hash. The complete list is written last: until then `dray-backup.json` has only the version
 * and the time of the start, so an interrupted backup is recognized. All files are private (0600). The list is always
 * flushed to disk, the others where `durability` asks for it.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../cli-error.ts';
import { fsyncFolder } from '../data-dir.ts';
import { backupFileListName } from './embedded-data-folder.ts';
import type { Durability } from './embedded-settings.ts';

export interface BackupFile {
  /** Relative to the data directory, with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The content of `dray-backup.json` of a complete backup. */
export interface BackupFileList {
  readonly postgresMajor: number;
  readonly startedAt: string;
  readonly completedAt: string;
  /** Whether the secret key is one of the files; otherwise the settings of the server provide it. */
  readonly hasSecretKey: boolean;
  /** Folders, parents first: PostgreSQL needs empty ones too. */
  readonly folders: readonly string[];
  readonly files: readonly BackupFile[];
}

/** Writes the list, complete or only begun, in one step. */
export async function writeBackupFileList(
  folder: string,
  list: BackupFileList | Pick<BackupFileList, 'postgresMajor' | 'startedAt'>,
): Promise<void> {
  const draft = path.join(folder, `${backupFileListName}.draft`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(list, undefined, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path.join(folder, backupFileListName));
  fsyncFolder(folder);
}

/** Throws `CliError` when the folder is not a backup, or its list is incomplete, not JSON, or names paths outside of it. */
export async function readBackupFileList(folder: string): Promise<BackupFileList> {
  let text: string;
  try {
    text = await readFile(path.join(folder, backupFileListName), 'utf8');
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) {
      throw new CliError(`${folder} is not a backup: it has no ${backupFileListName}`, 1, { cause });
    }
    throw new CliError(`${path.join(folder, backupFileListName)} cannot be read: ${message}`, 1, { cause });
  }
  const list = parseBackupList(text);
  if (list === undefined) throw new CliError(`${path.join(folder, backupFileListName)} is damaged: use another backup`);
  if (list.completedAt === undefined) {
    throw new CliError(
      `the backup in ${folder} is incomplete: it was started at ${list.startedAt} and never completed; use another backup`,
    );
  }
  const complete = list as BackupFileList;
  const outside = [...complete.folders, ...complete.files.map((file) => file.path)].find(
    (name) => path.isAbsolute(name) || name.split(/[\\/]/).includes('..'),
  );
  if (outside !== undefined) throw new CliError(`${outside} in ${backupFileListName} is outside of the backup`);
  return complete;
}

/** Undefined for a text that is no list, or a completed list without its files. */
function parseBackupList(text: string): Partial<BackupFileList> | undefined {
  try {
    const list = JSON.parse(text) as Partial<BackupFileList> | null;
    const isWhole = list?.completedAt === undefined || (Array.isArray(list.folders) && Array.isArray(list.files));
    return typeof list === 'object' && isWhole ? (list ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

const chunkBytes = 262_144;

/** Copies a file that may change meanwhile, and returns the size and hash of the copy. The copy must not exist yet. */
export async function copyBackupFile(
  from: string,
  to: string,
  durability: Durability,
): Promise<Omit<BackupFile, 'path'>> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return await writeNewFile(to, readChunks(source), durability);
  } finally {
    await source.close();
  }
}

/** Yields the same buffer for all chunks: each must be used before the next one is requested. */
async function* readChunks(source: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Writes a private file that does not exist yet, flushes it with `fsync`, and returns its size and hash. */
export async function writeNewFile(
  to: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { fsync }: Durability,
): Promise<Omit<BackupFile, 'path'>> {
  const target = await open(to, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (let at = 0; at < chunk.length; ) at += (await target.write(chunk, at)).bytesWritten;
      bytes += chunk.length;
    }
    if (fsync) await target.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await target.close();
  }
}

/** Creates folders in `root` that only their owner may enter. They must be listed parents first, and not exist yet. */
export async function makePrivateFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await mkdir(path.join(root, folder), { mode: 0o700 });
}

/** Flushes the folders, so that their files keep their names after a power failure. */
export function fsyncFolders(root: string, folders: readonly string[]): void {
  for (const folder of [...folders].reverse()) fsyncFolder(path.join(root, folder));
  fsyncFolder(root);
}

const concurrency = 4;

/**
 * Runs `work` for each item, four at a time. After an error it starts no further item, and rejects when those in
 * progress have ended.
 */
export async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const run = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const item = items[next] as T;
      next += 1;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, run));
  const rejected = ended.find((outcome) => outcome.status === 'rejected');
  if (rejected !== undefined) throw rejected.reason;
}
