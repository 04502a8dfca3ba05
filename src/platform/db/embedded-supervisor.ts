/**
 * Restarts the embedded PostgreSQL when its process ends: a crash, `kill -9`, the out-of-memory killer, a full disk.
 *
 * Attempts go on for as long as the server runs, with a jittered exponential backoff, so PostgreSQL is back by itself
 * once its cause is gone. Connection pools need no notice: they connect anew. Where it cannot be brought back within
 * `unhealthyAfterMs`, or its data folder has been deleted, the check reports the process as unhealthy, so that a process
 * supervisor restarts it. It never creates a data folder: an empty database would look like a loss of all data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HealthCheck } from '../health.ts';
import type { Embedded } from './embedded.ts';

export interface SupervisorOptions {
  readonly logger: Logger;
  /** How often the process is looked at. */
  readonly pollEveryMs?: number;
  /** The longest pause between two attempts. */
  readonly maxBackoffMs?: number;
  /** How long PostgreSQL may be away before the server counts as unhealthy. */
  readonly unhealthyAfterMs?: number;
}

export interface Supervisor extends HealthCheck {
  /** How often PostgreSQL has been restarted. */
  restarts(): number;
  /** Stops supervising; an attempt that is under way is abandoned. */
  stop(): Promise<void>;
}

/** Replaying its log after a crash takes PostgreSQL longer: as long as it does that, so many times longer is allowed. */
const recoveryFactor = 5;
/** A process that lived for so long has started well: the next crash is a new one. */
const stableAfterMs = 10_000;
const firstBackoffMs = 250;

export function superviseEmbedded(
  database: Pick<Embedded, 'inspect' | 'restart'>,
  { logger, pollEveryMs = 200, maxBackoffMs = 10_000, unhealthyAfterMs = 60_000 }: SupervisorOptions,
): Supervisor {
  const stop = new AbortController();
  let restarts = 0;
  /** Attempts since PostgreSQL was last stable. */
  let attempts = 0;
  /** Since when PostgreSQL has not been stable; set when its process is found to have ended. */
  let unstableSinceMs: number | undefined;
  let startedAtMs = performance.now();
  let isDown = false;
  let isStarting = false;
  let isDataLost = false;

  const pause = (ms: number) => sleep(ms, undefined, { signal: stop.signal, ref: false });

  /** From half to the whole of a time that doubles with each attempt. The first attempt does not wait. */
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
    logger.info({ attempts, seconds: secondsSince(unstableSinceMs) }, 'PostgreSQL runs again');
  };

  const restartUntilItRuns = async (): Promise<void> => {
    isDown = true;
    const now = performance.now();
    if (now - startedAtMs >= stableAfterMs) attempts = 0;
    if (attempts === 0) unstableSinceMs = now;
    logger.error('PostgreSQL has ended unexpectedly: it is started again');
    while (isDown && !stop.signal.aborted && database.inspect() !== 'data-lost') {
      try {
        await attempt();
      } catch (error) {
        if (stop.signal.aborted) return;
        logger.error({ attempts, reason: (error as Error).message }, 'PostgreSQL cannot be started; trying again');
      }
    }
  };

  const loseData = (): void => {
    if (!isDataLost) {
      logger.fatal(
        'the data folder of the database has been deleted or replaced while the server was running: changes are refused. Stop the server, restore the folder from a backup, start the server again',
      );
    }
    isDataLost = true;
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const state = database.inspect();
      if (state === 'data-lost') loseData();
      else if (state === 'ended') await restartUntilItRuns();
      await pause(pollEveryMs).catch(() => undefined);
    }
  };
  const running = run();

  return {
    name: 'database process',
    restarts: () => restarts,
    notReadyReason: () => {
      if (isDataLost) return dataLost;
      return isDown ? 'the database has ended and is being restarted' : undefined;
    },
    unhealthyReason: () => {
      if (isDataLost) return dataLost;
      if (!isDown || unstableSinceMs === undefined) return undefined;
      const limitMs = unhealthyAfterMs * (isStarting ? recoveryFactor : 1);
      if (performance.now() - unstableSinceMs < limitMs) return undefined;
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
