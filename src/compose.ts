/**
 * The only place where parts are wired together: settings -> databases -> environments -> server and background work.
 */

import type { Logger } from 'pino';
import { loadCities, loadPlaces, registerClosedOrderTypes } from './addresses/index.ts';
import { type Api, createApi } from './api/server.ts';
import { createAuthenticator } from './auth/index.ts';
import { registerCarrierSources } from './carrier-sources.ts';
import { easypostGateway } from './carriers/index.ts';
import { welcomeText } from './first-start.ts';
import {
  readInventoryUse,
  registerDemandOwner,
  registerDocumentNames,
  registerPendingTransferSource,
} from './inventory/index.ts';
import { settlesWithin } from './lib/settles-within.ts';
import { operatorCodeLists, readOperatorSettings, seedOperatorSettings } from './operator-settings/index.ts';
import type { Config } from './platform/config.ts';
import { type DatabaseWatch, openDatabases } from './platform/db/databases.ts';
import { openDb } from './platform/db/db.ts';
import { migrate, migrationsFolder } from './platform/db/migrate.ts';
import type { Environment, EnvironmentName } from './platform/environment.ts';
import { openReadSlots } from './platform/fair-slots.ts';
import { listenForMetrics } from './platform/http/metrics-address.ts';
import { type Jobs, startJobs } from './platform/jobs.ts';
import { openJournalWriter } from './platform/journal-writer.ts';
import { ensurePartitions } from './platform/partitions.ts';
import { openWriteQueue } from './platform/write-queue.ts';
import { purchaseOrders } from './purchase-orders/index.ts';
import {
  closedOrderTypes,
  registerCancellationWatcher,
  salesOrderDemandOwner,
  salesOrderNames,
} from './sales-orders/index.ts';
import { registerVerificationMetrics, schedulesOf } from './schedules.ts';
import {
  carrierWebhook,
  endNoCarrierHolds,
  handleUnscannedPickup,
  labelDepsOf,
  labelRelay,
  packedOrderOwner,
  productionSteps,
  registerCarrierConnection,
  voidUnneededLabels,
} from './shipping-labels/index.ts';
import { type AutoSimulation, startAutoSimulation } from './simulation/index.ts';
import { registerItemUse } from './skus/index.ts';
import { pendingTransfers, transferOrderDemandOwner, transferOrders } from './transfer-orders/index.ts';

/** Tells the lower slices what the upper ones want to be told. Again is the same as once. */
export function registerSlices(): void {
  // In the order of their locks: documents of an earlier owner are locked first.
  registerDemandOwner(transferOrderDemandOwner);
  registerDemandOwner(salesOrderDemandOwner);
  registerDemandOwner(packedOrderOwner);
  for (const names of [salesOrderNames, purchaseOrders.nameSource, transferOrders.nameSource])
    registerDocumentNames(names);
  registerPendingTransferSource(pendingTransfers);
  registerItemUse(readInventoryUse);
  registerClosedOrderTypes(closedOrderTypes);
  registerCancellationWatcher(voidUnneededLabels);
}

export interface Server {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Where the metrics are, without a path; `undefined` when they are off. */
  readonly metricsAddress: string | undefined;
  /** Answers what has come in, finishes background work, then returns. */
  close(): Promise<void>;
}

export interface System {
  readonly environments: Readonly<Record<EnvironmentName, Environment>>;
  /** Starts the server and the background work of both environments. */
  serve(options?: ServeOptions): Promise<Server>;
  /** Closes the databases. Call it last. */
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Where the welcome is written; by default the standard output. */
  readonly print?: (text: string) => void;
  /** More routes: a bench's own. */
  readonly routes?: Parameters<typeof createApi>[0]['routes'];
}

/**
 * Opens both environments on migrated databases. `serve` is the one server of the data directory, `command` works
 * beside it. Throws `CliError` with one clear line when the databases cannot be had.
 */
export async function compose(config: Config, logger: Logger, role: 'serve' | 'command'): Promise<System> {
  registerSlices();
  const databases = await openDatabases(config, role);
  const opened: Environment[] = [];
  const closeAll = async (): Promise<void> => {
    await Promise.all(opened.map(({ db }) => db.close()));
    await databases.stop();
  };
  try {
    const open = async (name: EnvironmentName): Promise<Environment> => {
      const db = openDb(databases[name], {
        assertWritable: databases.assertWritable,
        statementTimeoutMs: config.requestTimeoutSeconds * 1_000,
      });
      const writeQueue = openWriteQueue(db, {
        slots: config.writeSlots,
        maxWaiting: config.writeQueue,
        maxWaitMs: config.maxQueueMs,
      });
      const readSlots = openReadSlots(config);
      const log = logger.child({ environment: name });
      const journal = openJournalWriter(db, log);
      const environment: Environment = { name, db, config, logger: log, writeQueue, readSlots, journal };
      opened.push(environment);
      await migrate(db.pool, migrationsFolder);
      await ensurePartitions(db);
      await seedOperatorSettings(db);
      await registerCarrierSources(environment);
      return environment;
    };
    const [production, test] = await Promise.all([open('production'), open('test')]);
    registerCarrier(production);
    const environments = { production, test };
    return {
      environments,
      serve: async (options) => serve(config, logger, environments, await databases.watch(logger), options),
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
  options: ServeOptions = {},
): Promise<Server> {
  const { production, test } = environments;
  const authenticator = createAuthenticator(config);
  const labels = labelDepsOf(production);
  const jobs: Jobs[] = [];
  let simulation: AutoSimulation | undefined;
  let api: Api | undefined;
  const close = async (): Promise<void> => {
    // Parts of the time in which the server must stop; the rest is for the databases.
    const ms = config.stopTimeoutSeconds * 1_000;
    await api?.stop(0.4 * ms, 0.1 * ms);
    const background = async () => {
      await simulation?.stop();
      await Promise.all(jobs.map((job) => job.stop(0.2 * ms)));
      await authenticator.close();
    };
    if (!(await settlesWithin(0.25 * ms, background()))) logger.error('background work has not ended in time');
  };
  try {
    loadPlaces();
    loadCities();
    for (const environment of [production, test]) {
      authenticator.watch(environment);
      await readOperatorSettings(environment.db);
    }
    const freed = await endNoCarrierHolds(production);
    if (freed > 0) production.logger.info({ orders: freed }, 'orders that had no carrier go on');
    jobs.push(
      ...(await Promise.all([
        startJobs(production, {
          steps: productionSteps(labels === undefined ? 'none' : 'gateway'),
          relays: labels === undefined ? [] : [labelRelay(labels)],
          schedules: schedulesOf(production),
        }),
        startJobs(test, { schedules: schedulesOf(test) }),
      ])),
    );
    if (config.simulation === 'auto') simulation = startAutoSimulation(test);
    api = await createApi({
      config,
      logger,
      authenticator,
      environments: [production, test].map((environment) => ({
        environment,
        codeLists: operatorCodeLists(environment.db),
      })),
      checks: databaseWatch.checks,
      routes: [
        ...(labels === undefined ? [] : [carrierWebhook(labels, handleUnscannedPickup)]),
        ...(options.routes ?? []),
      ],
    });
    registerVerificationMetrics(api.metrics, [production, test]);
    databaseWatch.registerMetrics(api.metrics);
    // First, so that the probes tell that the server is starting, and a taken port before anybody is served.
    const metricsAddress =
      config.metrics && (await listenForMetrics(api.management, config.metrics, config.port, logger));
    const address = await api.listen(config);
    const print = options.print ?? ((text: string) => process.stdout.write(text));
    print(await welcomeText(api.app, test, config, { address, metricsAddress }));
    return { address, metricsAddress, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A label takes some seconds; what takes longer is asked about later. */
const carrierTimeoutMs = 20_000;
/** How long a caller waits for labels that are bought; what is not bought by then is asked for again. */
const labelWaitMs = 25_000;

/** With an account configured production buys its labels through it. */
function registerCarrier(production: Environment): void {
  const { easypost } = production.config;
  if (easypost === undefined) return;
  registerCarrierConnection(production, {
    gateway: easypostGateway({ ...easypost, timeoutMs: carrierTimeoutMs }),
    trustedOrigin: new URL(easypost.baseUrl).origin,
    maxLabelWaitMs: labelWaitMs,
  });
}
