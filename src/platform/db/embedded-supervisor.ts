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
import type { HealthCheck } from '../health.ts';
import type { EmbeddedPostgres } from './embedded.ts';

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
  database: Pick<EmbeddedPostgres, 'inspect' | 'restart' | 'recovery'>,
  { logger, pollEveryMs = 200, maxBackoffMs = 10_000, unhealthyAfterMs = 60_000 }: EmbeddedPostgresSupervisorOptions,
): EmbeddedPostgresSupervisor {
  const stop = new AbortController();
  let restarts = 0;
  /** Attempts since PostgreSQL was last stable. */
  let attempts = 0;
  /** When PostgreSQL last became unstable; set when its process or its socket is found to be gone. */
  let unstableSinceMs: number | undefined;
  let startedAtMs = performance.now();
  let isDown = false;
  let isStarting = false;
  let isDataLost = false;

  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal, ref: false });

  /**
   * Exponential backoff with jitter: 50% to 100% of a delay that doubles with each attempt. The first attempt has no
   * delay.
   */
  const backoffMs = (): number =>
    attempts === 0 ? 0 : Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2);

  const attempt = async (): Promise<void> => {
    const waitMs = backoffMs();
    if (waitMs > 0) await pause(waitMs);
    attempts += 1;
    isStarting = true;
    try {
      await database.restart(stop.signal);
    } finally {
      isStarting = false;
    }
    isDown = false;
    restarts += 1;
    startedAtMs = performance.now();
    logger.info({ attempts, seconds: secondsSince(unstableSinceMs) }, 'PostgreSQL is running again');
  };

  const restartUntilItRuns = async (state: 'ended' | 'unreachable'): Promise<void> => {
    isDown = true;
    const now = performance.now();
    if (now - startedAtMs >= stableAfterMs) attempts = 0;
    if (attempts === 0) unstableSinceMs = now;
    logger.error(
      state === 'ended'
        ? 'PostgreSQL stopped unexpectedly and is being restarted'
        : 'the socket of PostgreSQL was deleted, so that nothing can connect: it is being restarted',
    );
    while (isDown && !stop.signal.aborted && database.inspect() !== 'data-lost') {
      try {
        await attempt();
      } catch (error) {
        if (stop.signal.aborted) return;
        logger.error({ attempts, reason: (error as Error).message }, 'PostgreSQL could not be started; retrying');
      }
    }
  };

  const loseData = (): void => {
    if (!isDataLost) {
      logger.fatal(
        'the data folder of the database has been deleted or replaced while the server was running: changes are rejected. Stop the server, restore the folder from a backup, start the server again',
      );
    }
    isDataLost = true;
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const state = database.inspect();
      if (state === 'data-lost') loseData();
      else if (state !== 'running') await restartUntilItRuns(state);
      await pause(pollEveryMs).catch(() => undefined);
    }
  };
  const running = run();

  return {
    name: 'database process',
    restarts: () => restarts,
    notReadyReason: () => {
      if (isDataLost) return dataLost;
      if (!isDown) return undefined;
      return database.recovery()?.description ?? 'the database has ended and is being restarted';
    },
    unhealthyReason: () => {
      if (isDataLost) return dataLost;
      if (!isDown || unstableSinceMs === undefined) return undefined;
      const limitMs = unhealthyAfterMs * (isStarting ? recoveryFactor : 1);
      const progressedAtMs = database.recovery()?.progressedAtMs ?? unstableSinceMs;
      if (performance.now() - Math.max(unstableSinceMs, progressedAtMs) < limitMs) return undefined;
      return `the database could not be restarted for ${secondsSince(unstableSinceMs)} s`;
    },
    stop: async () => {
      stop.abort();
      await running;
    },
  };
}

const dataLost = 'the data folder of the database has been deleted or replaced';

function secondsSince(startMs: number | undefined): number {
  return Math.round((performance.now() - (startMs ?? performance.now())) / 1000);
}
