/** Advancing a customer's clock and running everything due until then (decision 2). */

import { formatInstant } from '../lib/dates.ts';
import { advanceCustomerClock, readCustomerClock } from '../platform/clock.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Db } from '../platform/db/db.ts';
import { runDueWork } from '../platform/due-work.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, type Refusal, validationRefusal } from '../platform/errors.ts';
import type { CommandRun } from '../platform/key-claims.ts';
import { appendLog } from '../platform/log.ts';
import { withClockLock } from './clock-lock.ts';
import { simulationStepHandlers } from './steps.ts';

/** How far to advance a clock: by a number of seconds, or to a time. */
export type ClockTarget = { readonly seconds: number } | { readonly to: Temporal.Instant };

/** Limit of one call: a year of 365 days. */
export const maxAdvanceSeconds = 365 * 24 * 60 * 60;

interface ClockAdvance extends CommandContext {
  readonly target: ClockTarget;
  readonly run: CommandRun;
  /** The body to store under the caller's Idempotency-Key. */
  reply(advanced: AdvancedClock): unknown;
}

export interface AdvancedClock {
  /** Time on the clock. */
  readonly now: Temporal.Instant;
  /** How many rows of `due_work` were run. */
  readonly events: number;
}

/** The time to advance to. Refusals, in order: `ClockBackwards`, `ValidationFailed` for more than a year. Pure. */
function decideAdvance(
  now: Temporal.Instant,
  target: ClockTarget,
): { readonly to: Temporal.Instant } | { readonly refused: Refusal } {
  const to = 'to' in target ? target.to : now.add({ seconds: target.seconds });
  if (Temporal.Instant.compare(to, now) < 0) {
    const reason = `The clock shows ${now.toString({ smallestUnit: 'second' })} and cannot go back.`;
    return { refused: { code: 'ClockBackwards', reason } };
  }
  if (to.since(now).total('seconds') > maxAdvanceSeconds) {
    const field = 'to' in target ? 'To' : 'Seconds';
    const message = 'advances the clock by more than a year (31536000 seconds)';
    return { refused: validationRefusal([{ field, code: 'Maximum', message }]) };
  }
  return { to };
}

/**
 * Advances a customer's clock through each due time up to the target; everything due by then has run when this returns, except
 * steps that failed, which are due again later.
 * One call at a time per customer: a second one waits, and counts its seconds from where the first one left the clock.
 * Logged as `clock.advanced`. The target is saved first, so that a retry after a failure advances to the same time; the
 * reply is stored in the transaction that completes the call.
 * @throws AppError as `decideAdvance`
 */
export function runClockAdvance(environment: Environment, advance: ClockAdvance): Promise<AdvancedClock> {
  const { db } = environment;
  const { customerNo, reference } = advance;
  return withClockLock(db, customerNo, async () => {
    const { from, to } = savedMove(advance.run) ?? (await startMove(db, advance));
    const events = await runDueWork(environment, simulationStepHandlers, customerNo, to);
    return await db.write(async (tx) => {
      await advanceCustomerClock(tx, customerNo, to);
      appendLog(tx, advance, {
        kind: 'clock.advanced',
        subject: reference,
        occurredAt: to,
        data: { from: formatInstant(from), to: formatInstant(to), events },
      });
      const advanced = { now: await readCustomerClock(tx, customerNo), events };
      await advance.run.storeReply(tx, advance.reply(advanced));
      return advanced;
    });
  });
}

interface Move {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** Decides a move of the clock and stores it as the progress of the run. Throws the refusal of `decideAdvance`. */
async function startMove(db: Db, { customerNo, target, run }: ClockAdvance): Promise<Move> {
  const from = await readCustomerClock(db, customerNo);
  const decided = decideAdvance(from, target);
  if ('refused' in decided) throw new AppError(decided.refused);
  const { to } = decided;
  const progress = { from: from.toString(), to: to.toString() };
  await db.write((tx) => run.saveProgress(tx, progress), { customerNo });
  return { from, to };
}

/** The target of an earlier run under the same Idempotency-Key. */
function savedMove({ progress }: CommandRun): Move | undefined {
  if (progress === undefined) return undefined;
  const { from, to } = progress as Readonly<Record<keyof Move, string>>;
  return { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) };
}
