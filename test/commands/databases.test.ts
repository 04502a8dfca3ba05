/** Which databases commands work with: never one that they create, and always named. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSystem } from '../../src/compose.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { recordDatabaseKeyAndEnvironment } from '../../src/platform/db/database-claim.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { openTestDatabase, type TestDatabase, urlOf } from '../support/database.ts';
import { privateFolder } from '../support/process.ts';
import { dray, drayOnTerminal, useDatabases } from './dray.ts';

let folder: ReturnType<typeof privateFolder>;

beforeEach(() => {
  folder = privateFolder();
  // Otherwise each start begins a build of the portal that ends with the refusal.
  vi.stubEnv('PORTAL', 'off');
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

describe('without an external database', () => {
  let dataDir: string;

  beforeEach(() => {
    dataDir = path.join(folder.path, 'data');
    for (const name of ['DATABASE_URL', 'TEST_DATABASE_URL', 'SECRET_KEY', 'CONFIG_FILE']) vi.stubEnv(name, '');
    vi.stubEnv('DATA_DIR', dataDir);
  });

  const refusal = {
    code: 1,
    refused: expect.stringMatching(
      /^there is no database in DATA_DIR .*\/data: start the server or run "dray migrate"/,
    ),
  };

  test('a command refuses a folder that has no database, names it, and leaves it alone', async () => {
    expect(await dray('customer', 'list')).toEqual(refusal);
    expect(await dray('customer', 'list')).toMatchObject({ refused: expect.stringContaining(dataDir) });
    expect(existsSync(dataDir)).toBe(false);
    mkdirSync(dataDir);
    vi.stubEnv('SECRET_KEY', 'a test key of at least 32 characters');
    expect(await dray('verify')).toEqual(refusal);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('nothing starts on a database whose secret key is missing', async () => {
    const database = path.join(dataDir, 'postgres-18');
    mkdirSync(database, { recursive: true });
    writeFileSync(path.join(database, 'PG_VERSION'), '18\n');
    for (const command of ['serve', 'migrate', 'verify']) {
      expect(await dray(command)).toEqual({
        code: 1,
        refused: expect.stringMatching(
          /secret-key is missing, and the database beside it .* set SECRET_KEY to its content$/,
        ),
      });
    }
    expect(readdirSync(dataDir)).toEqual(['postgres-18']);
  });
});

async function newestMonth({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select max(inhrelid::regclass::text) as name from pg_inherits where inhparent = 'log'::regclass`,
  );
  return rows[0]?.name ?? '';
}

describe('with an external database', () => {
  let production: TestDatabase;
  let testDatabase: TestDatabase;
  let empty: TestDatabase;

  beforeAll(async () => {
    [production, testDatabase, empty] = await Promise.all([
      openTestDatabase(),
      openTestDatabase(),
      openTestDatabase('empty'),
    ]);
  });
  afterAll(() => Promise.all([production, testDatabase, empty].map((database) => database.drop())));

  test('a command leaves a database alone that the server has never used', async () => {
    useDatabases(production, empty);
    expect(await dray('verify')).toEqual({ code: 1, refused: expect.stringMatching(/^this database is empty or/) });
    const { rows } = await empty.pool.query(`select tablename from pg_tables where schemaname = 'public'`);
    expect(rows).toEqual([]);
  });

  test('another secret key than that of the databases is refused, and nothing is changed', async () => {
    const [first, second] = await Promise.all([openTestDatabase(), openTestDatabase()]);
    try {
      useDatabases(first, second);
      expect(await dray('customer', 'list')).toMatchObject({ code: 0 });
      vi.stubEnv('SECRET_KEY', 'a wrong key of at least 32 characters');
      // Every start creates the missing partitions.
      const month = await newestMonth(first);
      await first.pool.query(`drop table ${month}`);
      const copy = ['copy-database', '--to', urlOf(empty), '--test-to', urlOf(testDatabase)];
      for (const command of [['customer', 'list'], ['migrate'], ['sql', 'select 1'], copy]) {
        expect(await dray(...command)).toEqual({
          code: 1,
          refused: expect.stringMatching(
            /^the secret key is not the one that the \w+ database was .*nothing was changed/,
          ),
        });
      }
      const config = await loadConfig();
      await expect(openSystem(config, createLogger(config), 'serve')).rejects.toThrow(/^the secret key is not the one/);
      expect(await newestMonth(first)).not.toBe(month);
      // The operator has lost the key, and accepts another one.
      for (const environment of ['production', 'test']) {
        const accept = [
          'sql',
          '--ignore-secret-key',
          '--write',
          '--environment',
          environment,
          'delete from secret_key_check',
        ];
        expect(await dray(...accept)).toMatchObject({ code: 0 });
      }
      expect(await dray('customer', 'list')).toMatchObject({ code: 0 });
    } finally {
      await Promise.all([first.drop(), second.drop()]);
    }
  });

  test('exchanged databases are refused, and nothing is changed', async () => {
    const [first, second] = await Promise.all([openTestDatabase(), openTestDatabase()]);
    try {
      useDatabases(first, second);
      expect(await dray('customer', 'list')).toMatchObject({ code: 0 });
      useDatabases(second, first);
      // Every start creates the missing partitions.
      const month = await newestMonth(second);
      await second.pool.query(`drop table ${month}`);
      const copy = ['copy-database', '--to', urlOf(empty), '--test-to', urlOf(testDatabase)];
      for (const command of [['customer', 'list'], ['verify'], ['migrate'], ['sql', 'select 1'], copy]) {
        expect(await dray(...command)).toEqual({
          code: 1,
          refused: expect.stringMatching(/ was written as that of the (production|test) environment, and nothing was/),
        });
      }
      const config = await loadConfig();
      await expect(openSystem(config, createLogger(config), 'serve')).rejects.toThrow(/DATABASE_URL .* are exchanged/);
      expect(await newestMonth(second)).not.toBe(month);
      // A database of an earlier version is of the environment that it is first used as.
      await Promise.all(
        [first, second].map(({ pool }) => pool.query('update secret_key_check set environment = null')),
      );
      expect(await dray('customer', 'list')).toMatchObject({ code: 0 });
      useDatabases(first, second);
      expect(await dray('customer', 'list')).toMatchObject({ code: 1 });
      // Of two first starts at once, the second one finds what the first has stored.
      const stored = recordDatabaseKeyAndEnvironment(first.pool, config.secretKey, 'production');
      await expect(stored).rejects.toThrow(/ was written as that of the test environment/);
    } finally {
      await Promise.all([first.drop(), second.drop()]);
    }
  });

  test('where one database is newer than the program, the other is not migrated', async () => {
    const [older, newer] = await Promise.all([openTestDatabase(), openTestDatabase()]);
    try {
      useDatabases(older, newer);
      const missing = `delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`;
      const { rows: removed } = await older.pool.query<{ name: string }>(missing);
      await newer.pool.query(`insert into schema_migrations (name, checksum) values ('9999-of-a-later-version', '')`);
      const refused = /^the database is newer than this program: it has migration 9999-of-a-later-version/;
      const config = await loadConfig();
      await expect(openSystem(config, createLogger(config), 'serve')).rejects.toThrow(refused);
      expect(await dray('migrate')).toEqual({ code: 1, refused: expect.stringMatching(refused) });
      const { rows: applied } = await older.pool.query<{ name: string }>('select name from schema_migrations');
      expect(applied).not.toContainEqual(removed[0]);
      useDatabases(production, testDatabase);
      const copy = ['copy-database', '--to', urlOf(empty), '--test-to', urlOf(newer)];
      expect(await dray(...copy)).toEqual({ code: 1, refused: expect.stringMatching(refused) });
      const { rows: created } = await empty.pool.query(`select tablename from pg_tables where schemaname = 'public'`);
      expect(created).toEqual([]);
    } finally {
      await Promise.all([older.drop(), newer.drop()]);
    }
  });

  test('a command does not create the test database', async () => {
    useDatabases(production, testDatabase);
    vi.stubEnv('TEST_DATABASE_URL', '');
    expect(await dray('verify')).toEqual({ code: 1, refused: expect.stringMatching(/^this database is empty or/) });
    const { rows } = await production.pool.query('select 1 from pg_database where datname = $1', [
      `${production.name}_test`,
    ]);
    expect(rows).toEqual([]);
  });

  test('errors name the database, and with --verbose every command does, before or after its name', async () => {
    useDatabases(production, testDatabase);
    vi.stubEnv('DATABASE_URL', process.env.DATABASE_URL?.replace('@', ':hush@'));
    const { err, ran } = await drayOnTerminal('hold', 'list', '--environment', 'production', '--customer', 'UNKNOWN');
    expect(err).toMatch(
      new RegExp(
        `^dray: There is no customer "UNKNOWN".* \\[production database postgres://.*${production.name}.*\\]\n$`,
      ),
    );
    expect(err).not.toContain('hush');
    expect(ran).toMatchObject({ code: 1 });
    const inTest = new RegExp(`^dray: test database postgres://.*${testDatabase.name}`);
    const list = ['customer', 'list', '--environment', 'test'];
    expect(await drayOnTerminal(...list, '--verbose')).toMatchObject({
      ran: { code: 0 },
      err: expect.stringMatching(inTest),
    });
    expect(await drayOnTerminal('--verbose', ...list)).toMatchObject({ err: expect.stringMatching(inTest) });
    expect(await drayOnTerminal(...list)).toMatchObject({ err: '' });
    const { err: both } = await drayOnTerminal('verify', '--verbose');
    expect(both).toMatch(
      new RegExp(`production database .*${production.name}.* and test database .*${testDatabase.name}`),
    );
  });

  test('a variable that looks like a misspelled setting is warned of, without its value', async () => {
    useDatabases(production, testDatabase);
    vi.stubEnv('DATABSE_URL', 'postgres://hush');
    const { ran, err } = await drayOnTerminal('customer', 'list');
    expect(ran).toMatchObject({ code: 0 });
    expect(err).toBe('dray: warning: DATABSE_URL is not a setting and has no effect; did you mean DATABASE_URL?\n');
  });

  test('the earlier name of --customer is still read', async () => {
    useDatabases(production, testDatabase);
    const create = ['customer', 'create', '--environment', 'test', '--name', 'A Winery'];
    expect(await dray(...create, '--customer', 'W1')).toMatchObject({ code: 0 });
    expect(await dray(...create, '--no', 'W2')).toMatchObject({ code: 0 });
    const token = ['token', 'create', '--environment', 'test'];
    expect(await dray(...token, '--no', 'W1')).toMatchObject({ code: 0 });
    expect(await dray(...token, '--customer', 'W2')).toMatchObject({ code: 0 });
    const members = ['membership', 'list', '--environment', 'test'];
    expect(await dray(...members, '--no', 'W1')).toMatchObject({ out: expect.stringContaining('write') });
    expect(await dray(...token)).toMatchObject({ code: 2, refused: expect.stringContaining('--customer') });
  });
});
