/**
 * Restores a backup of the embedded database into a new data directory. Every file is compared with its size and hash in
 * the list of the backup while it is copied. The database gets its name last: a data directory in which a restore was interrupted
 * is refused by `openEmbeddedPostgres` and by another restore.
 */
import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.ts';
import { fsyncFolder, makeDataDir } from '../data-dir.ts';
import {
  type BackupFile,
  type BackupFileList,
  copyBackupFile,
  forEachConcurrently,
  fsyncFolders,
  makePrivateFolders,
  readBackupFileList,
} from './backup-files.ts';
import { chownRecursively } from './embedded-account.ts';
import { postgresMajor } from './embedded-binaries.ts';
import { incompleteRestoreFolderOf, postgresDataFolderOf } from './embedded-data-folder.ts';
import type { Durability } from './embedded-settings.ts';

/**
 * Restores into `dataDir`, which does not exist or is empty. Throws `CliError` when it is not empty, and when the
 * backup is incomplete, damaged, or of another major version of PostgreSQL. A restore that fails after it began empties
 * `dataDir` again. Returns the list of the backup's files.
 */
export async function restoreBackup(
  folder: string,
  dataDir: string,
  durability: Durability = { fsync: true },
): Promise<BackupFileList> {
  const list = await readBackupFileList(folder);
  if (list.postgresMajor !== postgresMajor) {
    throw new CliError(
      `the backup is of PostgreSQL ${list.postgresMajor}, but this version runs ${postgresMajor}: restore it with the version of Dray that made it`,
    );
  }
  makeDataDir(dataDir);
  if (readdirSync(dataDir).length > 0) {
    throw new CliError(`${dataDir} is not empty: a backup is restored only into an empty folder`, 2);
  }
  chmodSync(dataDir, 0o700);
  try {
    await copyFiles(folder, dataDir, list, durability);
  } catch (error) {
    for (const name of readdirSync(dataDir)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
  return list;
}

async function copyFiles(
  folder: string,
  dataDir: string,
  { folders, files }: BackupFileList,
  durability: Durability,
): Promise<void> {
  const base = path.basename(postgresDataFolderOf(dataDir));
  const draft = incompleteRestoreFolderOf(dataDir);
  const placed = (name: string) =>
    name === base || name.startsWith(`${base}/`) ? `${path.basename(draft)}${name.slice(base.length)}` : name;
  await makePrivateFolders(dataDir, folders.map(placed));
  await forEachConcurrently(files, (file) =>
    copyVerified(folder, path.join(dataDir, placed(file.path)), file, durability),
  );
  if (durability.fsync) fsyncFolders(dataDir, folders.map(placed));
  const { uid, gid } = statSync(dataDir);
  // Root may restore for an ordinary user, who owns the folder.
  if (process.getuid?.() === 0 && uid !== 0) chownRecursively(dataDir, { uid, gid });
  renameSync(draft, postgresDataFolderOf(dataDir));
  fsyncFolder(dataDir);
}

async function copyVerified(folder: string, to: string, file: BackupFile, durability: Durability): Promise<void> {
  let copied: Omit<BackupFile, 'path'>;
  try {
    copied = await copyBackupFile(path.join(folder, file.path), to, durability);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw new CliError(`the backup in ${folder} is damaged: ${file.path} is missing; use another backup`, 1, { cause });
  }
  if (copied.bytes !== file.bytes || copied.sha256 !== file.sha256) {
    throw new CliError(`the backup in ${folder} is damaged: ${file.path} was changed or truncated; use another backup`);
  }
}
