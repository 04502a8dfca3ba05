/**
 * The second listener: `/metrics` for Prometheus, and the probes. By default it listens on the loopback interface; do not
 * expose it to callers.
 *
 * It runs in a worker thread that receives the state of the server from the main thread. So probes get a reply while the
 * main thread is overloaded or the public address accepts no more connections, and they fail once the main thread has been blocked
 * for some seconds.
 */
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { findFailedLivenessChecks, findFailedReadinessChecks, type HealthCheck } from '../health.ts';
import type { Metrics } from '../metrics.ts';
import { toProbeReply } from './probes.ts';

interface ManagementServerOptions {
  readonly metrics: Metrics;
  readonly checks: readonly HealthCheck[];
  readonly logger: Logger;
}

export interface ManagementServer {
  /** Starts to listen and returns the address: `http://127.0.0.1:9464`. Rejects with the system's error; may be called again. */
  listen(address: { readonly host: string; readonly port: number }): Promise<string>;
  /** Sends the present state to the probes at once; otherwise they show a change within 250 ms. */
  refresh(): void;
  close(): Promise<void>;
}

export interface ProbeReply {
  readonly status: number;
  readonly body: string;
}

/** Replies of the probes until the next report. */
export interface ProbeReport {
  readonly health: ProbeReply;
  readonly readiness: ProbeReply;
}

export type ToManagementWorker =
  | { readonly kind: 'listen'; readonly host: string; readonly port: number }
  | ({ readonly kind: 'report' } & ProbeReport)
  | { readonly kind: 'metrics'; readonly id: number; readonly contentType: string; readonly text: string | undefined };

export type FromManagementWorker =
  | { readonly kind: 'listening'; readonly address: AddressInfo }
  | {
      readonly kind: 'failed';
      readonly code: string | undefined;
      readonly syscall: string | undefined;
      readonly message: string;
    }
  | { readonly kind: 'metrics'; readonly id: number };

const reportEveryMs = 250;

/** The thread starts with the first `listen`, so a server without metrics has none. */
export function openManagementServer({ metrics, checks, logger }: ManagementServerOptions): ManagementServer {
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let listening: PromiseWithResolvers<string> | undefined;

  const post = (message: ToManagementWorker): void => worker?.postMessage(message);

  const report = (): void => {
    const health = toProbeReply(findFailedLivenessChecks(checks), 'ok', 'unhealthy');
    const readiness = toProbeReply(findFailedReadinessChecks(checks), 'ready', 'not ready');
    post({ kind: 'report', health, readiness });
  };

  const sendMetrics = async (id: number): Promise<void> => {
    const text = await metrics.text().catch((err: unknown) => {
      logger.error({ err }, 'metrics could not be read');
      return undefined;
    });
    post({ kind: 'metrics', id, contentType: metrics.contentType, text });
  };

  const start = (): void => {
    worker = new Worker(new URL('./management-worker.ts', import.meta.url));
    worker.unref();
    worker.on('message', (message: FromManagementWorker) => {
      if (message.kind === 'metrics') void sendMetrics(message.id);
      else if (message.kind === 'listening') listening?.resolve(formatListenUrl(message.address));
      else listening?.reject(Object.assign(new Error(message.message), message));
    });
    worker.on('error', (err) => {
      logger.error({ err }, 'management server failed: metrics and probes are unavailable on its address');
      listening?.reject(err);
    });
    report();
    timer = setInterval(report, reportEveryMs);
    timer.unref();
  };

  return {
    listen: async ({ host, port }) => {
      if (worker === undefined) start();
      listening = Promise.withResolvers();
      post({ kind: 'listen', host, port });
      return listening.promise;
    },
    refresh: report,
    close: async () => {
      clearInterval(timer);
      await worker?.terminate();
      worker = undefined;
    },
  };
}

/** `http://127.0.0.1:8080`, with brackets around an IPv6 address. */
export function formatListenUrl({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
