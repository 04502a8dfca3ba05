/** Backups of a database in use, and what a restore refuses (decision 19). */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUp, type CompletedBackup } from '../../src/platform/db/backup.ts';
import { type BackupFile, writeBackupFileList, writeNewFile } from '../../src/platform/db/backup-files.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { restoreBackup } from '../../src/platform/db/restore.ts';
import { dray } from '../commands/dray.ts';

let folder: string;
let embedded: EmbeddedPostgres;
let pool: pg.Pool;
let completed: CompletedBackup;

const at = (name: string) => path.join(folder, name);
const durability = { fsync: false };
const count = async (from: pg.Pool, table: string) =>
  (await from.query(`select count(*)::int as n from ${table}`)).rows[0].n;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-backup-'));
  embedded = await openEmbeddedPostgres({ dataDir: at('data') }, { role: 'serve', durability });
  writeFileSync(at('data/secret-key'), 'k'.repeat(43), { mode: 0o600 });
  writeFileSync(at('data/note.txt'), 'of the operator');
  await embedded.ensureDatabase('own');
  pool = new pg.Pool({ ...embedded.connectionOptions('own'), max: 2 });
  pool.on('error', () => undefined);
  await pool.query('create table before (n int); insert into before select generate_series(1, 1000)');
  await pool.query('create table dropped (n int); insert into dropped select generate_series(1, 1000)');
  completed = await backUp({
    dataDir: at('data'),
    database: embedded.connectionOptions('own'),
    folder: at('backup'),
    durability,
    // None of this is in the copied files: it is restored from the write-ahead log. Without the slot, the checkpoints
    // would remove the log that the backup needs.
    onFilesCopied: async () => {
      await pool.query('create table meanwhile (n int); insert into meanwhile select generate_series(1, 5000)');
      await pool.query('drop table dropped; delete from before where n <= 10');
      for (let times = 0; times < 3; times += 1) {
        await pool.query('insert into meanwhile values (0)');
        await pool.query('select pg_switch_wal()');
        await pool.query('checkpoint');
      }
    },
  });
  await pool.query('create table afterwards (n int)');
});
afterAll(async () => {
  await pool?.end();
  await embedded?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A complete backup of two small files, which a test may damage. */
async function smallBackup(name: string): Promise<string> {
  const backup = at(name);
  mkdirSync(path.join(backup, 'postgres-18/global'), { recursive: true });
  const files: BackupFile[] = [];
  for (const file of ['postgres-18/global/pg_control', 'secret-key']) {
    files.push({
      path: file,
      ...(await writeNewFile(path.join(backup, file), [Buffer.alloc(8_192, file)], durability)),
    });
  }
  await writeBackupFileList(backup, {
    postgresMajor: 18,
    startedAt: '2026-11-20T10:00:00Z',
    completedAt: '2026-11-20T10:00:01Z',
    hasSecretKey: true,
    folders: ['postgres-18', 'postgres-18/global'],
    files,
  });
  return backup;
}

/** What others than the owner could read. */
function publicPaths(root: string): string[] {
  return ['', ...readdirSync(at(root), { recursive: true, encoding: 'utf8' })].filter((name) => {
    const found = statSync(path.join(at(root), name));
    return (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600);
  });
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  );
}

test('a restored database has every change until the end of the backup, no later one, and is private', async () => {
  await restoreBackup(at('backup'), at('restored'), durability);
  expect([...publicPaths('backup'), ...publicPaths('restored')]).toEqual([]);
  const second = await openEmbeddedPostgres({ dataDir: at('restored') }, { role: 'serve', durability });
  const restored = new pg.Pool({ ...second.connectionOptions('own'), max: 1 });
  restored.on('error', () => undefined);
  try {
    expect(await count(restored, 'before')).toBe(990);
    expect(await count(restored, 'meanwhile')).toBe(5003);
    const { rows } = await restored.query(
      `select to_regclass('dropped') as dropped, to_regclass('afterwards') as afterwards,
              (select count(*)::int from pg_replication_slots) as slots`,
    );
    expect(rows).toEqual([{ dropped: null, afterwards: null, slots: 0 }]);
    // It can be written, and survives another start.
    await restored.query('insert into meanwhile values (1)');
  } finally {
    await restored.end();
    await second.stop();
  }
  expect(readFileSync(at('restored/secret-key'), 'utf8')).toBe('k'.repeat(43));
  expect(readFileSync(at('restored/note.txt'), 'utf8')).toBe('of the operator');
});

test('a backup leaves no slot behind, and contains neither logs nor locks', async () => {
  const { rows } = await pool.query('select count(*)::int as n from pg_replication_slots');
  expect(rows[0].n).toBe(0);
  expect(readdirSync(at('backup')).sort()).toEqual(['dray-backup.json', 'note.txt', 'postgres-18', 'secret-key']);
  expect(readdirSync(at('backup/postgres-18/log'))).toEqual([]);
  expect(existsSync(at('backup/postgres-18/postmaster.pid'))).toBe(false);
  expect(completed.hasSecretKey).toBe(true);
});

test('a backup is refused in a folder that is not empty, and in the data directory', async () => {
  const database = embedded.connectionOptions('own');
  const options = { dataDir: at('data'), database, durability };
  expect(await reasonOf(backUp({ ...options, folder: at('backup') }))).toMatch(/not empty: choose a new folder/);
  expect(await reasonOf(backUp({ ...options, folder: at('data/backups/1') }))).toMatch(/is in DATA_DIR/);
  // In a file system without folders, such as /proc, `mkdir` with `recursive` never returns.
  expect(await reasonOf(backUp({ ...options, folder: '/proc/dray/backup' }))).toMatch(/^\S+ cannot be used: ENOENT/);
  expect(existsSync(at('data/backups'))).toBe(false);
});

test('a backup is refused when the secret key beside the database is not its own', async () => {
  const settings = { DATA_DIR: at('data'), DATABASE_URL: '', TEST_DATABASE_URL: '', SECRET_KEY: '', CONFIG_FILE: '' };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  for (const database of ['dray', 'dray_test']) await embedded.ensureDatabase(database);
  const testDatabase = new pg.Pool({ ...embedded.connectionOptions('dray_test'), max: 1 });
  try {
    await testDatabase.query(`create table secret_key_check as select 'of another key'::bytea as value`);
    expect(await dray('backup', at('refused'))).toEqual({
      code: 1,
      refused: expect.stringMatching(/^the secret key is not the one that the test database was written with/),
    });
    expect(existsSync(at('refused'))).toBe(false);
  } finally {
    vi.unstubAllEnvs();
    await testDatabase.end();
  }
});

test('a backup that was cut is recognized: no restore, and no start of a server', async () => {
  const database = embedded.connectionOptions('own');
  const cut = backUp({
    dataDir: at('data'),
    database,
    folder: at('cut'),
    durability,
    onFilesCopied: async () => {
      await pool.query(
        `select pg_terminate_backend(active_pid, 60000) from pg_replication_slots where slot_name like 'dray_backup_%'`,
      );
    },
  });
  expect(await reasonOf(cut)).toMatch(/the backup in .*cut is incomplete: /);
  expect(await reasonOf(restoreBackup(at('cut'), at('from-cut'), durability))).toMatch(
    /incomplete: it was started at 20.* never completed/,
  );
  expect(existsSync(at('from-cut'))).toBe(false);
  expect(await reasonOf(openEmbeddedPostgres({ dataDir: at('cut') }, { role: 'serve', durability }))).toMatch(
    /is a backup/,
  );
});

test.each([
  ['a file is missing', (backup: string) => rmSync(path.join(backup, 'postgres-18/global/pg_control')), /is missing/],
  [
    'a file was cut',
    (backup: string) => truncateSync(path.join(backup, 'postgres-18/global/pg_control'), 100),
    /pg_control was changed or truncated/,
  ],
  [
    'a file was changed',
    (backup: string) => {
      const file = path.join(backup, 'secret-key');
      writeFileSync(file, Buffer.from(readFileSync(file).toReversed()));
    },
    /secret-key was/,
  ],
  ['the list was cut', (backup: string) => truncateSync(path.join(backup, 'dray-backup.json'), 100), /is damaged/],
  ['the list is empty', (backup: string) => writeFileSync(path.join(backup, 'dray-backup.json'), 'null'), /is damaged/],
  [
    'the list has no files',
    (backup: string) => writeFileSync(path.join(backup, 'dray-backup.json'), '{"completedAt":"2026-01-01T00:00:00Z"}'),
    /is damaged/,
  ],
  [
    'the list cannot be read',
    (backup: string) => {
      rmSync(path.join(backup, 'dray-backup.json'));
      mkdirSync(path.join(backup, 'dray-backup.json'));
    },
    /dray-backup\.json cannot be read: EISDIR/,
  ],
  ['the list is missing', (backup: string) => rmSync(path.join(backup, 'dray-backup.json')), /is not a backup/],
  [
    'a file lies outside',
    (backup: string) => {
      const list = JSON.parse(readFileSync(path.join(backup, 'dray-backup.json'), 'utf8'));
      list.files[0].path = '../outside';
      writeFileSync(path.join(backup, 'dray-backup.json'), JSON.stringify(list));
    },
    /outside of the backup/,
  ],
  [
    'it is of another major version',
    (backup: string) => {
      const list = JSON.parse(readFileSync(path.join(backup, 'dray-backup.json'), 'utf8'));
      writeFileSync(path.join(backup, 'dray-backup.json'), JSON.stringify({ ...list, postgresMajor: 17 }));
    },
    /is of PostgreSQL 17, but this version runs 18/,
  ],
])('a damaged backup is refused: %s', async (name, damage, reason) => {
  const backup = await smallBackup(`damaged: ${name}`);
  await restoreBackup(backup, at(`not damaged: ${name}`), durability);
  damage(backup);
  const target = at(`from ${name}`);
  expect(await reasonOf(restoreBackup(backup, target, durability))).toMatch(reason);
  expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
});

test('a restore is refused in a folder that is not empty, and a cut restore does not start', async () => {
  mkdirSync(at('used'));
  writeFileSync(at('used/a'), '');
  expect(await reasonOf(restoreBackup(at('backup'), at('used'), durability))).toMatch(/only into an empty folder/);
  expect(await reasonOf(restoreBackup(at('backup'), at('data'), durability))).toMatch(/only into an empty folder/);
  mkdirSync(at('half/postgres-18.restoring'), { recursive: true });
  expect(await reasonOf(openEmbeddedPostgres({ dataDir: at('half') }, { role: 'serve', durability }))).toMatch(
    /was not completely restored: empty it/,
  );
  expect(await reasonOf(restoreBackup(at('backup'), at('half'), durability))).toMatch(/only into an empty folder/);
});
