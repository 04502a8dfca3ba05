/**
 * The HTTP server: sockets, paths and methods, the error body, the access log, the graceful stop.
 *
 * It knows mounts and their handlers, not credentials or the meaning of operations. It rejects requests before a handler is
 * called, in this order: 400 HTTP/1.1 without a Host header; 404 unknown path; 405 a method that the path does not have; 415 a
 * `Content-Encoding`; 503 overload; 415 another type than JSON; 413 a body beyond the limit; 503 too many bytes of bodies; 400 a body
 * that is not JSON.
 *
 * Invariants: every error response, except that of a probe, has the error body of decision 3; bodies are never logged; every
 * accepted request gets a response, also while the server stops, unless that takes longer than its grace period, or the client loses
 * its connection (connection-replies.ts, unread-replies.ts).
 */
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { uuidv7 } from '../../lib/uuid.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { OverloadedError } from '../overloaded.ts';
import { registerBodyParsing } from './accept-bodies.ts';
import { JsonArrayStream } from './array-stream.ts';
import type { ReceivedBody } from './bodies-in-flight.ts';
import { createClientIpReader, createTrustedProxyCheck } from './client-ip.ts';
import { limitConnectionReplies } from './connection-replies.ts';
import { enforceRequestDeadlines } from './deadline.ts';
import { drainBody } from './drain-body.ts';
import { FileDownloadStream } from './file-stream.ts';
import { type ConnectionLimits, limitConnections } from './limit-connections.ts';
import { replyToMalformedHttp, watchReplies } from './malformed-http.ts';
import type { AccessLogFields, OperatorMount, WineryMount } from './mount.ts';
import { createOperatorRoute, createRouteMounter, createWineryRoute } from './mount-route.ts';
import { createPathNormalizer } from './path-normalizer.ts';
import { SocketReadPauses } from './pause-reading.ts';
import { queueRequests } from './queue-requests.ts';
import { isLoopbackAddress } from './remote-address.ts';
import { jsonContentType, notJsonRefusal, type Reply, toAppError, toErrorReply } from './reply.ts';
import type { RequestQueue } from './request-queue.ts';
import { createRoutePathRegistry, unknownPathError } from './route-path-registry.ts';
import { type RequestCounts, ServerSockets } from './server-sockets.ts';
import { limitUnreadReplies } from './unread-replies.ts';

interface ServerOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly mounts: readonly WineryMount[];
  readonly operatorMounts?: readonly OperatorMount[];
  readonly limits: ServerLimits;
  /** The deadline of a request, unless its operation has a longer one. */
  readonly requestTimeoutSeconds: number;
  /** Addresses and networks of reverse proxies whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** The queue for the event loop, by client address. */
  readonly requestQueue: RequestQueue;
  /** Routes beside the operations: documents, probes, the portal. */
  readonly routes?: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

interface ServerLimits extends ConnectionLimits {
  readonly bodyBytes: number;
  readonly batchBodyBytes: number;
  readonly batchOrders: number;
  /** Bytes of the bodies of all requests in progress. */
  readonly bodiesInFlightBytes: number;
}

export interface HttpServer {
  readonly app: FastifyInstance;
  /**
   * Starts to listen and returns the address: `http://127.0.0.1:8080`. With `reusePort` several processes share the address;
   * their supervisor has called `acquireSharedPort`. Otherwise this process alone listens.
   */
  listen(address: { readonly host: string; readonly port: number; readonly reusePort?: true }): Promise<string>;
  /** True until `stop` was called: for the readiness probe. */
  isAccepting(): boolean;
  /**
   * Stops accepting connections, replies to every request that was received or is being sent on an open connection, and
   * closes the connections. After `graceMs` the remaining connections are closed.
   */
  stop(graceMs?: number): Promise<void>;
}

/** The state of one request. */
interface RequestContext extends AccessLogFields {
  readonly reference: string;
  readonly startedAt: number;
  body?: ReceivedBody;
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
  interface FastifyContextConfig {
    /** Labels of the route in the access log and the metrics. */
    readonly routeLabels?: { readonly environment: string; readonly operation: string };
  }
}

export async function openHttpServer(options: ServerOptions): Promise<HttpServer> {
  const { logger, metrics, mounts, operatorMounts = [] } = options;
  const clientAddress = createClientIpReader(options.trustedProxies);
  const isProxy = createTrustedProxyCheck(options.trustedProxies);
  const spellings = createPathNormalizer();
  const paths = createRoutePathRegistry([...mounts, ...operatorMounts]);
  const requests: RequestCounts = { active: 0, started: 0 };
  const pauses = new SocketReadPauses();
  const sendError: ErrorSender = (error, request, reply) => sendErrorReply(error, request, reply, logger);
  const app = createApp(options.limits.bodyBytes, spellings, sendError);
  const sockets = new ServerSockets(app, requests);

  limitConnectionReplies(app);
  limitUnreadReplies(app, ({ context }) => context.customerNo ?? context.operatorId);
  limitConnections(app.server, options.limits, (address) => isLoopbackAddress(address) || isProxy(address));
  registerBodyParsing(app, options.limits.bodiesInFlightBytes, metrics, clientAddress);
  enforceRequestDeadlines(app, options.requestTimeoutSeconds, logger);
  app.addHook('onRoute', ({ method, url }) => {
    spellings.add(url);
    paths.add(method, url);
  });

  /** Counts a request of a route with labels or of a path without a route in the metrics, and logs it. */
  const record = (request: FastifyRequest, status: number): void => {
    const routeLabels = request.routeOptions.config.routeLabels;
    if (routeLabels !== undefined || request.is404) {
      logAccess(request, status, routeLabels ?? unknownRoute, logger, metrics);
    }
  };
  app.addHook('onRequest', (request, reply, done) => {
    request.context = newRequestContext();
    requests.active += 1;
    // Also when the client leaves before the response: `onResponse` is not called then.
    reply.raw.once('close', () => {
      requests.active -= 1;
      request.context.body?.release();
      if (!reply.raw.writableFinished && reply.raw.errored === null) record(request, closedStatus);
    });
    requests.started += 1;
    done(refuseHead(request, reply, paths));
  });
  queueRequests(app, options.requestQueue, clientAddress, sendError);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Only once the listening socket is closed: clients would reconnect to it.
    if (sockets.areClosed) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    record(request, reply.statusCode);
    const { socket } = request.raw;
    const { shedBy } = request.context;
    if (shedBy !== undefined && !isProxy(socket.remoteAddress ?? '')) pauses.pause(socket, shedBy.pauseMs);
    done();
  });

  const mountRoute = createRouteMounter(app, options.limits, clientAddress, sendReply);
  for (const mount of mounts) {
    for (const operation of mount.operations) mountRoute(mount, createWineryRoute(mount, operation));
  }
  for (const mount of operatorMounts) {
    for (const operation of mount.operations) mountRoute(mount, createOperatorRoute(mount, operation));
  }
  for (const route of options.routes ?? []) await app.register(async (scope) => await route(scope));
  await app.ready();

  let stopping = false;
  return {
    app,
    listen: (address) => sockets.listen(address),
    isAccepting: () => !stopping,
    stop: async (graceMs = 10_000) => {
      if (stopping) return;
      stopping = true;
      pauses.end();
      await sockets.close(graceMs);
    },
  };
}

type ErrorSender = (error: AppError, request: FastifyRequest, reply: FastifyReply) => void;

/** The framework, with the error body for what it or Node would reject without. */
function createApp(
  bodyLimit: number,
  spellings: ReturnType<typeof createPathNormalizer>,
  sendError: ErrorSender,
): FastifyInstance {
  const app = Fastify({
    logger: false,
    // Otherwise Node replies without the error body.
    http: { requireHostHeader: false, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    genReqId: () => '',
    bodyLimit,
    return503OnClosing: false,
    forceCloseConnections: false,
    keepAliveTimeout: 75_000,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: replyToMalformedHttp,
    rewriteUrl: ({ url = '/' }) => spellings.normalize(url),
    frameworkErrors: (_error, request, reply) => {
      request.context = newRequestContext();
      sendError(unknownPathError(), request, reply);
    },
  });
  app.decorateRequest('context', null as unknown as RequestContext);
  watchReplies(app.server);
  // An unknown expectation is ignored (RFC 9110, 10.1.1). Otherwise Node rejects it without the error body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // The framework closes the connection of a rejected body, which is not necessary once the body was drained.
    if (await drainBody(request.raw)) reply.removeHeader('connection');
    sendError(fromFrameworkError(error), request, reply);
    return reply;
  });
  app.setNotFoundHandler((request, reply) => sendError(unknownPathError(), request, reply));
  return app;
}

/** The error of a request that is refused by its path and headers alone. */
function refuseHead(
  request: FastifyRequest,
  reply: FastifyReply,
  paths: ReturnType<typeof createRoutePathRegistry>,
): AppError | undefined {
  const { host, 'content-encoding': encoding } = request.headers;
  if (host === undefined && request.raw.httpVersion === '1.1') {
    return new AppError({ code: 'MalformedRequest', reason: 'The request has no Host header.' });
  }
  if (request.is404) {
    const path = request.url.split('?', 1)[0] as string;
    const { error, allow } = paths.errorFor(path);
    if (allow !== undefined) reply.header('allow', allow);
    return error;
  }
  if (encoding === undefined || encoding === 'identity') return undefined;
  return new AppError({ code: 'UnsupportedMediaType', reason: 'Send the body without Content-Encoding.' });
}

/** The status in the log and the metrics of a request whose connection was closed before it had a response. */
const closedStatus = 499;

const unknownRoute = { environment: '', operation: 'unknown' };

function newRequestContext(): RequestContext {
  const reference = uuidv7();
  return { reference, startedAt: performance.now(), customerNo: undefined, operatorId: undefined, shedBy: undefined };
}

function sendErrorReply(error: AppError, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const { reference } = request.context;
  if (error instanceof OverloadedError) request.context.shedBy = error;
  else if (error.status >= 500) {
    const level = error.refusal.code === 'Unavailable' ? 'warn' : 'error';
    logger[level](
      { err: error.internal ?? error, reference, route: request.routeOptions.config.routeLabels },
      'request failed',
    );
  }
  sendReply(reply, toErrorReply(error, reference));
}

function sendReply(reply: FastifyReply, content: Reply): void {
  reply.code(content.status);
  reply.header('content-type', jsonContentType);
  if (content.headers !== undefined) reply.headers(content.headers);
  const { body } = content;
  if (body instanceof FileDownloadStream) reply.headers(body.headers).send(body.readable);
  else reply.send(body instanceof JsonArrayStream ? body.toReadable() : JSON.stringify(body));
}

/** Converts an error of the framework. */
function fromFrameworkError(error: FastifyError): AppError {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(notJsonRefusal);
    default:
      return toAppError(error);
  }
}

/** The address of requests that the program makes to itself; no socket has it. They are logged at debug. */
export const internalClientIp = 'dray';

function logAccess(
  request: FastifyRequest,
  status: number,
  { environment, operation }: { environment: string; operation: string },
  logger: Logger,
  metrics: Metrics,
): void {
  const ms = performance.now() - request.context.startedAt;
  metrics.request({ environment, operation, status }, ms / 1000);
  const level = request.raw.socket.remoteAddress === internalClientIp ? 'debug' : 'info';
  if (request.context.shedBy !== undefined || !logger.isLevelEnabled(level)) return;
  const { reference, customerNo, operatorId } = request.context;
  logger[level](
    { reference, environment, operation, status, ms: Math.round(ms * 100) / 100, customerNo, operatorId },
    'request',
  );
}
