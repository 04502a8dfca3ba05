/**
 * Where the databases of the two environments are: in the PostgreSQL of the operator, or in the embedded one.
 */
import type pg from 'pg';
import type { Logger } from 'pino';
import { CliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { assertContainsDatabase } from '../data-dir.ts';
import { type DiskSpaceMonitor, watchDiskSpace } from '../disk-space.ts';
import type { EnvironmentName } from '../environment.ts';
import { AppError } from '../errors.ts';
import type { HealthCheck } from '../health.ts';
import { serveStartupProbes } from '../http/startup-probes.ts';
import type { Metrics } from '../metrics.ts';
import { withNewConnection } from './connections.ts';
import { createDatabaseIfMissing } from './create-database.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, openEmbeddedPostgres } from './embedded.ts';
import { postgresDataFolderOf } from './embedded-data-folder.ts';
import { type EmbeddedPostgresSupervisor, superviseEmbeddedPostgres } from './embedded-supervisor.ts';

/** The databases of both environments: how to connect to them, and their supervision by the server. */
export interface Databases {
  /** Options of a pool for the database of each environment. */
  readonly production: pg.PoolConfig;
  readonly test: pg.PoolConfig;
  /** Whether their role may set `log_min_messages`: the embedded one may; the operator grants it for another. */
  readonly canSetLogLevel: boolean;
  /**
   * For the server: keeps the embedded PostgreSQL running and watches the space on its disk, until `stop`. Does nothing
   * for a database of the operator's.
   */
  watch(logger: Logger): Promise<DatabaseWatch>;
  /**
   * Throws `Unavailable` while changes must not be started: the embedded PostgreSQL is away, its data is gone, or its
   * disk is nearly full. Cheap: it reads the results of the last checks.
   */
  assertWritable(): void;
  /** To be called when all connections are closed: ends the embedded PostgreSQL, unless others work with it. */
  stop(): Promise<void>;
}

/** The health checks and metrics of watched databases. */
export interface DatabaseWatch {
  readonly checks: readonly HealthCheck[];
  registerMetrics(metrics: Metrics): void;
}

/** `serve` is the one server of the data directory. The others work beside it; `command` never creates a database. */
type ProcessRole = 'serve' | 'migrate' | 'command';

/** Names of the checks of the embedded PostgreSQL. */
export const embeddedPostgresCheckNames = ['database process', 'disk'] as const;

/**
 * The databases for one process of several: their supervisor has opened them as `serve` and watches them.
 * @param checks those of the supervisor, by the names in `embeddedPostgresCheckNames`
 */
export async function openSharedDatabases(config: Config, checks: readonly HealthCheck[]): Promise<Databases> {
  const databases = await openDatabases(config, 'command');
  if (config.databaseUrl !== undefined) return databases;
  return {
    ...databases,
    watch: async () => ({ checks, registerMetrics: () => undefined }),
    assertWritable: () => assertWritable(checks),
  };
}

/** Throws `Unavailable` when one of `embeddedPostgresCheckNames` fails. */
function assertWritable(checks: readonly HealthCheck[]): void {
  for (const check of checks) {
    if (check.notReadyReason() === undefined) continue;
    throw check.name === 'disk' ? unavailable(diskNearlyFull, 30) : unavailable(databaseUnavailable, 5);
  }
}

/**
 * Finds both databases. Unless the role is `command`, it creates missing embedded databases, and a missing test
 * database beside `DATABASE_URL`. Throws `CliError` when the operator's PostgreSQL cannot be reached, lacks the
 * database, or is older than version 15; when `command` finds no embedded database; and as `openEmbeddedPostgres` does.
 * @param environments those that are used; of the operator's databases only these are checked, and a test database only if
 * `TEST_DATABASE_URL` names it
 * @param onRecovery called again and again while the embedded PostgreSQL takes long to start
 */
export async function openDatabases(
  config: Config,
  role: ProcessRole,
  environments: readonly EnvironmentName[] = ['production', 'test'],
  { onRecovery }: Pick<EmbeddedPostgresOptions, 'onRecovery'> = {},
): Promise<Databases> {
  const create = role !== 'command';
  if (config.databaseUrl !== undefined) {
    return openExternalDatabases(config.databaseUrl, config, create, environments);
  }
  if (!create) assertContainsDatabase(config.dataDir);
  const embedded = await openEmbeddedPostgres(config, { role: role === 'serve' ? 'serve' : 'command', onRecovery });
  try {
    if (create) {
      await embedded.ensureDatabase('dray');
      await embedded.ensureDatabase('dray_test');
    }
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  let watched: { readonly supervisor: EmbeddedPostgresSupervisor; readonly disk: DiskSpaceMonitor } | undefined;
  return {
    production: { ...embedded.connectionOptions('dray'), max: config.poolSize },
    test: { ...embedded.connectionOptions('dray_test'), max: config.poolSize },
    canSetLogLevel: true,
    watch: async (logger) => {
      const supervisor = superviseEmbeddedPostgres(embedded, { logger });
      const disk = watchDiskSpace({
        folder: config.dataDir,
        minFreeBytes: config.minFreeDiskBytes,
        logger,
        onShortage: () => checkpoint(embedded),
      });
      watched = { supervisor, disk };
      await disk.measure();
      return {
        checks: [supervisor, disk],
        registerMetrics: (metrics) => addDatabaseMetrics(metrics, supervisor, disk),
      };
    },
    assertWritable: () => {
      if (watched !== undefined) assertWritable([watched.supervisor, watched.disk]);
    },
    stop: async () => {
      watched?.disk.stop();
      await watched?.supervisor.stop();
      await embedded.stop();
    },
  };
}

/**
 * Opens the databases as the server. While the embedded one recovers from a crash, which may take minutes, the probes reply
 * with the reason.
 */
export async function openServerDatabases(config: Config, logger: Logger): Promise<Databases> {
  const probes = serveStartupProbes(config, logger);
  try {
    return await openDatabases(config, 'serve', undefined, { onRecovery: probes.report });
  } finally {
    await probes.close();
  }
}

const databaseUnavailable = 'The database is temporarily unavailable. Try again.';
const diskNearlyFull =
  "The server's disk is nearly full. Changes are rejected until there is space again; reads still work.";

function unavailable(reason: string, retryAfterSeconds: number): AppError {
  return new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds });
}

/** Runs a checkpoint, so that PostgreSQL can remove or reuse WAL segments: up to 4 GB between two checkpoints. */
async function checkpoint(embedded: EmbeddedPostgres): Promise<void> {
  await withNewConnection(embedded.connectionOptions('postgres'), 600_000, (client) => client.query('checkpoint'));
}

function addDatabaseMetrics(metrics: Metrics, supervisor: EmbeddedPostgresSupervisor, disk: DiskSpaceMonitor): void {
  metrics.counter('dray_database_restarts_total', 'Restarts of the embedded PostgreSQL.', () => ({
    '': supervisor.restarts(),
  }));
  metrics.gauge('dray_disk_free_bytes', 'Free space of the file system of DATA_DIR.', () => {
    const free = disk.freeBytes();
    return free === undefined ? {} : { '': free };
  });
}

const minServerVersion = 150_000;

async function openExternalDatabases(
  url: string,
  { testDatabaseUrl: testUrl, poolSize: max }: Pick<Config, 'testDatabaseUrl' | 'poolSize'>,
  create: boolean,
  environments: readonly EnvironmentName[],
): Promise<Databases> {
  const test = testUrl ?? defaultTestUrl(url);
  const missing = testUrl === undefined && create ? databaseName(test) : undefined;
  const canSetLogLevel: boolean[] = [];
  if (environments.includes('production')) canSetLogLevel.push(await checkServer('DATABASE_URL', url, missing));
  if (testUrl !== undefined && environments.includes('test')) {
    canSetLogLevel.push(await checkServer('TEST_DATABASE_URL', testUrl, undefined));
  }
  return {
    production: { connectionString: url, max },
    test: { connectionString: test, max },
    canSetLogLevel: canSetLogLevel.every((can) => can),
    watch: async () => ({ checks: [], registerMetrics: () => undefined }),
    assertWritable: () => undefined,
    stop: async () => undefined,
  };
}

/**
 * Throws `CliError` unless the server has migrated this database before: a command that is pointed at another database
 * must not write a schema into it.
 */
export async function assertDatabaseMigrated(pool: Pick<pg.ClientBase, 'query'>): Promise<void> {
  let migrated: boolean;
  try {
    const { rows } = await pool.query<{ migrated: boolean }>(
      `select to_regclass('schema_migrations') is not null as migrated`,
    );
    migrated = rows[0]?.migrated ?? false;
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    migrated = false;
  }
  if (migrated) return;
  throw new CliError('this database is empty or does not exist: start the server or run "dray migrate" to set it up');
}

/** Describes the databases that the settings name, for messages to people: without passwords. */
export function describeDatabases(
  config: Pick<Config, 'databaseUrl' | 'testDatabaseUrl' | 'dataDir'>,
  environments: readonly EnvironmentName[],
): string {
  const { databaseUrl, testDatabaseUrl, dataDir } = config;
  const names = environments.map((environment) => {
    const production = environment === 'production';
    if (databaseUrl === undefined) return `${environment} database ${production ? 'dray' : 'dray_test'}`;
    const url = production ? databaseUrl : (testDatabaseUrl ?? defaultTestUrl(databaseUrl));
    return `${environment} database ${publicUrl(url)}`;
  });
  return `${names.join(' and ')}${databaseUrl === undefined ? ` in ${postgresDataFolderOf(dataDir)}` : ''}`;
}

function publicUrl(text: string): string {
  const url = new URL(text);
  const host = url.searchParams.get('host');
  url.password = '';
  url.search = host === null ? '' : `?host=${host}`;
  return url.href;
}

/** The same server, the database `NAME_test`. */
function defaultTestUrl(url: string): string {
  const test = new URL(url);
  test.pathname = `${test.pathname}_test`;
  return test.href;
}

function databaseName(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** Checks the server and its version, creates `testDatabase` on it if missing, and returns whether the role may set `log_min_messages`. */
async function checkServer(
  setting: string,
  connectionString: string,
  testDatabase: string | undefined,
): Promise<boolean> {
  try {
    return await withNewConnection({ connectionString }, 10_000, async (client) => {
      const { rows } = await client.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      );
      const version = rows[0]?.version ?? 0;
      if (version < minServerVersion) {
        throw new CliError(`${setting} is PostgreSQL ${Math.floor(version / 10_000)}: version 15 or newer is needed`);
      }
      if (testDatabase !== undefined) await ensureTestDatabase(client, testDatabase);
      const privilege = await client.query<{ can: boolean }>(
        `select has_parameter_privilege('log_min_messages', 'set') as can`,
      );
      return privilege.rows[0]?.can ?? false;
    });
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const { message, code } = cause as Error & { readonly code?: string };
    const advice = adviceFor[code ?? ''] ?? adviceOnMessages.find(([text]) => message.includes(text))?.[1];
    throw new CliError(`${setting} cannot be used: ${message || code}${advice === undefined ? '' : `: ${advice}`}`, 1, {
      cause,
    });
  }
}

/** Advice to the operator by the code of the error. */
const adviceFor: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'check its host and port, and that PostgreSQL is running there',
  ENOTFOUND: 'check the name of its host',
  '3D000': 'create the database, or correct its name',
  '28P01': 'correct its user or password',
  '28000': 'correct its user or password, or permit the connection in pg_hba.conf',
};

/** Errors of the driver itself have no code. */
const adviceOnMessages: readonly (readonly [string, string])[] = [
  ['password must be a string', 'PostgreSQL asks for a password: add it to the URL, or set PGPASSWORD'],
  ['does not support SSL', 'switch `ssl` on in PostgreSQL, or remove sslmode from the URL'],
];

async function ensureTestDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await createDatabaseIfMissing(client, name);
  } catch (cause) {
    throw new CliError(
      `the database ${name} for the test environment could not be created (${(cause as Error).message}): create it, or set TEST_DATABASE_URL`,
      1,
      { cause },
    );
  }
}
