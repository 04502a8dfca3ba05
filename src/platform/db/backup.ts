/**
 * Copies the embedded database while it is in use, by PostgreSQL's own backup functions: between `pg_backup_start` and
 * `pg_backup_stop` its files are copied as they are, and the write-ahead log (WAL) of that time makes the copy
 * consistent when it is started: exactly the state at the end of the backup. Both environments are databases of one
 * PostgreSQL, so a backup has both at the same moment.
 *
 * A temporary replication slot keeps the WAL until it is copied, however long that takes. Slot and backup end with the
 * session.
 */
import { existsSync } from 'node:fs';
import { chmod, lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { CliError } from '../cli-error.ts';
import { makePrivateFolder } from '../data-dir.ts';
import {
  type BackupFile,
  copyBackupFile,
  forEachConcurrently,
  fsyncFolders,
  makePrivateFolders,
  writeBackupFileList,
  writeNewFile,
} from './backup-files.ts';
import { withNewConnection } from './connections.ts';
import { postgresMajor } from './embedded-binaries.ts';
import { postgresDataFolderOf } from './embedded-data-folder.ts';
import type { Durability } from './embedded-settings.ts';

interface BackupOptions {
  readonly dataDir: string;
  /** A database of the embedded PostgreSQL of `dataDir`, which runs. */
  readonly database: pg.PoolConfig;
  /** Does not exist yet, or is empty. */
  readonly folder: string;
  readonly durability?: Durability;
  /** Awaited when all files of the database but the WAL are copied. */
  readonly onFilesCopied?: () => Promise<void>;
}

export interface CompletedBackup {
  readonly files: number;
  readonly bytes: number;
  readonly hasSecretKey: boolean;
}

/** The checkpoint at the start of a backup may take long. */
const statementTimeoutMs = 3_600_000;

/** Folders that are created without their contents: these are not needed, or of `pg_wal` copied at the end. */
const transientFolders = new Set([
  'log',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
]);
const transientFile =
  /^(?:postmaster\.(?:pid|opts)|current_logfiles|(?:backup_label|tablespace_map)(?:\.old)?|.*\.auto\.conf\.tmp)$|(?:^|\/)(?:pg_internal\.init.*|pgsql_tmp.*)$/;
/** Files of the data directory that a backup omits: locks, and temporary files of a running server. */
const ownFile = /\.lock(?:-journal)?$|^server\.pid$|\.start\.log$|\.draft$/;

/** Throws `CliError` when the folder cannot be used or the copy fails. After a failed copy the backup is incomplete. */
export async function backUp(options: BackupOptions): Promise<CompletedBackup> {
  const { dataDir, folder, durability = { fsync: true } } = options;
  await prepareFolder(dataDir, folder);
  const startedAt = new Date().toISOString();
  try {
    await writeBackupFileList(folder, { postgresMajor, startedAt });
    const { folders, files } = await withNewConnection(
      { ...options.database, query_timeout: 0 },
      statementTimeoutMs,
      (client) => copyDataFolder(client, { ...options, durability }),
    );
    const names = await otherFiles(dataDir);
    for (const name of names) {
      files.push({
        path: name,
        ...(await copyBackupFile(path.join(dataDir, name), path.join(folder, name), durability)),
      });
    }
    if (durability.fsync) fsyncFolders(folder, folders);
    const hasSecretKey = names.includes('secret-key');
    const completedAt = new Date().toISOString();
    await writeBackupFileList(folder, { postgresMajor, startedAt, completedAt, hasSecretKey, folders, files });
    return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), hasSecretKey };
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(`the backup in ${folder} is incomplete: ${(cause as Error).message}`, 1, { cause });
  }
}

async function prepareFolder(dataDir: string, folder: string): Promise<void> {
  const inside = path.relative(dataDir, folder);
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) {
    throw new CliError(`${folder} is in DATA_DIR, which it would back up: choose a folder outside`, 2);
  }
  try {
    makePrivateFolder(path.resolve(folder));
    if ((await readdir(folder)).length > 0) throw new CliError(`${folder} is not empty: choose a new folder`, 2);
    await chmod(folder, 0o700);
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(`${folder} cannot be used: ${(cause as Error).message}`, 2, { cause });
  }
}

async function copyDataFolder(
  client: pg.Client,
  { dataDir, folder, durability, onFilesCopied }: BackupOptions & { readonly durability: Durability },
): Promise<{ folders: string[]; files: BackupFile[] }> {
  const from = postgresDataFolderOf(dataDir);
  const to = postgresDataFolderOf(folder);
  const base = path.basename(from);
  if ((await readdir(path.join(from, 'pg_tblspc'))).length > 0) {
    throw new CliError('the database uses tablespaces, which dray backup does not copy: use pg_basebackup');
  }
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`dray_backup_${process.pid}`]);
  await client.query(`select pg_backup_start('dray backup', fast => true)`);

  const files: BackupFile[] = [];
  const copy = async (name: string): Promise<void> => {
    const copyFile = name === controlFile ? copyControlFile : copyUnlessGone;
    const copied = await copyFile(path.join(from, name), path.join(to, name), durability);
    if (copied !== undefined) files.push({ path: `${base}/${name}`, ...copied });
  };
  const tree = await listTree(from);
  const folders = [base, ...tree.folders.map((name) => `${base}/${name}`)];
  await makePrivateFolders(folder, folders);
  await forEachConcurrently(tree.files, copy);
  await onFilesCopied?.();

  const { rows } = await client.query<{ label: string; spaces: string; last: string; segment: number }>(
    `select labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as last,
            (select setting::int from pg_settings where name = 'wal_segment_size') as segment
       from pg_backup_stop(wait_for_archive => false)`,
  );
  const stopped = rows[0];
  const first = /\(file ([0-9A-F]{24})\)/.exec(stopped?.label ?? '')?.[1];
  if (stopped === undefined || first === undefined) throw new Error('PostgreSQL did not report the end of the backup');
  for (const name of walFiles(first, stopped.last, stopped.segment)) await copy(`pg_wal/${name}`);
  const label = await writeNewFile(path.join(to, 'backup_label'), [Buffer.from(stopped.label)], durability);
  files.push({ path: `${base}/backup_label`, ...label });
  const missing = walFiles(first, stopped.last, stopped.segment).find(
    (name) => !existsSync(path.join(to, 'pg_wal', name)),
  );
  if (missing !== undefined) throw new Error(`the write-ahead log file ${missing} is missing`);
  return { folders, files };
}

/** Folders, parents first, and files of the database that belong into a backup. */
async function listTree(root: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = [];
  const files: string[] = [];
  const list = async (folder: string): Promise<void> => {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(ignoreGone);
    for (const entry of entries ?? []) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (transientFile.test(name) || (transientFolders.has(folder) && !transientFolders.has(name))) continue;
        folders.push(name);
        await list(name);
      } else if (entry.isFile() && !transientFolders.has(folder) && !transientFile.test(name)) {
        files.push(name);
      }
    }
  };
  await list('');
  return { folders, files };
}

const controlFile = 'global/pg_control';

type FileCopy = (from: string, to: string, durability: Durability) => Promise<Omit<BackupFile, 'path'> | undefined>;

/** A table may be dropped meanwhile: its file is not needed then, since the WAL drops it again. */
const copyUnlessGone: FileCopy = (from, to, durability) => copyBackupFile(from, to, durability).catch(ignoreGone);

/**
 * The WAL has no full-page images of the control file, so it is read until two reads are equal: a copy of a
 * half-written one would be useless.
 */
const copyControlFile: FileCopy = async (from, to, durability) => {
  let content = await readFile(from);
  for (let again = await readFile(from); !again.equals(content); again = await readFile(from)) content = again;
  return await writeNewFile(to, [content], durability);
};

function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The names of the WAL files from `first` to `last`: 8 hex digits each of timeline, part of 4 GB, and segment in it. */
function walFiles(first: string, last: string, segmentBytes: number): string[] {
  const segmentsPerPart = 2 ** 32 / segmentBytes;
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerPart + Number.parseInt(name.slice(16), 16);
  const names: string[] = [];
  for (let number = numberOf(first); number <= numberOf(last); number += 1) {
    names.push(`${first.slice(0, 8)}${hex(Math.floor(number / segmentsPerPart))}${hex(number % segmentsPerPart)}`);
  }
  return names;
}

/** The names of the files beside the database: the secret key, and other files of the operator. */
async function otherFiles(dataDir: string): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(dataDir)) {
    if (!ownFile.test(name) && (await lstat(path.join(dataDir, name))).isFile()) names.push(name);
  }
  return names;
}
