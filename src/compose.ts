/** Starts the program from its settings: databases, environments, then the server and background work. */
import type { Logger } from 'pino';
import {
  generateSampleCarrierLocations,
  preloadCityIndex,
  preloadZipPlaces,
  seedCarrierLocations,
} from './addresses/index.ts';
import type { Api, createApi } from './api/server.ts';
import { createAuthenticator, registerRateLimitMetrics } from './auth/index.ts';
import { resolvesWithinMs } from './lib/settles-within.ts';
import {
  createOperatorSettingsCodeLists,
  readOperatorSettings,
  seedOperatorSettings,
  seedSampleWarehouseAddresses,
} from './operator-settings/index.ts';
import {
  ensureRecipientNameTrigramIndex,
  registerOrderIndexMetrics,
  startOrderIndexLogReader,
} from './order-index/index.ts';
import type { Config } from './platform/config.ts';
import { assertDatabaseKeyAndEnvironment, recordDatabaseKeyAndEnvironment } from './platform/db/database-claim.ts';
import {
  assertDatabaseMigrated,
  type Databases,
  type DatabaseWatch,
  openDatabases,
  openServerDatabases,
} from './platform/db/databases.ts';
import { type DbOptions, openDb } from './platform/db/db.ts';
import { assertCanBeMigrated, migrate, migrationsFolder } from './platform/db/migrate.ts';
import type { Environment, EnvironmentName } from './platform/environment.ts';
import { createReadSemaphore } from './platform/fair-semaphore.ts';
import type { HealthCheck } from './platform/health.ts';
import type { SharedListenAddress } from './platform/http/extra-listen-sockets.ts';
import { listenOnMetricsAddress } from './platform/http/metrics-address.ts';
import type { BackgroundJobs, startBackgroundJobs } from './platform/jobs.ts';
import { openJournalWriter } from './platform/journal-writer.ts';
import type { RunningLogReader } from './platform/log-reader.ts';
import type { Metrics } from './platform/metrics.ts';
import { ensurePartitions } from './platform/partitions.ts';
import { openWriteQueue } from './platform/write-queue.ts';
import { type Portal, portalRoutes, startPortalLoad } from './portal/index.ts';
import { jobSchedulesOf, registerVerificationMetrics } from './schedules.ts';
import {
  carrierModeOf,
  createCarrierWebhookRoute,
  createLabelWorkRelay,
  createProductionStepHandlers,
  endNoCarrierHolds,
  labelDepsOf,
  packJitOrderScannedByCarrier,
} from './shipping-labels/index.ts';
import { type AutoSimulation, startAutoSimulation } from './simulation/index.ts';
import { type RunningWebhookSender, registerWebhookMetrics, startWebhookSender } from './webhooks/index.ts';
import { provideCarrierPorts, wireSlicePorts } from './wiring.ts';

interface SystemServer {
  /** The address: `http://127.0.0.1:8080`. */
  readonly address: string;
  /** The address of the metrics, without a path; `undefined` when they are off. */
  readonly metricsAddress: string | undefined;
  /** The health checks that the probes report. */
  readonly checks: readonly HealthCheck[];
  readonly metrics: Metrics;
  /**
   * Replies to received requests and finishes background work, each within its share of the stop time limit, and resolves also when
   * some of it is left.
   */
  close(): Promise<void>;
}

export interface ComposedSystem {
  readonly environments: Readonly<Record<EnvironmentName, Environment>>;
  /** Starts the server and the background work of both environments. */
  serve(options?: ServeOptions): Promise<SystemServer>;
  /** Closes the databases, and ends a build of the portal. Call it last. */
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Prints the welcome text; by default to the standard output. */
  readonly print?: (text: string) => void;
  /** Additional routes, such as those of a benchmark. */
  readonly routes?: Parameters<typeof createApi>[0]['routes'];
  /** For one process of several. */
  readonly shared?: ServerProcessSettings;
}

/** The settings of one process of several: the public address, the address at which the supervisor serves metrics, and its number. */
export interface ServerProcessSettings {
  readonly address: SharedListenAddress;
  readonly metricsAddress: string | undefined;
  /** From 1 on: the label of its metrics. */
  readonly process: number;
}

/**
 * Opens both environments on migrated databases. With `serve` it is the only server of the data directory; with
 * `command` it runs next to a server and never creates a database. Throws `CliError` when a database cannot be opened, has
 * data of another secret key or of the other environment, or with `command` was never migrated.
 * @param joined opens the databases for one process of a server of several
 */
export async function openSystem(
  config: Config,
  logger: Logger,
  role: 'serve' | 'command',
  joined?: () => Promise<Databases>,
): Promise<ComposedSystem> {
  // First, so that a build runs beside the start of the databases.
  const portal =
    role === 'serve' && config.portal ? startPortalLoad(logger, { isBuiltElsewhere: joined !== undefined }) : undefined;
  const open = () => (role === 'serve' ? openServerDatabases(config, logger) : openDatabases(config, role));
  const databases = await (joined ?? open)().catch((error: unknown) => {
    portal?.close();
    throw error;
  });
  const opened: Environment[] = [];
  const closeAll = async (): Promise<void> => {
    portal?.close();
    await Promise.all(opened.map(({ db }) => db.close()));
    await databases.stop();
  };
  try {
    const openOne = async (name: EnvironmentName): Promise<Environment> => {
      const { assertWritable, canSetLogLevel } = databases;
      const environment = openEnvironment(name, config, logger.child({ environment: name }), databases[name], {
        assertWritable,
        canSetLogLevel,
      });
      opened.push(environment);
      const { pool } = environment.db;
      if (role === 'command') await assertDatabaseMigrated(pool);
      await assertDatabaseKeyAndEnvironment(pool, config.secretKey, name);
      await assertCanBeMigrated(pool, migrationsFolder);
      return environment;
    };
    const prepare = async ({ name, db }: Environment): Promise<void> => {
      await migrate(db.pool, migrationsFolder);
      await recordDatabaseKeyAndEnvironment(db.pool, config.secretKey, name);
      await ensurePartitions(db);
      await seedOperatorSettings(db);
      if (name === 'test') {
        await seedCarrierLocations(db, generateSampleCarrierLocations);
        await seedSampleWarehouseAddresses(db);
      }
    };
    // Both are checked before one is changed.
    const [production, test] = await Promise.all([openOne('production'), openOne('test')]);
    await Promise.all([prepare(production), prepare(test)]);
    const environments = { production, test };
    return {
      environments,
      serve: async (options) => serve(config, logger, environments, await databases.watch(logger), portal, options),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function serve(
  config: Config,
  logger: Logger,
  environments: Readonly<Record<EnvironmentName, Environment>>,
  databaseWatch: DatabaseWatch,
  portal: Portal | undefined,
  options: ServeOptions = {},
): Promise<SystemServer> {
  // Loaded here, because other commands need none of it.
  const [{ createApi }, { startBackgroundJobs }, { createDemoDataAndFormatWelcome }, { createMetrics }] =
    await Promise.all([
      import('./api/server.ts'),
      import('./platform/jobs.ts'),
      import('./first-start.ts'),
      import('./platform/metrics.ts'),
    ]);
  const { production, test } = environments;
  const authenticator = createAuthenticator(config);
  const labels = labelDepsOf(production);
  const background: BackgroundWork = { jobs: [], readers: [], senders: [], simulation: undefined };
  let api: Api | undefined;
  const close = async (): Promise<void> => {
    // Shares of the time in which the server must stop. The remainder is for the databases.
    const ms = config.stopTimeoutSeconds * 1_000;
    await api?.stop(0.4 * ms, 0.1 * ms);
    const stopped = stopBackgroundWork(background, 0.2 * ms).then(() => authenticator.close());
    if (!(await resolvesWithinMs(0.25 * ms, stopped))) logger.error('background work did not end in time');
  };
  try {
    preloadZipPlaces();
    preloadCityIndex();
    for (const environment of [production, test]) {
      authenticator.watch(environment);
      await readOperatorSettings(environment.db);
    }
    await startBackgroundWork(background, startBackgroundJobs, environments, labels);
    if (config.simulation === 'auto') background.simulation = startAutoSimulation(test);
    const { shared } = options;
    api = await createApi({
      config,
      ...(shared && { metrics: createMetrics(String(shared.process)) }),
      logger,
      authenticator,
      environments: [production, test].map((environment) => ({
        environment,
        codeLists: createOperatorSettingsCodeLists(environment.db),
      })),
      checks: databaseWatch.checks,
      routes: [
        ...(labels === undefined ? [] : [createCarrierWebhookRoute(labels, packJitOrderScannedByCarrier)]),
        ...(portal === undefined ? [] : [portalRoutes(portal)]),
        ...(options.routes ?? []),
      ],
    });
    registerVerificationMetrics(api.metrics, [production, test]);
    registerOrderIndexMetrics(api.metrics, [production, test]);
    registerWebhookMetrics(api.metrics, background.senders);
    registerRateLimitMetrics(api.metrics, authenticator);
    databaseWatch.registerMetrics(api.metrics);
    // First, so that a metrics port in use is reported before requests are served.
    const metricsAddress = shared
      ? shared.metricsAddress
      : config.metrics && (await listenOnMetricsAddress(api.management, config.metrics, config.port, logger));
    const address = await api.listen(shared?.address ?? config);
    const print = options.print ?? ((text: string) => process.stdout.write(text));
    print(await createDemoDataAndFormatWelcome(api.app, test, config, { address, metricsAddress }));
    const { checks, metrics } = api;
    return { address, metricsAddress, checks, metrics, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What has been started beside the server, also when the start of more failed. */
interface BackgroundWork {
  readonly jobs: BackgroundJobs[];
  readonly readers: RunningLogReader[];
  readonly senders: { environment: Environment; sender: RunningWebhookSender }[];
  simulation: AutoSimulation | undefined;
}

async function startBackgroundWork(
  { jobs, readers, senders }: BackgroundWork,
  startJobs: typeof startBackgroundJobs,
  { production, test }: Readonly<Record<EnvironmentName, Environment>>,
  labels: ReturnType<typeof labelDepsOf>,
): Promise<void> {
  const freed = await endNoCarrierHolds(production);
  if (freed > 0) production.logger.info({ orders: freed }, 'released orders that had no carrier');
  jobs.push(
    ...(await Promise.all([
      startJobs(production, {
        steps: createProductionStepHandlers(() => carrierModeOf(production)),
        relays: labels === undefined ? [] : [createLabelWorkRelay(labels)],
        schedules: jobSchedulesOf(production),
      }),
      startJobs(test, { schedules: jobSchedulesOf(test) }),
    ])),
  );
  for (const environment of [production, test]) {
    const warning = await ensureRecipientNameTrigramIndex(environment.db).catch((err: unknown) => {
      environment.logger.warn({ err }, 'the index of parts of names could not be created; the next start tries again');
      return undefined;
    });
    if (warning !== undefined) environment.logger.warn(warning);
    readers.push(startOrderIndexLogReader(environment));
    const sender = startWebhookSender(environment);
    readers.push(sender);
    senders.push({ environment, sender });
  }
}

async function stopBackgroundWork({ jobs, readers, simulation }: BackgroundWork, jobsMs: number): Promise<void> {
  await simulation?.stop();
  await Promise.all([...jobs.map((job) => job.stop(jobsMs)), ...readers.map((reader) => reader.stop())]);
}

/** Opens an environment: its connections, its wiring, its queues and its journal. Runs no statement: the database may be migrated later. */
export function openEnvironment(
  name: EnvironmentName,
  config: Config,
  logger: Logger,
  database: Parameters<typeof openDb>[0],
  { assertWritable, canSetLogLevel = false }: Pick<DbOptions, 'assertWritable' | 'canSetLogLevel'> = {},
): Environment {
  const db = openDb(database, {
    ports: wireSlicePorts(name, config),
    statementTimeoutMs: config.requestTimeoutSeconds * 1_000,
    ...(assertWritable && { assertWritable }),
    canSetLogLevel,
    onNodeAway: (node, err) =>
      logger.warn({ err, node }, 'a node of the database is away: the background work of its customers waits'),
  });
  if (name === 'production') provideCarrierPorts(db, config);
  const writeQueue = openWriteQueue(db, {
    slots: config.writeSlots,
    maxWaiting: config.writeQueue,
    maxWaitMs: config.maxQueueMs,
  });
  const readSlots = createReadSemaphore(config);
  return { name, db, config, logger, writeQueue, readSlots, journal: openJournalWriter(db, logger) };
}
