/**
 * Runs the releases of schedules (decision 42), in real time. Of several processes exactly one makes a run: it claims the run by a
 * compare-and-set, and saves the run's waves in it. The claim of a process that has saved nothing for 5 minutes ends, such as that of
 * a killed one; a process that could not write gives it up. Any process then continues the run with the same waves, until two hours after
 * it was due. An order is released once in any case.
 */
import { assertPresent } from '../lib/assert.ts';
import { formatInstant } from '../lib/dates.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import {
  type BulkOrderKey,
  type BulkOutcome,
  isRetryableOutcome,
  maxBulkOrders,
  tryCatchUpOrderIndex,
} from '../order-index/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { commandRunWithoutIdempotencyKey } from '../platform/key-claims.ts';
import { countOrdersOfWaves } from './floor-lists.ts';
import { sumUnits } from './floor-work.ts';
import { listOrdersToRelease, type ReleaseFilter } from './orders-to-release.ts';
import type { ReleaseContext } from './release.ts';
import { releaseFilterOf } from './release-request.ts';
import { computeDueReleaseRunTime, groupIntoWaves, maxLateReleaseMinutes } from './release-schedule.ts';
import {
  type ClaimedReleaseRun,
  claimReleaseRun,
  endReleaseRun,
  endReleaseRunClaim,
  listReleaseSchedules,
  type StoredReleaseSchedule,
  saveReleaseRunProgress,
  saveReleaseScheduleCheckedUntil,
} from './release-schedule-store.ts';
import { createWave, releaseIntoWave, removeEmptyWave } from './release-wave.ts';

/** Maximum rounds of a run, each of at most `maxBulkOrders` orders. Further orders wait for the next run. */
const maxRounds = 40;

/** Maximum steps in which the order index is caught up before a run, each of at most 500 log entries. */
const maxCatchUpSteps = 200;

/**
 * Makes the run of each schedule that is due at `now`, or continues the interrupted one, unless another process has
 * it. A run that is over two hours late is not made: it is passed over or, when it was interrupted, ended with what it
 * has released. Returns the number of runs that this process ended, without those passed over. An error of a run is
 * logged; the run continues when its claim has ended, and other schedules are not affected. Begins no further schedule
 * after `signal`.
 */
export async function runReleaseSchedules(
  environment: Environment,
  now: Temporal.Instant,
  signal?: AbortSignal,
): Promise<number> {
  const { db, logger } = environment;
  let made = 0;
  for (const schedule of await listReleaseSchedules(db)) {
    if (signal?.aborted || schedule.isClaimed) continue;
    const { scheduleId, warehouse } = schedule;
    try {
      const run = await takeRun(environment, schedule, now);
      if (run === undefined) continue;
      if (await makeRun(environment, schedule, run, isLate(Temporal.Instant.from(run.at), now))) made += 1;
    } catch (err) {
      logger.error({ err, scheduleId, warehouse }, 'a scheduled release failed and is continued later');
    }
  }
  return made;
}

const isLate = (at: Temporal.Instant, now: Temporal.Instant): boolean =>
  now.since(at).total('minutes') > maxLateReleaseMinutes;

/**
 * Claims the run of a schedule: the interrupted one, else the one that is due. Undefined when there is none, it is passed over because
 * it is too late, or another process has it.
 */
async function takeRun(
  { db }: Environment,
  schedule: StoredReleaseSchedule,
  now: Temporal.Instant,
): Promise<ClaimedReleaseRun | undefined> {
  const claimId = uuidv7();
  if (schedule.run !== undefined) {
    const run = { ...schedule.run, claimId };
    return (await claimReleaseRun(db, schedule, run, schedule.consideredUntil)) ? run : undefined;
  }
  const due = computeDueReleaseRunTime(schedule, await readOperatorSettings(db), now);
  if (due === undefined) {
    // Saved so that a later change of the warehouse or its calendar makes no run for a time that has passed.
    await saveReleaseScheduleCheckedUntil(db, schedule, now);
    return undefined;
  }
  if (isLate(due, now)) {
    const Message = 'It was passed over, because no server was running.';
    await endReleaseRun(
      db,
      schedule,
      undefined,
      { At: formatInstant(due), Released: 0, Bottles: 0, Waves: [], Message },
      due,
    );
    return undefined;
  }
  const run: ClaimedReleaseRun = { runId: uuidv7(), claimId, at: formatInstant(due), waves: {} };
  return (await claimReleaseRun(db, schedule, run, due)) ? run : undefined;
}

/**
 * Makes a run; a late one only ends with the orders that it has released. Returns false when orders could not be written, so
 * that the run continues later.
 */
async function makeRun(
  environment: Environment,
  schedule: StoredReleaseSchedule,
  claimed: ClaimedReleaseRun,
  isLateNow: boolean,
): Promise<boolean> {
  const { db } = environment;
  const { warehouse: code, scheduleId } = schedule;
  const warehouse = (await readOperatorSettings(db)).warehouses.get(code);
  let run = claimed;
  let message = '';
  if (warehouse?.isWorked !== true) message = `${code} is an automatic warehouse.`;
  else if (isLateNow) message = 'It was interrupted, and not continued after two hours.';
  else {
    const done = await releaseInRounds(environment, schedule, claimed, releaseFilterOf(warehouse, schedule.filter));
    run = done.run;
    if (done.isInterrupted) {
      await endReleaseRunClaim(db, scheduleId, run);
      return false;
    }
    if (done.refused > 0) {
      message = `Orders not released: ${done.refused}. They are on hold, not due today, or changed meanwhile.`;
    }
  }
  await db.write((tx) => endRun(tx, schedule, run, message));
  return true;
}

/**
 * Releases the orders that wait, until no more can be released. `refused`: orders that were refused and not released later;
 * `isInterrupted`: orders of the last round could not be written.
 */
async function releaseInRounds(
  environment: Environment,
  schedule: StoredReleaseSchedule,
  claimed: ClaimedReleaseRun,
  filter: ReleaseFilter,
): Promise<{ readonly run: ClaimedReleaseRun; readonly refused: number; readonly isInterrupted: boolean }> {
  const { db } = environment;
  let run = claimed;
  const refused = new Set<string>();
  let isInterrupted = false;
  // Orders that were accepted just before the time of the run: the next one may be tomorrow.
  await tryCatchUpOrderIndex(db, undefined, maxCatchUpSteps);
  for (let round = 0; round < maxRounds; round += 1) {
    const waiting = await listOrdersToRelease(db, filter, maxBulkOrders);
    let released = 0;
    isInterrupted = false;
    for (const [common, found] of groupIntoWaves(waiting, schedule.waveBy)) {
      const orders = found.map(({ customerNo, orderId }) => {
        return { CustomerNo: customerNo, TransactionReferenceNumber: orderId };
      });
      const wave = await releaseWaveOfRun(environment, schedule, run, common, orders);
      run = wave.run;
      for (const [index, outcome] of wave.outcomes.entries()) {
        const { TransactionReferenceNumber: reference } = assertPresent(orders[index], 'the order of an outcome');
        if ('ok' in outcome) {
          released += 1;
          refused.delete(reference);
        } else if (isRetryableOutcome(outcome)) isInterrupted = true;
        else refused.add(reference);
      }
    }
    if (waiting.length < maxBulkOrders || released === 0) break;
  }
  return { run, refused: refused.size, isInterrupted };
}

/** Releases orders into the run's wave of this name, which is created by the first of them. Returns the run with the wave. */
async function releaseWaveOfRun(
  environment: Environment,
  { scheduleId, warehouse, name }: StoredReleaseSchedule,
  before: ClaimedReleaseRun,
  common: string,
  orders: readonly BulkOrderKey[],
): Promise<{ readonly run: ClaimedReleaseRun; readonly outcomes: BulkOutcome<unknown>[] }> {
  const { db } = environment;
  const context = scheduleContext(before.runId);
  const saved = before.waves[common];
  const wave = { waveId: uuidv7(), warehouse, name: `${name} ${common}`.trim(), createdBy: 'schedule' };
  const { run, opened } = await db.write(async (tx) => {
    const opened = saved === undefined ? await createWave(tx, context, wave, orders) : { wave: saved, orders };
    const run = { ...before, waves: { ...before.waves, [common]: opened.wave } };
    await saveReleaseRunProgress(tx, scheduleId, run);
    return { run, opened };
  });
  const call = { environment, context, run: commandRunWithoutIdempotencyKey };
  const outcomes = await releaseIntoWave(call, warehouse, opened);
  await db.write((tx) => saveReleaseRunProgress(tx, scheduleId, run));
  return { run, outcomes };
}

/** Ends a run. Throws when another process continues it: that may be about to release into waves that are empty now. */
async function endRun(tx: Tx, schedule: StoredReleaseSchedule, run: ClaimedReleaseRun, Message: string): Promise<void> {
  await saveReleaseRunProgress(tx, schedule.scheduleId, run);
  const waves = Object.values(run.waves);
  // Counted in the waves: an interrupted process may have released orders and not saved it.
  const counts = await countOrdersOfWaves(
    tx,
    waves.map(({ waveId }) => waveId),
  );
  const Released = counts.reduce((sum, { orders }) => sum + orders, 0);
  const Bottles = sumUnits(counts);
  const Waves: number[] = [];
  // A wave is empty when all its orders were refused, or released into another wave.
  for (const wave of waves) {
    if (!(await removeEmptyWave(tx, scheduleContext(run.runId), schedule.warehouse, wave))) Waves.push(wave.number);
  }
  Waves.sort((a, b) => a - b);
  await endReleaseRun(tx, schedule, run, { At: run.at, Released, Bottles, Waves, Message });
}

/** The actor and the reference of a run in the audit and the timelines of orders. */
function scheduleContext(reference: string): ReleaseContext {
  const by = { actor: 'schedule', operation: 'Floor/ReleaseSchedule', reference };
  return { ...by, forCustomer: (customerNo) => ({ ...by, customerNo }) };
}
