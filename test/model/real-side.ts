/** Writes to the model's customer in the database, over the connections of two processes in turn, at the customer's time. */
import { uuidv7 } from '../../src/lib/uuid.ts';
import { readCustomerClock } from '../../src/platform/clock.ts';
import type { Db, Tx } from '../../src/platform/db/db.ts';
import { AppError, type Outcome } from '../../src/platform/errors.ts';

/** A season is so many days; bad weather and what customer service holds end well within it. */
const daysPerSeason = 100;

export interface RealSide {
  readonly customerNo: string;
  readonly db: Db;
  readonly other: Db;
  /** Who did it, under which reference. */
  postingRequest(reference?: string): { customerNo: string; reference: string; operation: string; actor: string };
  /** Every second one is the other's. */
  side(): Db;
  /** One member in a transaction; answers `done`, or the code of the refusal: of its first fault where it has any. */
  write<Done>(work: (tx: Tx) => Promise<readonly Outcome<Done>[]>): Promise<string>;
  /** A step of the floor, at the time of the customer's clock. */
  floor(step: (tx: Tx, at: Temporal.Instant) => Promise<unknown>): Promise<string>;
  /** So many days after a season has begun on the customer's clock. */
  dayOf(season: number, days: number): Temporal.Instant;
  /** The season in which a time lies that is past its beginning. */
  seasonAt(time: Temporal.Instant): number;
}

export function openRealSide(db: Db, other: Db, customerNo: string): RealSide {
  const begun = Temporal.Now.instant();
  let turn = 0;
  const side = () => {
    turn += 1;
    return turn % 2 === 0 ? db : other;
  };
  const write: RealSide['write'] = async (work) => resultText(await side().write(work));
  return {
    customerNo,
    db,
    other,
    postingRequest: (reference = uuidv7()) => ({ customerNo, reference, operation: 'model', actor: 'model' }),
    side,
    write,
    floor: (step) =>
      write(async (tx) => {
        await step(tx, await readCustomerClock(tx, customerNo));
        return [{ ok: undefined }];
      }),
    dayOf: (season, days) => begun.add({ hours: 24 * (daysPerSeason * season + days) }),
    seasonAt: (time) => Math.floor(time.since(begun).total('hours') / (24 * daysPerSeason)),
  };
}

export function resultText(outcomes: readonly Outcome<unknown>[]): string {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('no outcome');
  return 'ok' in outcome ? 'done' : (outcome.refused.faults?.[0]?.code ?? outcome.refused.code);
}

/** `done`, or the code of the error that was thrown to the caller. */
export async function resultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.refusal.code;
    throw error;
  }
}
