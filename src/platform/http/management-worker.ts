/**
 * The thread of the management address. It replies to probes with the last report of the main thread, and forwards requests
 * for `/metrics` to the main thread.
 *
 * A main thread that stopped reporting has a blocked event loop: it is not ready after 5 s, and unhealthy after 30 s.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';
import type { FromManagementWorker, ProbeReply, ProbeReport, ToManagementWorker } from './management-server.ts';
import { toProbeReply } from './probes.ts';

/** Time without a report after which the main thread is not ready, and unhealthy. */
const notReadyAfterMs = 5_000;
const unhealthyAfterMs = 30_000;
const metricsWithinMs = 10_000;
const tickMs = 500;

const main = parentPort;
if (main === null) throw new Error('this file is a worker thread of the server');
const post = (message: FromManagementWorker): void => main.postMessage(message);

let report: ProbeReport | undefined;
let reportedAtMs = performance.now();
let requests = 0;
const metricsRequests = new Map<number, ServerResponse>();

// While the whole process was suspended (SIGSTOP, a suspended machine), the main thread could not report either.
let tickedAtMs = performance.now();
setInterval(() => {
  const now = performance.now();
  if (now - tickedAtMs > 4 * tickMs) reportedAtMs = now;
  tickedAtMs = now;
}, tickMs).unref();

const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
  request.resume();
  const path = (request.url ?? '').split('?', 1)[0];
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(response, 405, 'Only GET is served here.\n');
  switch (path) {
    case '/healthz':
      return sendProbe(response, report?.health, unhealthyAfterMs, 'unhealthy');
    case '/readyz':
      return sendProbe(response, report?.readiness, notReadyAfterMs, 'not ready');
    case '/metrics':
      return requestMetrics(response);
    default:
      return sendText(response, 404, 'This address serves GET /metrics, /healthz and /readyz.\n');
  }
});
server.maxConnections = 256;

function sendProbe(response: ServerResponse, reported: ProbeReply | undefined, limitMs: number, bad: string): void {
  const silentMs = performance.now() - reportedAtMs;
  const notReadyReason = `it has not responded for ${Math.round(silentMs / 1000)} s`;
  const isSilent = reported === undefined || silentMs >= limitMs;
  const { status, body } = isSilent ? toProbeReply([{ name: 'server', reason: notReadyReason }], bad, bad) : reported;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(body);
}

function requestMetrics(response: ServerResponse): void {
  requests += 1;
  const id = requests;
  metricsRequests.set(id, response);
  const timer = setTimeout(() => {
    metricsRequests.delete(id);
    sendText(response, 503, 'The server did not respond in time.\n');
  }, metricsWithinMs);
  response.on('close', () => {
    clearTimeout(timer);
    metricsRequests.delete(id);
  });
  post({ kind: 'metrics', id });
}

function sendText(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type });
  response.end(text);
}

server.on('listening', () => post({ kind: 'listening', address: server.address() as AddressInfo }));
server.on('error', (error: NodeJS.ErrnoException) =>
  post({ kind: 'failed', code: error.code, syscall: error.syscall, message: error.message }),
);

main.on('message', (message: ToManagementWorker) => {
  switch (message.kind) {
    case 'listen':
      server.listen({ host: message.host, port: message.port });
      return;
    case 'report':
      report = message;
      reportedAtMs = performance.now();
      return;
    case 'metrics': {
      const response = metricsRequests.get(message.id);
      if (response === undefined) return;
      if (message.text === undefined) sendText(response, 500, 'The metrics could not be read.\n');
      else sendText(response, 200, message.text, message.contentType);
      return;
    }
  }
});
