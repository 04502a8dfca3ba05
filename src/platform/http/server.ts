/**
 * The HTTP server: sockets, paths and methods, the one error body, the access log, the graceful stop.
 *
 * It knows mounts and what answers them, nothing of credentials or operations' meaning. Before a mount is asked: 404
 * for unknown paths, 405 for other methods than POST (than GET beside the operations), 415 for other types than JSON,
 * 413 for bodies beyond the limit, 400 for what is no JSON; in this order.
 *
 * Invariants: every answer that is no success has the error body of decision 3; bodies are never logged; a request
 * that was accepted is answered, also while the server stops.
 */
import { type AddressInfo, Server as NetServer } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { uuidv7 } from '../../lib/uuid.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { Overloaded } from '../overloaded.ts';
import { acceptBodies } from './accept-bodies.ts';
import { ArrayStream } from './array-stream.ts';
import type { ReceivedBody } from './bodies-in-flight.ts';
import { type ClientAddressReader, clientAddressReader, trustedBy } from './client-address.ts';
import { limitRequestTime } from './deadline.ts';
import { drainBody } from './drain-body.ts';
import { type ConnectionLimits, limitConnections } from './limit-connections.ts';
import { replyToMalformedHttp } from './malformed-http.ts';
import { urlOf } from './management-server.ts';
import type { AccessRecord, Handler, IncomingRequest, Mount, ParsedBody } from './mount.ts';
import { isWrite, type Operation, operationName } from './operation.ts';
import { pauseReading } from './pause-reading.ts';
import { queueRequests } from './queue-requests.ts';
import { isLoopback } from './remote-address.ts';
import { errorReply, jsonType, type Reply, toAppError } from './reply.ts';
import type { RequestQueue } from './request-queue.ts';

export interface ServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly mounts: readonly Mount[];
  readonly limits: ServerLimits;
  /** The deadline of a request, unless its operation has a longer one. */
  readonly requestTimeoutSeconds: number;
  /** Addresses and networks of reverse proxies whose word on the client's address counts. */
  readonly trustedProxies: readonly string[];
  /** Where requests wait for the event loop. */
  readonly requestQueue: RequestQueue;
  /** Routes beside the operations: documents, probes, the portal. */
  readonly routes?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

export interface ServerLimits extends ConnectionLimits {
  readonly bodyBytes: number;
  readonly batchBodyBytes: number;
  readonly batchOrders: number;
  /** Bytes of all bodies whose requests have not been answered. */
  readonly bodiesInFlightBytes: number;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /** Starts to listen and answers the address: `http://127.0.0.1:8080`. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** True until `stop` was called: for the readiness probe. */
  isAccepting(): boolean;
  /**
   * Stops accepting, answers every request that has come in or is on its way on an open connection, closes the
   * connections. What has not ended after `graceMs` is cut.
   */
  stop(graceMs?: number): Promise<void>;
}

/** What the server keeps about one request. */
interface RequestContext extends AccessRecord {
  readonly reference: string;
  readonly startedAt: number;
  body?: ReceivedBody;
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
  interface FastifyContextConfig {
    /** What the access log and the metrics call a route. */
    readonly routeLabels?: { readonly environment: string; readonly operation: string };
  }
}

/** An order with twenty lines has 200 values. */
const valuesPerBatchOrder = 500;

/** When the interface's description that introduced the replacement was published (RFC 9745 asks for a date). */
const deprecatedSince = '@1735689600';

export async function openHttpServer(options: ServerOptions): Promise<HttpServer> {
  const { logger, metrics } = options;
  let stopping = false;
  let listening = true;
  let activeRequests = 0;
  /** Requests since the start. */
  let startedRequests = 0;

  const clientAddress = clientAddressReader(options.trustedProxies);
  const app = Fastify({
    logger: false,
    // Node would answer in words of its own.
    http: { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    genReqId: () => '',
    bodyLimit: options.limits.bodyBytes,
    return503OnClosing: false,
    forceCloseConnections: false,
    keepAliveTimeout: 75_000,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: replyToMalformedHttp,
    frameworkErrors: (_error, request, reply) => {
      request.context = newRequestContext();
      sendError(reply, request, unknownPathError());
    },
  });
  app.decorateRequest('visit', null as unknown as RequestContext);
  const isProxy = trustedBy(options.trustedProxies);
  limitConnections(app.server, options.limits, (address) => isLoopback(address) || isProxy(address));
  acceptBodies(app, options.limits.bodiesInFlightBytes, metrics, clientAddress);
  limitRequestTime(app, options.requestTimeoutSeconds, logger);

  const paths: Paths = { post: new Set(), get: new Set() };
  app.addHook('onRoute', ({ method, url }) => {
    if (method.includes('POST')) paths.post.add(url);
    if (method.includes('GET')) paths.get.add(url);
  });

  app.addHook('onRequest', (request, reply, done) => {
    request.context = newRequestContext();
    reply.raw.once('close', () => request.context.body?.release());
    activeRequests += 1;
    startedRequests += 1;
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      done(new AppError({ code: 'MalformedRequest', reason: 'the request has no Host header' }));
      return;
    }
    if (request.is404) {
      const path = request.url.split('?', 1)[0] as string;
      done(pathError(paths, path, reply));
      return;
    }
    if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
      done(new AppError({ code: 'UnsupportedMediaType', reason: 'the body must be sent without Content-Encoding' }));
      return;
    }
    done();
  });

  queueRequests(app, options.requestQueue, clientAddress, (error, request, reply) => sendError(reply, request, error));

  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Not before nobody can connect anew: whoever is told to leave comes back at once, to a door that is being closed.
    if (!listening) reply.header('connection', 'close');
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    activeRequests -= 1;
    const routeLabels = request.routeOptions.config.routeLabels;
    if (routeLabels !== undefined || request.is404)
      logAccess(request, reply, routeLabels ?? unknownRoute, logger, metrics);
    const { socket } = request.raw;
    if (request.context.isShed && !isProxy(socket.remoteAddress ?? '')) pauseReading(socket);
    done();
  });

  // An expectation that nobody knows is none (RFC 9110, 10.1.1); Node would refuse it in words of its own.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // The framework closes the connection on a body that it refuses. It need not, once the body has been read off.
    if (await drainBody(request.raw)) reply.removeHeader('connection');
    sendError(reply, request, fromFrameworkError(error));
    return reply;
  });
  app.setNotFoundHandler((request, reply) => sendError(reply, request, unknownPathError()));

  const sendError = (reply: FastifyReply, request: FastifyRequest, error: AppError): void => {
    const { reference } = request.context;
    if (error instanceof Overloaded) request.context.isShed = true;
    else if (error.status >= 500) {
      const level = error.refusal.code === 'Unavailable' ? 'warn' : 'error';
      logger[level](
        { err: error.internal ?? error, reference, route: request.routeOptions.config.routeLabels },
        'request failed',
      );
    }
    sendReply(reply, errorReply(error, reference));
  };

  for (const mount of options.mounts) {
    for (const operation of mount.operations) mountOperation(app, mount, operation, options.limits, clientAddress);
  }
  for (const route of options.routes ?? []) await app.register(async (scope) => await route(scope));
  await app.ready();

  return {
    app,
    listen: async ({ host, port }) => {
      // The system drops what exceeds the backlog, and the client tries again after 1 s, then 3 s.
      await app.listen({ host, port, backlog: 4_096 });
      return urlOf(app.server.address() as AddressInfo);
    },
    isAccepting: () => !stopping,
    stop: async (graceMs = 10_000) => {
      if (stopping) return;
      stopping = true;
      const startedAt = performance.now();
      const remainingMs = () => Math.max(0, startedAt + graceMs - performance.now());
      await acceptPendingConnections(app);
      // Only the listening socket: the HTTP server's own `close` would cut idle connections at once, and with them
      // requests that are on the wire already. Every answer from now on asks its connection to close.
      if (app.server.listening) NetServer.prototype.close.call(app.server);
      listening = false;
      let quietSince = performance.now();
      let quietChecks = 0;
      let lastStartedRequests = startedRequests;
      const isQuiet = () => quietChecks >= minQuietChecks && performance.now() - quietSince >= quietPeriodMs;
      while (remainingMs() > 0 && !isQuiet() && (await countConnections(app)) > 0) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        quietChecks += 1;
        if (activeRequests === 0 && lastStartedRequests === startedRequests) continue;
        lastStartedRequests = startedRequests;
        quietSince = performance.now();
        quietChecks = 0;
      }
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

/**
 * How long a stopping server waits for more requests on connections that are open, and how often it looks at them at
 * least: on a machine that had no time for it the clock alone says nothing of what lies unread.
 */
const quietPeriodMs = 250;
const minQuietChecks = 20;

/**
 * Connections that the system has accepted for us become ours, one in a turn of the event loop; closing the listening
 * socket would cut those that still wait. Bounded, because others may come all the time.
 */
async function acceptPendingConnections(app: FastifyInstance): Promise<void> {
  let quietTurns = 0;
  const onConnection = (): void => {
    quietTurns = 0;
  };
  app.server.on('connection', onConnection);
  const until = performance.now() + 1_000;
  while (quietTurns < 3 && performance.now() < until) {
    quietTurns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  app.server.off('connection', onConnection);
}

function countConnections(app: FastifyInstance): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((error, count) => resolve(error === null ? count : 0)));
}

const unknownRoute = { environment: '', operation: 'unknown' };

function newRequestContext(): RequestContext {
  return { reference: uuidv7(), startedAt: performance.now(), customerNo: undefined, isShed: false };
}

function mountOperation(
  app: FastifyInstance,
  mount: Mount,
  operation: Operation,
  limits: ServerLimits,
  clientAddress: ClientAddressReader,
): void {
  const defaultForm = handlerOf(mount, operation);
  const work = { writes: isWrite(operation), timeoutSeconds: operation.timeoutSeconds };
  const form = operation.form && { parameter: operation.form.parameter, ...handlerOf(mount, operation.form.operation) };
  app.route({
    method: 'POST',
    url: mount.prefix + operation.path,
    bodyLimit: operation.bodyLimit === 'batch' ? limits.batchBodyBytes : limits.bodyBytes,
    config: {
      routeLabels: { environment: mount.environment, operation: operationName(operation) },
      ...(operation.bodyLimit === 'batch' ? { maxValues: limits.batchOrders * valuesPerBatchOrder } : {}),
    },
    handler: async (request, reply) => {
      const query = lastValues(request.query as Record<string, unknown>);
      const { serve, deprecation } =
        form !== undefined && query[form.parameter]?.toLowerCase() === 'true' ? form : defaultForm;
      if (deprecation !== undefined) reply.headers(deprecation);
      const incoming: IncomingRequest = {
        body: (request.body as ParsedBody | undefined) ?? { value: undefined, text: '' },
        headers: request.headers,
        query,
        remoteAddress: clientAddress(request.raw.socket.remoteAddress, request.headers),
        reference: request.context.reference,
        access: request.context,
      };
      sendReply(reply, await app.runRequest(request, () => serve(incoming), work));
      return reply;
    },
  });
}

/** Who answers, and the headers that tell what replaces a deprecated operation or form. */
function handlerOf(
  mount: Mount,
  operation: Operation,
): { serve: Handler; deprecation: Record<string, string> | undefined } {
  const { deprecated } = operation;
  const deprecation = deprecated && {
    deprecation: deprecatedSince,
    link: `<${mount.prefix}${deprecated.replacedBy}>; rel="successor-version"`,
  };
  return { serve: mount.handlerFor(operation), deprecation };
}

function sendReply(reply: FastifyReply, content: Reply): void {
  reply.code(content.status);
  reply.header('content-type', jsonType);
  if (content.headers !== undefined) reply.headers(content.headers);
  reply.send(content.body instanceof ArrayStream ? content.body.toReadable() : JSON.stringify(content.body));
}

/** A parameter that is given several times has its last value. */
function lastValues(query: Record<string, unknown>): Record<string, string | undefined> {
  const single: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(query)) single[name] = String(Array.isArray(value) ? value.at(-1) : value);
  return single;
}

const unknownPathError = () => new AppError({ code: 'UnknownPath', reason: 'there is nothing at this path' });

/** The paths of all routes, by the method that they answer. */
interface Paths {
  readonly post: Set<string>;
  readonly get: Set<string>;
}

/**
 * Why nothing answers this method at this path. The path is compared as it was sent: the framework would read it as the
 * pattern of a route, and throw where it makes none.
 */
function pathError(paths: Paths, path: string, reply: FastifyReply): AppError {
  if (paths.post.has(path)) {
    reply.header('allow', 'POST');
    return new AppError({ code: 'MethodNotAllowed', reason: 'every operation is a POST' });
  }
  if (paths.get.has(path)) {
    reply.header('allow', 'GET, HEAD');
    return new AppError({ code: 'MethodNotAllowed', reason: 'this is read with GET' });
  }
  return unknownPathError();
}

/** What the framework itself refuses, in our words. */
function fromFrameworkError(error: FastifyError): AppError {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError({ code: 'UnsupportedMediaType', reason: 'the body must be application/json' });
    default:
      return toAppError(error);
  }
}

function logAccess(
  request: FastifyRequest,
  reply: FastifyReply,
  { environment, operation }: { environment: string; operation: string },
  logger: Logger,
  metrics: Metrics,
): void {
  const ms = performance.now() - request.context.startedAt;
  const status = reply.statusCode;
  metrics.request({ environment, operation, status }, ms / 1000);
  if (request.context.isShed || !logger.isLevelEnabled('info')) return;
  const { reference, customerNo } = request.context;
  logger.info({ reference, environment, operation, status, ms: Math.round(ms * 100) / 100, customerNo }, 'request');
}
