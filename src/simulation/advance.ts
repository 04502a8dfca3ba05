/** Moving a customer's clock, and all that falls due on the way (decision 2). */
import { formatInstant } from '../lib/dates.ts';
import { customerTime, moveClock } from '../platform/clock.ts';
import { runDueWork } from '../platform/due-work.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, type Refusal, validationRefusal } from '../platform/errors.ts';
import { appendLog } from '../platform/log.ts';
import { withClock } from './clock-lock.ts';
import { simulationSteps } from './steps.ts';

/** How far: by so many seconds, or to a time. */
export type Target = { readonly seconds: number } | { readonly to: Temporal.Instant };

/** The most that one call moves the clock: a year of 365 days. */
export const mostSeconds = 365 * 24 * 60 * 60;

export interface Advance {
  readonly customerNo: string;
  readonly target: Target;
  /** The transaction reference under which it is journaled. */
  readonly reference: string;
  readonly operation: string;
  readonly actor: string;
}

export interface Advanced {
  /** What the clock shows now. */
  readonly now: Temporal.Instant;
  /** The steps that were done on the way. */
  readonly events: number;
}

/** Where the clock is to go. Refusals in order: `ClockBackwards`, `ValidationFailed` for more than a year. Pure. */
export function decideAdvance(
  now: Temporal.Instant,
  target: Target,
): { readonly to: Temporal.Instant } | { readonly refused: Refusal } {
  const to = 'to' in target ? target.to : now.add({ seconds: target.seconds });
  if (Temporal.Instant.compare(to, now) < 0) {
    const reason = `the clock shows ${now.toString({ smallestUnit: 'second' })} and never goes back`;
    return { refused: { code: 'ClockBackwards', reason } };
  }
  if (to.since(now).total('seconds') > mostSeconds) {
    const field = 'to' in target ? 'To' : 'Seconds';
    const message = 'moves the clock by more than a year (31536000 seconds)';
    return { refused: validationRefusal([{ field, code: 'Maximum', message }]) };
  }
  return { to };
}

/**
 * Moves a customer's clock through each due time up to its target; everything that is due by then has happened when
 * this answers. One at a time per customer: a second call waits, and counts its seconds from where the first one left
 * the clock. Journaled as `clock.advanced`.
 * @throws AppError as `decideAdvance` refuses
 */
export function advanceClock(environment: Environment, advance: Advance): Promise<Advanced> {
  const { db } = environment;
  const { customerNo, reference, operation, actor } = advance;
  return withClock(db, customerNo, async () => {
    const from = await customerTime(db, customerNo);
    const decided = decideAdvance(from, advance.target);
    if ('refused' in decided) throw new AppError(decided.refused);
    const { to } = decided;
    const events = await runDueWork(environment, simulationSteps, customerNo, to);
    return await db.write(async (tx) => {
      await moveClock(tx, customerNo, to);
      appendLog(tx, {
        customerNo,
        kind: 'clock.advanced',
        subject: reference,
        reference,
        occurredAt: to,
        operation,
        actor,
        data: { from: formatInstant(from), to: formatInstant(to), events },
      });
      return { now: await customerTime(tx, customerNo), events };
    });
  });
}
