/** The HTTP side of the program: environments and the mock, the API reference, the probes, the metrics. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { resolvesWithinMs } from '../lib/settles-within.ts';
import { openEventStreams, operatorSessionFinder } from '../operators/index.ts';
import type { Config } from '../platform/config.ts';
import { startDatabaseHeartbeat } from '../platform/db/heartbeat.ts';
import type { Environment } from '../platform/environment.ts';
import type { HealthCheck } from '../platform/health.ts';
import type { Authenticator } from '../platform/http/authenticator.ts';
import { createClientIpReader } from '../platform/http/client-ip.ts';
import type { CodeLists } from '../platform/http/code-lists.ts';
import { createIdempotencyKeys } from '../platform/http/idempotency-keys.ts';
import { type ManagementServer, openManagementServer } from '../platform/http/management-server.ts';
import type { OperatorMount, WineryMount } from '../platform/http/mount.ts';
import type { Operation } from '../platform/http/operation.ts';
import type { OperatorOperation } from '../platform/http/operator-operation.ts';
import { createProbeRoutes } from '../platform/http/probes.ts';
import { createRequestQueue, type RequestQueue } from '../platform/http/request-queue.ts';
import { createOperationHandler } from '../platform/http/serve-operation.ts';
import { createOperatorOperationHandler } from '../platform/http/serve-operator-operation.ts';
import { type HttpServer, openHttpServer } from '../platform/http/server.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createDocsRoutes } from './docs.ts';
import { createEventStreamRoute } from './event-route.ts';
import { createExportOperationsOfLists } from './list-export-operations.ts';
import { createMockHandler } from './mock.ts';
import { wineryOperations as allOperations } from './operations.ts';
import { operatorOperations as allOperatorOperations } from './operator-operations.ts';
import { createPhotoRoutes } from './photo-routes.ts';
import { withCanonicalCustomerNos } from './resolved-customer-nos.ts';

interface ApiOptions {
  readonly config: Pick<
    Config,
    'brand' | 'limits' | 'maxQueueMs' | 'requestTimeoutSeconds' | 'tokenPolicy' | 'trustedProxies'
  >;
  readonly logger: Logger;
  readonly environments: readonly { readonly environment: Environment; readonly codeLists: CodeLists }[];
  readonly authenticator: Authenticator;
  readonly metrics?: Metrics;
  /** Health checks in addition to those of the server and the heartbeats of the databases. */
  readonly checks?: readonly HealthCheck[];
  /** By default all operations. */
  readonly operations?: readonly Operation[];
  readonly operatorOperations?: readonly OperatorOperation[];
  /** Additional routes. */
  readonly routes?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

export interface Api {
  readonly app: FastifyInstance;
  readonly metrics: Metrics;
  /** Serves metrics and probes on a separate address. Closed by `stop`. */
  readonly management: ManagementServer;
  /** Starts to listen and returns the address: `http://127.0.0.1:8080`. */
  listen(address: { readonly host: string; readonly port: number; readonly reusePort?: true }): Promise<string>;
  /** The health checks that the probes report. */
  readonly checks: readonly HealthCheck[];
  /**
   * Replies to all received requests, drains the write queues and writes waiting log entries. Gives up what the database
   * blocks: requests after `graceMs`, changes and log entries after another `drainMs`; then it waits for connections up to a
   * second.
   */
  stop(graceMs?: number, drainMs?: number): Promise<void>;
}

/** The path of each base address (decision 2). */
export const wineryBasePaths = { production: '/v3', test: '/test/v3', mock: '/mock/v3' } as const;

/** The paths of the operator interface. Cookies of sessions are bound to them. */
export const operatorBasePaths = { production: '/operator/v1', test: '/test/operator/v1' } as const;

/** Made once: a compiled request schema is kept for as long as the process runs. */
const allExports = createExportOperationsOfLists(allOperatorOperations);

/** The operator interface of an environment, in metrics and in the access log. */
const operatorLabel = ({ name }: Environment): string => (name === 'production' ? 'operator' : `${name} operator`);

export async function createApi(parts: ApiOptions): Promise<Api> {
  const { config, logger } = parts;
  const operations = parts.operations ?? allOperations;
  const operatorOperations = parts.operatorOperations ?? allOperatorOperations;
  const metrics = parts.metrics ?? createMetrics();
  const requestQueue = createRequestQueue({ maxWaitMs: config.maxQueueMs });
  const callQueue = createRequestQueue({ maxWaitMs: config.maxQueueMs });
  const served = parts.environments.map(({ environment, codeLists }) => {
    const idempotencyKeys = createIdempotencyKeys(environment.db, environment.config.secretKey);
    return { environment, codeLists, idempotencyKeys, callQueue, brand: config.brand };
  });
  const environments = served.map(({ environment }) => environment);
  const clientAddress = createClientIpReader(config.trustedProxies);
  const events = environments.map((environment) => {
    const path = `${operatorBasePaths[environment.name]}/events`;
    return { path, environment, clientAddress, streams: openEventStreams(environment) };
  });
  const photos = environments.map((environment) => {
    const basePath = operatorBasePaths[environment.name];
    return createPhotoRoutes({ basePath, label: operatorLabel(environment), environment, clientAddress });
  });
  const heartbeats = environments.map(({ name, db, logger: own }) =>
    startDatabaseHeartbeat({ name: `${name} database`, pool: db.pool, logger: own }),
  );
  const accepting: HealthCheck = {
    name: 'server',
    notReadyReason: () => (server.isAccepting() ? undefined : 'it is stopping'),
  };
  const checks = [accepting, ...heartbeats, ...(parts.checks ?? [])];
  const server: HttpServer = await openHttpServer({
    logger,
    metrics,
    mounts: wineryMountsOf(served, operations, parts),
    operatorMounts: operatorMountsOf(served, operatorOperations),
    limits: config.limits,
    requestTimeoutSeconds: config.requestTimeoutSeconds,
    trustedProxies: config.trustedProxies,
    requestQueue,
    routes: [
      createProbeRoutes(checks),
      createDocsRoutes(operations, operatorOperations, config.brand),
      ...events.map(createEventStreamRoute),
      ...photos,
      ...(parts.routes ?? []),
    ],
  });
  await Promise.all(heartbeats.map(({ checked }) => checked));
  const management = openManagementServer({ metrics, checks, logger });
  metrics.gauge(
    'dray_event_streams',
    'Open event streams of operators.',
    () => Object.fromEntries(events.map(({ environment, streams }) => [environment.name, streams.count])),
    'environment',
  );
  registerEnvironmentMetrics(metrics, environments);
  registerQueueMetrics(metrics, environments, { requests: requestQueue, calls: callQueue });
  server.app.server.on('connection', () => callQueue.connectionAccepted());
  return {
    app: server.app,
    metrics,
    management,
    listen: server.listen,
    checks,
    stop: async (graceMs = 10_000, drainMs = 10_000) => {
      // At once: their clients open them again elsewhere.
      const streamsClosed = Promise.all(events.map(({ streams }) => streams.close()));
      await server.stop(graceMs);
      const drained = Promise.all(environments.map(({ writeQueue }) => writeQueue.drain()));
      const emptied = drained.then(() => Promise.all(environments.map(({ journal }) => journal.close())));
      if (!(await resolvesWithinMs(drainMs, emptied))) {
        logger.error('changes did not end in time; their outcome is unknown');
      }
      await resolvesWithinMs(
        closeTimeoutMs,
        Promise.all([streamsClosed, management.close(), ...heartbeats.map((heartbeat) => heartbeat.stop())]),
      );
    },
  };
}

/** An environment, and what the handlers of both its interfaces share. */
type ServedEnvironment = ApiOptions['environments'][number] & {
  readonly idempotencyKeys: ReturnType<typeof createIdempotencyKeys>;
  readonly callQueue: RequestQueue;
  readonly brand: string;
};

function wineryMountsOf(
  served: readonly ServedEnvironment[],
  operations: readonly Operation[],
  { authenticator, config }: ApiOptions,
): WineryMount[] {
  const mounts: WineryMount[] = served.map((deps) => {
    const { name } = deps.environment;
    return {
      prefix: wineryBasePaths[name],
      environment: name,
      operations: operations.filter(({ environments }) => environments.includes(name)),
      handlerFor: (operation) => createOperationHandler(operation, { ...deps, authenticator }),
    };
  });
  const handlerFor = (operation: Operation) => createMockHandler(operation, config);
  return [...mounts, { prefix: wineryBasePaths.mock, environment: 'mock', operations, handlerFor }];
}

function operatorMountsOf(
  served: readonly ServedEnvironment[],
  operations: readonly OperatorOperation[],
): OperatorMount[] {
  const exports = operations === allOperatorOperations ? allExports : createExportOperationsOfLists(operations);
  return served.map((deps) => {
    const { name } = deps.environment;
    const handlerDeps = { ...deps, basePath: operatorBasePaths[name], sessions: operatorSessionFinder };
    return {
      prefix: operatorBasePaths[name],
      environment: operatorLabel(deps.environment),
      operations: [...operations, ...exports].filter(
        ({ environments }) => environments === undefined || environments.includes(name),
      ),
      handlerFor: (operation) => createOperatorOperationHandler(withCanonicalCustomerNos(operation), handlerDeps),
    };
  });
}

/** Limits the wait for closing connections. */
const closeTimeoutMs = 1_000;

function registerEnvironmentMetrics(metrics: Metrics, environments: readonly Environment[]): void {
  const read = (of: (environment: Environment) => number) => () =>
    Object.fromEntries(environments.map((environment) => [environment.name, of(environment)]));
  metrics.gauge(
    'dray_db_connections',
    'Open connections to the database.',
    read((e) => e.db.pool.totalCount),
    'environment',
  );
  metrics.gauge(
    'dray_db_waiting',
    'Statements that wait for a connection.',
    read((e) => e.db.pool.waitingCount),
    'environment',
  );
  metrics.gauge(
    'dray_journal_waiting',
    'Log entries that wait to be written.',
    read((e) => e.journal.waiting),
    'environment',
  );
  metrics.counter(
    'dray_journal_lost_total',
    'Log entries that could not be written to the database.',
    read((e) => e.journal.lost),
    'environment',
  );
}

function registerQueueMetrics(
  metrics: Metrics,
  environments: readonly Environment[],
  loop: { readonly requests: RequestQueue; readonly calls: RequestQueue },
): void {
  const read = (what: 'waiting' | 'shed') => () => {
    const queues: Record<string, number> = { requests: loop.requests.load[what], calls: loop.calls.load[what] };
    for (const { name, writeQueue, readSlots } of environments) {
      queues[`${name} writes`] = writeQueue.load[what];
      queues[`${name} reads`] = readSlots.load[what];
    }
    return queues;
  };
  metrics.gauge('dray_queue_waiting', 'Requests that wait in a queue.', read('waiting'), 'queue');
  metrics.counter('dray_queue_shed_total', 'Requests rejected for overload.', read('shed'), 'queue');
}
