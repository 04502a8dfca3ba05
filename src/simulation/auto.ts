/**
 * The test environment's own motion (decision 2, `SIMULATION=auto`): every few seconds each customer's clock jumps to
 * its next due step and takes along what falls due within the hours after it, so that an order is delivered within
 * about two minutes. Where nothing is due no clock moves. In manual mode nothing here runs.
 */

import { runDueWork } from '../platform/due-work.ts';
import { type NextDue, nextDueWork } from '../platform/due-work-store.ts';
import type { Environment } from '../platform/environment.ts';
import { abortableDelay } from '../platform/jobs.ts';
import { maxSeconds } from './advance.ts';
import { withFreeClock } from './clock-lock.ts';
import { simulationSteps } from './steps.ts';

const everyMs = 3_000;
const takeAlongHours = 4;

export interface AutoSimulation {
  /** Resolves when the jump under way has ended. */
  stop(): Promise<void>;
}

/**
 * Lets the customers of a test environment move by themselves until it is stopped. A jump that fails is logged and tried
 * again; a clock that a call is moving is left alone.
 */
export function startAutoSimulation(
  environment: Pick<Environment, 'name' | 'db' | 'logger'>,
  options: { readonly everyMs?: number } = {},
): AutoSimulation {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = (async () => {
    while (!signal.aborted) {
      await abortableDelay(options.everyMs ?? everyMs, signal);
      if (signal.aborted) break;
      await advanceAllClocks(environment, signal).catch((err: unknown) =>
        environment.logger.error({ err }, 'the simulation could not move'),
      );
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
): Promise<void> {
  for (const next of await nextDueWork(environment.db)) {
    if (signal.aborted) return;
    const until = jumpTarget(next);
    if (until === undefined) continue;
    await withFreeClock(environment.db, next.customerNo, () =>
      runDueWork(environment, simulationSteps, next.customerNo, until, signal),
    );
  }
}

/**
 * Up to when a customer's work is done in one jump. A step that keeps failing never pulls the clock along, nor does one
 * that is due more than a year ahead: a date that was mistyped would take the clock, which never goes back, centuries on.
 */
export function jumpTarget({ dueAt, firstAt, now }: NextDue): Temporal.Instant | undefined {
  if (dueAt === undefined) return Temporal.Instant.compare(firstAt, now) <= 0 ? now : undefined;
  if (dueAt.since(now).total('seconds') > maxSeconds) return undefined;
  const from = Temporal.Instant.compare(dueAt, now) > 0 ? dueAt : now;
  return from.add({ hours: takeAlongHours });
}
