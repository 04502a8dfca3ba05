/**
 * A server of several processes: `dray serve --processes`.
 *
 * This process is their supervisor. It opens the databases, builds the portal, and serves the metrics and probes of all; the
 * processes serve the requests on one address, which the system shares among them (decision 46).
 */
import path from 'node:path';
import type { Logger } from 'pino';
import { CliError } from './platform/cli-error.ts';
import type { Config } from './platform/config.ts';
import { openServerDatabases } from './platform/db/databases.ts';
import { maxEmbeddedConnections } from './platform/db/embedded-settings.ts';
import type { HealthCheck } from './platform/health.ts';
import { acquireSharedPort, listenBacklog } from './platform/http/extra-listen-sockets.ts';
import { openManagementServer } from './platform/http/management-server.ts';
import { listenOnMetricsAddress } from './platform/http/metrics-address.ts';
import { createMetrics, mergeMetrics } from './platform/metrics.ts';
import { type SupervisedProcesses, superviseProcesses } from './platform/processes/supervisor.ts';
import { startPortalLoad } from './portal/index.ts';
import type { ServerProcessReadyMessage, ServerProcessStartMessage } from './serve-process.ts';

interface MultiProcessServer {
  /** The public address: `http://127.0.0.1:8080`. */
  readonly address: string;
  readonly metricsAddress: string | undefined;
  /** The process ids of the processes; undefined for one that has ended and is not started again yet. */
  pids(): readonly (number | undefined)[];
  /** Ends all processes, then the databases. Returns whether all processes ended in time, with exit code 0. */
  close(): Promise<boolean>;
}

interface MultiProcessOptions {
  readonly processes: number;
  /** The file that each process runs; by default the whole program. */
  readonly program?: string;
  readonly print?: (text: string) => void;
}

/**
 * Connections of each process beside its pools, for each environment: one each for notifications of revocations, for those of
 * operators' events and for the health check, and one to spare.
 */
const otherConnections = 4;
/** For the supervisor, commands and PostgreSQL itself. */
const reservedConnections = 12;

/**
 * Resolves when all processes are ready. Throws `CliError` when the system cannot share a port, the connections do not suffice, the
 * databases cannot be opened, the metrics address cannot be used, or a process cannot start; the system's error when the public one
 * cannot be used.
 */
export async function startMultiProcessServer(
  config: Config,
  logger: Logger,
  {
    processes,
    program = path.join(import.meta.dirname, 'process-main.ts'),
    print = (text) => process.stdout.write(text),
  }: MultiProcessOptions,
): Promise<MultiProcessServer> {
  assertPossible(config, processes);
  const portal = config.portal ? startPortalLoad(logger) : undefined;
  const databases = await openServerDatabases(config, logger).catch((error: unknown) => {
    portal?.close();
    throw error;
  });
  let isStopping = false;
  let supervised: SupervisedProcesses<ServerProcessReadyMessage> | undefined;
  let closeAddresses = async (): Promise<void> => undefined;
  /** Ends all processes, then the databases. */
  const close = async (): Promise<boolean> => {
    isStopping = true;
    const isClean = (await supervised?.stop(config.stopTimeoutSeconds * 850)) ?? true;
    await closeAddresses();
    portal?.close();
    await databases.stop();
    return isClean;
  };
  try {
    const watch = await databases.watch(logger);
    const permit = await acquireSharedPort({ host: config.host, port: config.port, backlog: listenBacklog });
    const metrics = createMetrics('supervisor');
    watch.registerMetrics(metrics);
    const restarts = 'Processes of the server that ended and were started again.';
    metrics.counter('dray_process_restarts_total', restarts, () => ({ '': supervised?.restarts() ?? 0 }));
    const running: HealthCheck = {
      name: 'server',
      notReadyReason: () => (isStopping ? 'it is stopping' : supervised === undefined ? 'it is starting' : undefined),
    };
    const checks: HealthCheck[] = [running, ...watch.checks];
    const text = async () => mergeMetrics([await metrics.values(), ...((await supervised?.metrics()) ?? [])]);
    const management = openManagementServer({ metrics: { ...metrics, text }, checks, logger });
    closeAddresses = async () => {
      permit.release();
      await management.close();
    };
    const metricsAddress =
      config.metrics && (await listenOnMetricsAddress(management, config.metrics, config.port, logger));
    const own: Config = {
      ...config,
      isDatabaseShared: true,
      // Each process stops in time for this one to stop the databases.
      stopTimeoutSeconds: config.stopTimeoutSeconds * 0.75,
    };
    supervised = await superviseProcesses<ServerProcessStartMessage, ServerProcessReadyMessage>({
      program,
      processes,
      start: (number) => ({ config: own, process: number, address: permit.address, metricsAddress }),
      logger,
      sharedChecks: watch.checks,
    });
    checks.push(...supervised.checks);
    const { firstReady, pids } = supervised;
    // A script that waits for the text below finds the probes ready.
    management.refresh();
    print(firstReady.welcome);
    return { address: firstReady.address, metricsAddress, pids, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function assertPossible({ databaseUrl, poolSize }: Config, processes: number): void {
  if (process.platform !== 'linux') {
    throw new CliError('--processes needs Linux, which spreads connections over the processes that share a port', 2);
  }
  const connections = processes * 2 * (poolSize + otherConnections) + reservedConnections;
  if (databaseUrl !== undefined || connections <= maxEmbeddedConnections) return;
  throw new CliError(
    `${processes} processes with POOL_SIZE ${poolSize} need ${connections} connections, and the embedded PostgreSQL allows ${maxEmbeddedConnections}: lower one of them, or set DATABASE_URL`,
    2,
  );
}
