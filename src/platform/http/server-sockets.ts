/** The sockets of the HTTP server: how it listens, and how it stops without losing a request that was sent. */
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import {
  acquireListenAddress,
  listenBacklog as backlog,
  countAcceptedConnections,
  type ExtraListenSockets,
  type ListenPermit,
  openExtraListenSockets,
} from './extra-listen-sockets.ts';
import { formatListenUrl } from './management-server.ts';

/** Requests in progress, and the number of requests since the start. */
export interface RequestCounts {
  active: number;
  started: number;
}

/**
 * How long a stopping server waits for more requests on open connections, and how often it checks them at least. On a busy
 * machine time alone does not show that all received bytes were read.
 */
const quietPeriodMs = 250;
const minQuietChecks = 20;

export class ServerSockets {
  readonly #app: FastifyInstance;
  readonly #requests: RequestCounts;
  #permit: ListenPermit | undefined;
  #moreListeners: ExtraListenSockets | undefined;
  #areClosed = false;

  constructor(app: FastifyInstance, requests: RequestCounts) {
    this.#app = app;
    this.#requests = requests;
  }

  /** Whether the listening sockets are closed, because the server stops: clients may not reconnect to it. */
  get areClosed(): boolean {
    return this.#areClosed;
  }

  /** As `HttpServer.listen`. */
  async listen(address: { readonly host: string; readonly port: number; readonly reusePort?: true }): Promise<string> {
    const { host, port, reusePort } = address;
    this.#permit = reusePort
      ? { address: { host, port, backlog, reusePort }, release: () => undefined }
      : await acquireListenAddress({ host, port, backlog });
    await this.#app.listen(this.#permit.address);
    const addresses = this.#app.addresses().filter((address) => typeof address === 'object');
    this.#moreListeners = await openExtraListenSockets(this.#app.server, addresses, this.#permit.address);
    return formatListenUrl(this.#app.server.address() as AddressInfo);
  }

  /** As `HttpServer.stop`. Every response that is sent after the listening sockets are closed must close its connection. */
  async close(graceMs: number): Promise<void> {
    const { server } = this.#app;
    const until = performance.now() + graceMs;
    await this.#acceptPendingConnections();
    // Closes the listening socket only: `close` of the HTTP server also closes idle connections, on which requests may
    // be on their way.
    if (server.listening) NetServer.prototype.close.call(server);
    this.#moreListeners?.close();
    this.#permit?.release();
    this.#areClosed = true;
    await this.#waitUntilQuiet(until);
    server.closeAllConnections();
    await this.#app.close();
  }

  /**
   * Accepts the connections of the backlog, one of each socket in a turn of the event loop. Closing a listening socket
   * would reset the connections in its backlog. Bounded in time, because clients may keep connecting.
   */
  async #acceptPendingConnections(): Promise<void> {
    let quietTurns = 0;
    const onConnection = (): void => {
      quietTurns = 0;
    };
    this.#app.server.on('connection', onConnection);
    const until = performance.now() + 1_000;
    while (quietTurns < 3 && performance.now() < until) {
      quietTurns += 1;
      await setImmediate();
    }
    this.#app.server.off('connection', onConnection);
  }

  /** Waits until no connection is open, or no request is in progress and none arrives any more. */
  async #waitUntilQuiet(until: number): Promise<void> {
    const requests = this.#requests;
    let quietSince = performance.now();
    let quietChecks = 0;
    let lastStarted = requests.started;
    const isQuiet = () => quietChecks >= minQuietChecks && performance.now() - quietSince >= quietPeriodMs;
    while (performance.now() < until && !isQuiet() && (await this.#openConnections()) > 0) {
      await setTimeout(5);
      quietChecks += 1;
      if (requests.active === 0 && lastStarted === requests.started) continue;
      lastStarted = requests.started;
      quietSince = performance.now();
      quietChecks = 0;
    }
  }

  async #openConnections(): Promise<number> {
    return (await countAcceptedConnections(this.#app.server)) + ((await this.#moreListeners?.connections()) ?? 0);
  }
}
