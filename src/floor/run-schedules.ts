/**
 * Makes the releases that schedules demand (decision 42), every minute, in real time. Of several processes exactly one makes a run: it
 * claims it by a compare-and-set, and saves its waves with it. A process that is killed loses its claim after some minutes;
 * another one continues the same run with the same waves, and an order is released once in any case.
 */
import { formatInstant } from '../lib/dates.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { readOperatorSettings } from '../operator-settings/index.ts';
import { maxBulkOrders } from '../order-index/index.ts';
import { realTime } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { runWithoutKey } from '../platform/key-claims.ts';
import type { ReleaseContext } from './release.ts';
import { waitingFilter } from './release-request.ts';
import { dueRun, maxLateMinutes, wavesOf } from './release-schedule.ts';
import { createWave, releaseIntoWave } from './release-wave.ts';
import { claimRun, endRun, listSchedules, type ScheduledRun, type StoredSchedule, saveRun } from './schedule-store.ts';
import { listWaiting } from './waiting-lists.ts';

/** More orders than that wait for the next run. */
const maxRounds = 40;

/** Makes all runs that are due at `now`. Returns how many this process made. */
export async function runReleaseSchedules(
  environment: Environment,
  now: Temporal.Instant = realTime(),
  signal?: AbortSignal,
): Promise<number> {
  let made = 0;
  for (const schedule of await listSchedules(environment.db)) {
    if (signal?.aborted || schedule.isClaimed) continue;
    const run = await takeRun(environment, schedule, now);
    if (run === undefined) continue;
    await makeRun(environment, schedule, run);
    made += 1;
  }
  return made;
}

/** The run that this process is to make: the interrupted one, or one that is due. */
async function takeRun(
  { db }: Environment,
  schedule: StoredSchedule,
  now: Temporal.Instant,
): Promise<ScheduledRun | undefined> {
  if (schedule.run !== undefined) {
    return (await claimRun(db, schedule, schedule.run, schedule.consideredUntil)) ? schedule.run : undefined;
  }
  const due = dueRun(schedule, await readOperatorSettings(db), now);
  if (due === undefined) return undefined;
  if (now.since(due).total('minutes') > maxLateMinutes) {
    const Message = 'It was passed over, because no server was running.';
    await endRun(db, schedule, undefined, { At: formatInstant(due), Released: 0, Bottles: 0, Waves: [], Message }, due);
    return undefined;
  }
  const run: ScheduledRun = { runId: uuidv7(), at: formatInstant(due), waves: {}, released: 0, bottles: 0 };
  return (await claimRun(db, schedule, run, due)) ? run : undefined;
}

async function makeRun(environment: Environment, schedule: StoredSchedule, claimed: ScheduledRun): Promise<void> {
  const { db } = environment;
  const { warehouse: code, name, filter, waveBy } = schedule;
  const context = scheduleContext(claimed.runId);
  const warehouse = (await readOperatorSettings(db)).warehouses.get(code);
  let run = claimed;
  let isComplete = warehouse?.isWorked !== true;
  for (let round = 0; !isComplete && round < maxRounds && warehouse !== undefined; round += 1) {
    const waiting = await listWaiting(db, waitingFilter(warehouse, filter), maxBulkOrders);
    const before = run.released;
    for (const [common, found] of wavesOf(waiting, waveBy)) {
      const orders = found.map(({ customerNo, orderId }) => {
        return { CustomerNo: customerNo, TransactionReferenceNumber: orderId };
      });
      const known = run.waves[common];
      const wave = known ?? {
        waveId: uuidv7(),
        warehouse: code,
        name: `${name} ${common}`.trim(),
        createdBy: 'schedule',
      };
      const created = await db.write(async (tx) => {
        const opened = 'number' in wave ? { wave, orders } : await createWave(tx, context, wave, orders);
        run = { ...run, waves: { ...run.waves, [common]: opened.wave } };
        await saveRun(tx, schedule.scheduleId, run);
        return opened;
      });
      const outcomes = await releaseIntoWave(
        { environment, context, run: runWithoutKey },
        code,
        created,
        async (tx) => {
          const { [common]: _, ...waves } = run.waves;
          run = { ...run, waves };
          await saveRun(tx, schedule.scheduleId, run);
        },
      );
      const released = outcomes.flatMap((outcome) => ('ok' in outcome ? [outcome.ok] : []));
      const bottles = released.reduce((sum, { units }) => sum + units, 0);
      run = { ...run, released: run.released + released.length, bottles: run.bottles + bottles };
      await db.write((tx) => saveRun(tx, schedule.scheduleId, run));
    }
    isComplete = waiting.length < maxBulkOrders || run.released === before;
  }
  const Message = warehouse?.isWorked === true ? '' : `${code} is an automatic warehouse.`;
  const Waves = Object.values(run.waves).map(({ number }) => number);
  await endRun(db, schedule, run.runId, {
    ...{ At: run.at, Released: run.released, Bottles: run.bottles, Waves: Waves.toSorted((a, b) => a - b), Message },
  });
}

/** In the audit and the timelines of orders. */
function scheduleContext(reference: string): ReleaseContext {
  const by = { actor: 'schedule', operation: 'Floor/ReleaseSchedule', reference };
  return { ...by, forCustomer: (customerNo) => ({ ...by, customerNo }) };
}
