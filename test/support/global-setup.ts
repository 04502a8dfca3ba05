/**
 * Before all tests: one PostgreSQL for the run, and in it the migrated and the seeded database, the templates that test
 * files clone. With DRAY_TEST_POSTGRES_URL (a superuser's) a given server is used instead of the embedded one, so that the
 * tests can run on the oldest PostgreSQL that is supported. With CITUS_DATABASE_URL both are distributed over its cluster.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgresConnectionOptions, openEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { pictures, seesAllLooks } from '../portal/extent.ts';
import {
  type CitusNodes,
  citusNodes,
  cloneOnCluster,
  closeTemplate,
  createOnCluster,
  distributeDatabase,
  dropOnCluster,
} from './citus.ts';
import { makeRunFolder, removeAbandoned } from './run-folder.ts';
import { seedDatabase } from './seeded-database.ts';

/** Provided to each test file, so that it can clone a template. */
export interface TestServer {
  /** Options of `pg` for any database of the server. */
  readonly options: pg.ClientConfig;
  /** The nodes of the cluster of CITUS_DATABASE_URL; undefined without one. */
  readonly citus: CitusNodes | undefined;
  /** Migrated, with the migrations' rows alone. */
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
  await removeAbandoned();
  // Files of the portal add theirs to the folder.
  if (seesAllLooks) rmSync(pictures, { recursive: true, force: true });
  const runFolder = makeRunFolder();
  // The workers and the programs that they start inherit it.
  process.env.TMPDIR = runFolder.path;
  const citusUrl = process.env.CITUS_DATABASE_URL;
  const given = citusUrl ?? process.env.DRAY_TEST_POSTGRES_URL;
  const server = given ? givenServer(given) : await embeddedServer(path.join(runFolder.path, 'server'));
  const migrated = `dray_migrated_${process.pid}`;
  const seeded = `dray_seeded_${process.pid}`;
  const citus = citusUrl === undefined ? undefined : await citusNodes(citusUrl);
  try {
    if (citus === undefined) await administer(server.options, `create database ${migrated}`);
    else await createOnCluster(citus, server.options, migrated);
    const pool = new pg.Pool({ ...server.options, database: migrated, max: 1 });
    try {
      await migrate(pool, migrations);
    } finally {
      await pool.end();
    }
    if (citus === undefined) {
      await administer(server.options, `create database ${seeded} template ${migrated} strategy file_copy`);
      await seedDatabase({ ...server.options, database: seeded });
    } else {
      await distributeDatabase({ ...server.options, database: migrated });
      await closeTemplate(citus, server.options, migrated);
      await cloneOnCluster(citus, server.options, seeded, migrated);
      await seedDatabase({ ...server.options, database: seeded });
      await closeTemplate(citus, server.options, seeded);
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('runFolder', runFolder.path);
  project.provide('testServer', { options: server.options, citus, migrated, seeded });
  return async () => {
    for (const name of [migrated, seeded]) {
      if (citus === undefined) await administer(server.options, `drop database ${name} with (force)`);
      else await dropOnCluster(citus, server.options, name);
    }
    await server.stop();
    runFolder.remove();
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

async function embeddedServer(dataDir: string): Promise<Server> {
  mkdirSync(dataDir, { mode: 0o700 });
  const embedded = await openEmbeddedPostgres({ dataDir }, { role: 'serve', durability: { fsync: false } });
  const options: EmbeddedPostgresConnectionOptions = embedded.connectionOptions('postgres');
  return {
    options: { ...options },
    stop: () => embedded.stop(),
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
