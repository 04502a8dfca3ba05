/** All SQL of `floor_schedules`, which are the operator's. A run is claimed by one process; the claim of a killed one ends. */
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { isUnclaimedSql } from '../platform/db/passed-time-sql.ts';
import {
  type LastReleaseRun,
  maxLateReleaseMinutes,
  maxReleaseSchedules,
  type ReleaseSchedule,
  type ReleaseScheduleFilter,
  type WaveAttribute,
} from './release-schedule.ts';
import type { Wave } from './wave-store.ts';

/** The sentence of `NotFound` for a schedule. */
export const noSuchReleaseScheduleMessage = 'There is no such schedule.';

/** A run in progress. A process that continues it uses the same waves. */
interface ReleaseRunInProgress {
  /** UUID version 7: the reference of what it changes. */
  readonly runId: string;
  /** The claim of the process that makes it: one that continues the run has another. Absent in runs that an earlier version began. */
  readonly claimId?: string;
  /** When it was due. */
  readonly at: string;
  /** The run's waves by the text of their common attributes, as `groupIntoWaves` returns it. */
  readonly waves: Readonly<Record<string, Pick<Wave, 'waveId' | 'number'>>>;
}

/** A run that a process makes. */
export type ClaimedReleaseRun = ReleaseRunInProgress & { readonly claimId: string };

export interface StoredReleaseSchedule extends ReleaseSchedule {
  readonly run: ReleaseRunInProgress | undefined;
  /** A process works on the run. */
  readonly isClaimed: boolean;
}

interface Row {
  readonly schedule_id: string;
  readonly warehouse: string;
  readonly name: string;
  readonly at_time: string | null;
  readonly cutoff_carrier: string | null;
  readonly cutoff_service: string | null;
  readonly minutes_before: number | null;
  readonly days: number[];
  readonly filter: ReleaseScheduleFilter;
  readonly wave_by: WaveAttribute[];
  readonly considered_until: Temporal.Instant;
  readonly run: ReleaseRunInProgress | null;
  readonly is_claimed: boolean;
  readonly last_run: LastReleaseRun | null;
  readonly changed_by: string;
}

/** Whether no process works on a run: a claim ends minutes after it was renewed. */
const isFree = isUnclaimedSql('f');

const columns = `f.schedule_id, f.warehouse, f.name, f.at_time, f.cutoff_carrier, f.cutoff_service, f.minutes_before, f.days, f.filter,
  f.wave_by, f.considered_until, f.run, not ${isFree} as is_claimed, f.last_run, f.changed_by`;

const scheduleOf = (row: Row): StoredReleaseSchedule => ({
  scheduleId: row.schedule_id,
  warehouse: row.warehouse,
  name: row.name,
  days: row.days,
  filter: row.filter,
  at:
    row.at_time === null
      ? {
          carrier: row.cutoff_carrier ?? '',
          service: row.cutoff_service ?? '',
          minutesBefore: row.minutes_before ?? 0,
        }
      : { time: row.at_time },
  waveBy: row.wave_by,
  consideredUntil: row.considered_until,
  changedBy: row.changed_by,
  run: row.run ?? undefined,
  isClaimed: row.is_claimed,
  lastRun: row.last_run ?? undefined,
});

/** The schedules of warehouses (undefined: of all), by warehouse; at most `maxReleaseSchedules`. */
export async function listReleaseSchedules(
  reader: DbReader,
  warehouses?: readonly string[],
): Promise<StoredReleaseSchedule[]> {
  const rows = await reader.rows<Row>(
    `select ${columns} from floor_schedules f where $1::text[] is null or f.warehouse = any ($1)
      order by f.warehouse, f.schedule_id limit ${maxReleaseSchedules}`,
    [warehouses ?? null],
  );
  return rows.map(scheduleOf);
}

export async function lockReleaseSchedule(tx: Tx, scheduleId: string): Promise<StoredReleaseSchedule | undefined> {
  const [row] = await tx.rows<Row>(`select ${columns} from floor_schedules f where f.schedule_id = $1 for update`, [
    scheduleId,
  ]);
  return row && scheduleOf(row);
}

/**
 * Inserts or replaces a schedule. A process keeps the settings with which it began a run; one that continues the run later uses the
 * new ones. When the schedule moves to another warehouse, the run is dropped, with its claim: its waves belong to the warehouse that
 * it left, and the process that makes it stops at its next step.
 */
export async function saveReleaseSchedule(tx: Tx, schedule: Omit<ReleaseSchedule, 'lastRun'>): Promise<void> {
  const { scheduleId, warehouse, name, at, days, filter, waveBy, consideredUntil, changedBy } = schedule;
  const [time, carrier, service, minutesBefore] =
    'time' in at ? [at.time, null, null, null] : [null, at.carrier, at.service, at.minutesBefore];
  await tx.rows(
    `insert into floor_schedules as f (schedule_id, warehouse, name, at_time, cutoff_carrier, cutoff_service, minutes_before, days,
                                       filter, wave_by, considered_until, changed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8::int[], $9::jsonb, $10::text[], $11, $12)
         on conflict (schedule_id) do update
        set warehouse = excluded.warehouse, name = excluded.name, at_time = excluded.at_time,
            cutoff_carrier = excluded.cutoff_carrier, cutoff_service = excluded.cutoff_service,
            minutes_before = excluded.minutes_before, days = excluded.days, filter = excluded.filter,
            wave_by = excluded.wave_by, considered_until = excluded.considered_until, changed_by = excluded.changed_by,
            run = case when f.warehouse = excluded.warehouse then f.run end,
            claimed_until = case when f.warehouse = excluded.warehouse then f.claimed_until end`,
    [
      ...[scheduleId, warehouse, name, time, carrier, service, minutesBefore, days],
      ...[JSON.stringify(filter), waveBy, consideredUntil, changedBy],
    ],
  );
}

export async function deleteReleaseSchedule(tx: Tx, scheduleId: string): Promise<void> {
  await tx.rows('delete from floor_schedules where schedule_id = $1', [scheduleId]);
}

export async function deleteReleaseSchedulesOfWarehouse(tx: Tx, warehouse: string): Promise<void> {
  await tx.rows('delete from floor_schedules where warehouse = $1', [warehouse]);
}

const claimEnd = "now() + interval '5 minutes'";

/**
 * Claims a run for this process: a new run that no other process has begun, or one whose claim has ended. Returns false when another
 * process was first, or the schedule has changed since it was read.
 */
export async function claimReleaseRun(
  db: Db,
  { scheduleId, consideredUntil, run: earlier }: StoredReleaseSchedule,
  run: ClaimedReleaseRun,
  considered: Temporal.Instant,
): Promise<boolean> {
  const claimed = await db.rows(
    `update floor_schedules f set run = $2::jsonb, considered_until = $3, claimed_until = ${claimEnd}
      where f.schedule_id = $1 and f.considered_until = $4 and ${isFree}
        and f.run is not distinct from $5::jsonb
      returning f.schedule_id`,
    [
      ...[scheduleId, JSON.stringify(run), considered, consideredUntil],
      earlier === undefined ? null : JSON.stringify(earlier),
    ],
  );
  return claimed.length > 0;
}

/**
 * Saves the progress of a run and renews its claim. Throws when another process has taken the run over, the run has ended, or the
 * schedule was removed or moved.
 */
export async function saveReleaseRunProgress(tx: Tx, scheduleId: string, run: ClaimedReleaseRun): Promise<void> {
  const kept = await tx.rows(
    `update floor_schedules set run = $2::jsonb, claimed_until = ${claimEnd}
      where schedule_id = $1 and run ->> 'claimId' = $3 returning schedule_id`,
    [scheduleId, JSON.stringify(run), run.claimId],
  );
  if (kept.length === 0) throw new Error('a scheduled release was taken over or removed');
}

/** Ends the claim of a run, so that any process can continue it. */
export async function endReleaseRunClaim(db: Db, scheduleId: string, { claimId }: ClaimedReleaseRun): Promise<void> {
  await db.rows(`update floor_schedules set claimed_until = null where schedule_id = $1 and run ->> 'claimId' = $2`, [
    scheduleId,
    claimId,
  ]);
}

/**
 * Saves that the schedule was checked for due runs up to `until`, and that none was due. Does nothing when a run is in progress, or another
 * process has changed the time since it was read. A later time is kept, unless it is so late that the clock was wrong then: the schedule
 * would have no run until that time.
 */
export async function saveReleaseScheduleCheckedUntil(
  db: Db,
  { scheduleId, consideredUntil }: Pick<ReleaseSchedule, 'scheduleId' | 'consideredUntil'>,
  until: Temporal.Instant,
): Promise<void> {
  await db.rows(
    `update floor_schedules set considered_until = $2
      where schedule_id = $1 and considered_until = $3 and run is null
        and (considered_until < $2 or considered_until > $2::timestamptz + $4 * interval '1 minute')`,
    [scheduleId, until, consideredUntil, maxLateReleaseMinutes],
  );
}

/**
 * Ends a run and saves its result. With `run` undefined, saves the result of a skipped run, and `considered`. Does nothing when another
 * process has taken the run over, has begun one, or has changed the time since it was read.
 */
export async function endReleaseRun(
  db: Db | Tx,
  schedule: Pick<ReleaseSchedule, 'scheduleId' | 'consideredUntil'>,
  run: ClaimedReleaseRun | undefined,
  lastRun: LastReleaseRun,
  considered?: Temporal.Instant,
): Promise<void> {
  await db.rows(
    `update floor_schedules
        set run = null, claimed_until = null, last_run = $3::jsonb, considered_until = coalesce($4, considered_until)
      where schedule_id = $1 and (run ->> 'claimId' = $2 or (run is null and $2::text is null))
        and ($4::timestamptz is null or considered_until = $5)`,
    [schedule.scheduleId, run?.claimId ?? null, JSON.stringify(lastRun), considered ?? null, schedule.consideredUntil],
  );
}
