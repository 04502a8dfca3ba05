/** The folder that holds the embedded database: its name, version, identity, and initialization. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.ts';
import { fsyncFolder } from '../data-dir.ts';
import { chownRecursively, type OsAccount } from './embedded-account.ts';
import { type PostgresBinaries, postgresMajor } from './embedded-binaries.ts';
import { buildInitdbArguments, type Durability } from './embedded-settings.ts';

/** The path of the data folder, named by its major version. */
export function postgresDataFolderOf(dataDir: string): string {
  return path.join(dataDir, `postgres-${postgresMajor}`);
}

/** Where a restore copies the database to, until it is complete. */
export function incompleteRestoreFolderOf(dataDir: string): string {
  return `${postgresDataFolderOf(dataDir)}.restoring`;
}

/** The file that makes a folder a backup. */
export const backupFileListName = 'dray-backup.json';

/** Device and inode: unchanged unless the folder is deleted or replaced. `undefined` when it contains no database. */
export function dataFolderIdentityOf(dataFolder: string): string | undefined {
  try {
    statSync(path.join(dataFolder, 'PG_VERSION'));
    const { dev, ino } = statSync(dataFolder);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/**
 * Throws `CliError` when there is data of another major version and none of this one, or a restore was interrupted:
 * opening an empty database instead would look like data loss. Throws it too when `dataDir` is a backup, which a start
 * would change, and when `dataFolder` is no data folder of PostgreSQL.
 */
export function assertUsableDataFolder(dataDir: string, dataFolder: string): void {
  if (existsSync(path.join(dataDir, backupFileListName))) {
    throw new CliError(`DATA_DIR ${dataDir} is a backup: restore it into another folder with "dray restore"`);
  }
  if (existsSync(incompleteRestoreFolderOf(dataDir))) {
    throw new CliError(`DATA_DIR ${dataDir} was not completely restored: empty it, and restore the backup again`);
  }
  if (existsSync(dataFolder)) {
    const file = path.join(dataFolder, 'PG_VERSION');
    if (!existsSync(file)) throw new CliError(`${dataFolder} is not a PostgreSQL data folder: move it away`);
    const version = readFileSync(file, 'utf8').trim();
    if (version === String(postgresMajor)) return;
    throw new CliError(`${dataFolder} holds data of PostgreSQL ${version}, but this version runs ${postgresMajor}`);
  }
  const other = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name));
  if (other !== undefined) {
    throw new CliError(
      `DATA_DIR ${dataDir} holds ${other}, but this version runs PostgreSQL ${postgresMajor}: dump that data with the version that wrote it, or use another DATA_DIR`,
    );
  }
}

/**
 * Initializes the data folder under a temporary name and renames it when complete, so a partial one is never opened. Throws
 * `CliError` with the output of `initdb` when it fails.
 */
export async function initializeDataFolder(
  dataFolder: string,
  account: OsAccount,
  binaries: PostgresBinaries,
  durability: Durability,
): Promise<void> {
  const draftFolder = `${dataFolder}.making`;
  rmSync(draftFolder, { recursive: true, force: true });
  mkdirSync(draftFolder, { mode: 0o700 });
  if (lstatSync(draftFolder).uid !== account.uid) chownRecursively(draftFolder, account);
  chmodSync(draftFolder, 0o700);
  const command = account.command(binaries.initdb, buildInitdbArguments(draftFolder, durability));
  const failure = await new Promise<string | undefined>((resolve) => {
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : errors.trim() || `exit code ${code}`));
  });
  if (failure !== undefined) throw new CliError(`the database in ${dataFolder} could not be created: ${failure}`);
  renameSync(draftFolder, dataFolder);
  if (durability.fsync) fsyncFolder(path.dirname(dataFolder));
}
