/**
 * Automatic simulation (decision 2, `SIMULATION=auto`): every few seconds each customer's clock jumps to its next due step
 * and past everything due in the hours after it, so that an order is delivered within about two minutes. A clock without
 * due work does not move. In manual mode nothing here runs.
 */

import { isConnectionLost } from '../platform/db/database-errors.ts';
import { runDueWork } from '../platform/due-work.ts';
import { findNextDueWorkOfCustomers, type NextDueWork } from '../platform/due-work-store.ts';
import type { Environment } from '../platform/environment.ts';
import { waitUnlessAborted } from '../platform/jobs.ts';
import { maxAdvanceSeconds } from './advance.ts';
import { withClockLockIfFree } from './clock-lock.ts';
import { simulationStepHandlers } from './steps.ts';

const everyMs = 3_000;
const batchHours = 4;

export interface AutoSimulation {
  /** Resolves when the current jump has ended. */
  stop(): Promise<void>;
}

/**
 * Advances the clocks of a test environment until it is stopped. A jump that fails is logged and tried again in the next round; the other
 * clocks jump all the same. Clocks that a request is advancing are skipped until the next round, as are all while too many locks are held.
 */
export function startAutoSimulation(
  environment: Pick<Environment, 'name' | 'db' | 'logger'>,
  options: { readonly everyMs?: number } = {},
): AutoSimulation {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    let wasLost = false;
    while (!signal.aborted) {
      await waitUnlessAborted(options.everyMs ?? everyMs, signal);
      if (signal.aborted) break;
      let isLost = false;
      const logFailure = (err: unknown, customerNo?: string): void => {
        // While the database is unavailable, which is logged elsewhere, this would flood the log.
        const level = !isConnectionLost(err) ? 'error' : wasLost || isLost ? 'debug' : 'warn';
        isLost ||= isConnectionLost(err);
        environment.logger[level]({ err, customerNo }, 'automatic simulation failed; retrying');
      };
      await advanceAllClocks(environment, signal, logFailure).catch(logFailure);
      wasLost = isLost;
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function advanceAllClocks(
  environment: Pick<Environment, 'name' | 'db' | 'logger'>,
  signal: AbortSignal,
  onFailure: (error: unknown, customerNo: string) => void,
): Promise<void> {
  for (const next of await findNextDueWorkOfCustomers(environment.db)) {
    if (signal.aborted) return;
    const { customerNo } = next;
    const until = computeClockJumpTarget(next);
    if (until === undefined) continue;
    // One that fails in each round, as while its rows are locked, must not keep the clocks after it from jumping.
    await withClockLockIfFree(environment.db, customerNo, () =>
      runDueWork(environment, simulationStepHandlers, customerNo, until, signal),
    ).catch((error: unknown) => onFailure(error, customerNo));
  }
}

/**
 * The time up to which one jump runs a customer's work; undefined for no jump. A step that keeps failing does not advance
 * the clock, nor does one due more than a year ahead: a mistyped date would advance the clock, which never goes back, by
 * centuries.
 */
export function computeClockJumpTarget({ dueAt, firstAt, now }: NextDueWork): Temporal.Instant | undefined {
  if (dueAt === undefined) return Temporal.Instant.compare(firstAt, now) <= 0 ? now : undefined;
  if (dueAt.since(now).total('seconds') > maxAdvanceSeconds) return undefined;
  const from = Temporal.Instant.compare(dueAt, now) > 0 ? dueAt : now;
  return from.add({ hours: batchHours });
}
