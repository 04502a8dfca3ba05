/**
 * Before all tests: one PostgreSQL for the run, and in it the migrated and the seeded database, the templates that test
 * files clone. With DRAY_TEST_POSTGRES_URL (a superuser's) a given server is used instead of the embedded one, so that the
 * tests can run on the oldest PostgreSQL that is supported.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type ConnectionOptions, openEmbedded } from '../../src/platform/db/embedded.ts';
import { postgresMajor } from '../../src/platform/db/embedded-binaries.ts';
import { tryLock } from '../../src/platform/db/embedded-lock.ts';
import { findPostmaster, stopPostmaster } from '../../src/platform/db/embedded-postmaster.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { seedDatabase } from './seeded-database.ts';

/** What a test file needs to clone a template: options of `pg` for any database of the server. */
export interface TestServer {
  readonly options: pg.ClientConfig;
  /** Migrated, without any row. */
  readonly migrated: string;
  /** Migrated, with the partitions and the operator data that the program creates when it starts. */
  readonly seeded: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

const migrations = path.resolve(import.meta.dirname, '../../migrations');

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.DRAY_TEST_POSTGRES_URL;
  const server = given ? givenServer(given) : await embeddedServer();
  const migrated = `dray_migrated_${process.pid}`;
  const seeded = `dray_seeded_${process.pid}`;
  try {
    await administer(server.options, `create database ${migrated}`);
    const pool = new pg.Pool({ ...server.options, database: migrated, max: 1 });
    try {
      await migrate(pool, migrations);
    } finally {
      await pool.end();
    }
    await administer(server.options, `create database ${seeded} template ${migrated}`);
    await seedDatabase({ ...server.options, database: seeded });
  } catch (error) {
    await server.stop();
    throw error;
  }
  const runFolder = mkdtempSync(path.join(os.tmpdir(), 'dray-run-'));
  project.provide('runFolder', runFolder);
  project.provide('testServer', { options: server.options, migrated, seeded });
  return async () => {
    await administer(server.options, `drop database ${migrated} with (force)`);
    await administer(server.options, `drop database ${seeded} with (force)`);
    await server.stop();
    rmSync(runFolder, { recursive: true, force: true });
  };
}

interface Server {
  readonly options: pg.ClientConfig;
  stop(): Promise<void>;
}

function givenServer(url: string): Server {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const options: pg.ClientConfig = {
    host: searchParams.get('host') ?? hostname,
    port: port ? Number(port) : 5432,
    user: decodeURIComponent(username),
    database: 'postgres',
  };
  if (password) options.password = decodeURIComponent(password);
  return { options, stop: async () => undefined };
}

const folderPrefix = 'dray-test-';

/** Ends what runs that were killed have left behind. A run holds its lock as long as it lives. */
async function removeAbandoned(): Promise<void> {
  const aMinuteAgo = Date.now() - 60_000;
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = path.join(os.tmpdir(), name);
    const { uid, mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: -1, mtimeMs: 0 };
    if (uid !== process.getuid?.() || mtimeMs > aMinuteAgo) continue;
    const lock = tryLock(path.join(folder, 'server.lock'), 'exclusive');
    if (lock === undefined) continue;
    const postgres = path.join(folder, `postgres-${postgresMajor}`);
    const socket = findPostmaster(postgres)?.socketFolder;
    await stopPostmaster(postgres);
    lock.release();
    rmSync(folder, { recursive: true, force: true });
    if (socket) rmSync(socket, { recursive: true, force: true });
  }
}

async function embeddedServer(): Promise<Server> {
  await removeAbandoned();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), folderPrefix));
  const embedded = await openEmbedded({ dataDir }, { role: 'serve', durability: { fsync: false } });
  const options: ConnectionOptions = embedded.connectionOptions('postgres');
  return {
    options: { ...options },
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function administer(options: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
