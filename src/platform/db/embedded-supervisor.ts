/**
 * Restarts the embedded PostgreSQL when its process ends (a crash, `kill -9`, the out-of-memory killer, a full disk), and
 * when its socket was deleted. Retries for as long as the server runs, with jittered exponential backoff, so PostgreSQL
 * recovers without intervention once the cause is fixed. A recovery is waited for while it makes progress. Connection pools
 * reconnect by themselves. When PostgreSQL has been down without progress for `unhealthyAfterMs` (five times as long while
 * it is being started), or its data folder has been deleted or replaced, the check reports the process as unhealthy so that
 * a process supervisor restarts it. Never creates a data folder: an empty database would look like a loss of all data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { computeBackoffMs } from '../../lib/backoff.ts';
import type { HealthCheck } from '../health.ts';
import type { EmbeddedPostgres } from './embedded.ts';

type SupervisedDatabase = Pick<EmbeddedPostgres, 'inspect' | 'restart' | 'recovery'>;

interface EmbeddedPostgresSupervisorOptions {
  readonly logger: Logger;
  /** Interval between checks of the process. */
  readonly pollEveryMs?: number;
  /** Maximum delay between two attempts. */
  readonly maxBackoffMs?: number;
  /** How long PostgreSQL may be down without progress before the server is reported as unhealthy. */
  readonly unhealthyAfterMs?: number;
}

export interface EmbeddedPostgresSupervisor extends HealthCheck {
  /** Number of restarts so far. */
  restarts(): number;
  /** Stops supervising and aborts an attempt in progress. */
  stop(): Promise<void>;
}

/** A start may include crash recovery (WAL replay), so the time allowed is multiplied by this while PostgreSQL is being started. */
const recoveryFactor = 5;
/** A process that has run for this long is stable: its next exit counts as a new incident. */
const stableAfterMs = 10_000;
const firstBackoffMs = 250;

/**
 * Checks the process and the socket of the embedded PostgreSQL regularly, and restarts it with exponential backoff when the
 * process has ended or the socket was deleted, unless its data folder was deleted or replaced.
 */
export function superviseEmbeddedPostgres(
  database: SupervisedDatabase,
  options: EmbeddedPostgresSupervisorOptions,
): EmbeddedPostgresSupervisor {
  const supervisor = new RestartingSupervisor(database, options);
  return {
    name: 'database process',
    restarts: () => supervisor.restarts,
    notReadyReason: () => supervisor.notReadyReason(),
    unhealthyReason: () => supervisor.unhealthyReason(),
    stop: () => supervisor.stop(),
  };
}

class RestartingSupervisor {
  readonly #database: SupervisedDatabase;
  readonly #options: EmbeddedPostgresSupervisorOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  restarts = 0;
  /** Attempts since PostgreSQL was last stable. */
  #attempts = 0;
  /** When PostgreSQL last became unstable; set when its process or its socket is found to be gone. */
  #unstableSinceMs: number | undefined;
  #startedAtMs = performance.now();
  #isDown = false;
  #isStarting = false;
  #isDataLost = false;

  constructor(database: SupervisedDatabase, options: EmbeddedPostgresSupervisorOptions) {
    this.#database = database;
    this.#options = options;
    this.#running = this.#run();
  }

  notReadyReason(): string | undefined {
    if (this.#isDataLost) return dataLost;
    if (!this.#isDown) return undefined;
    return this.#database.recovery()?.description ?? 'the database has ended and is being restarted';
  }

  unhealthyReason(): string | undefined {
    const { unhealthyAfterMs = 60_000 } = this.#options;
    const sinceMs = this.#unstableSinceMs;
    if (this.#isDataLost) return dataLost;
    if (!this.#isDown || sinceMs === undefined) return undefined;
    const limitMs = unhealthyAfterMs * (this.#isStarting ? recoveryFactor : 1);
    const progressedAtMs = this.#database.recovery()?.progressedAtMs ?? sinceMs;
    if (performance.now() - Math.max(sinceMs, progressedAtMs) < limitMs) return undefined;
    return `the database could not be restarted for ${secondsSince(sinceMs)} s`;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { pollEveryMs = 200 } = this.#options;
    while (!this.#stop.signal.aborted) {
      const state = this.#database.inspect();
      if (state === 'data-lost') this.#loseData();
      else if (state !== 'running') await this.#restartUntilItRuns(state);
      await this.#pause(pollEveryMs).catch(() => undefined);
    }
  }

  #loseData(): void {
    if (!this.#isDataLost) {
      this.#options.logger.fatal(
        'the data folder of the database has been deleted or replaced while the server was running: changes are rejected. Stop the server, restore the folder from a backup, start the server again',
      );
    }
    this.#isDataLost = true;
  }

  async #restartUntilItRuns(state: 'ended' | 'unreachable'): Promise<void> {
    const { logger } = this.#options;
    this.#isDown = true;
    const now = performance.now();
    if (now - this.#startedAtMs >= stableAfterMs) this.#attempts = 0;
    if (this.#attempts === 0) this.#unstableSinceMs = now;
    logger.error(
      state === 'ended'
        ? 'PostgreSQL stopped unexpectedly and is being restarted'
        : 'the socket of PostgreSQL was deleted, so that nothing can connect: it is being restarted',
    );
    while (this.#isDown && !this.#stop.signal.aborted && this.#database.inspect() !== 'data-lost') {
      try {
        await this.#attempt();
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        const reason = (error as Error).message;
        logger.error({ attempts: this.#attempts, reason }, 'PostgreSQL could not be started; retrying');
      }
    }
  }

  async #attempt(): Promise<void> {
    const waitMs = computeBackoffMs(this.#attempts, firstBackoffMs, this.#options.maxBackoffMs ?? 10_000);
    if (waitMs > 0) await this.#pause(waitMs);
    this.#attempts += 1;
    this.#isStarting = true;
    try {
      await this.#database.restart(this.#stop.signal);
    } finally {
      this.#isStarting = false;
    }
    this.#isDown = false;
    this.restarts += 1;
    this.#startedAtMs = performance.now();
    const seconds = secondsSince(this.#unstableSinceMs);
    this.#options.logger.info({ attempts: this.#attempts, seconds }, 'PostgreSQL is running again');
  }

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stop.signal, ref: false });
  }
}

const dataLost = 'the data folder of the database has been deleted or replaced';

function secondsSince(startMs: number | undefined): number {
  return Math.round((performance.now() - (startMs ?? performance.now())) / 1000);
}
