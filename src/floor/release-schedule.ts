/** Releases by schedule: when they are due, and which orders share a wave (decision 42). Pure. */
import {
  findCutoffTime,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  isWorkingDay,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import { dateInZone } from '../lib/dates.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { ReleaseCandidate } from './orders-to-release.ts';

/** The attributes by which orders may be divided into waves. */
export const waveAttributes = ['Carrier', 'Service', 'IcePack', 'OneBottle'] as const;
export type WaveAttribute = (typeof waveAttributes)[number];

/** The filters of Floor/Release except ShipsBy, in wire names. */
export interface ReleaseScheduleFilter {
  readonly Customers?: string[];
  readonly Carriers?: string[];
  readonly Services?: string[];
  readonly IcePack?: boolean;
  readonly OneBottle?: boolean;
}

/** A time at the warehouse, HH:mm, or minutes before a cutoff. */
type ReleaseTime =
  | { readonly time: string }
  | { readonly carrier: string; readonly service: string; readonly minutesBefore: number };

export interface ReleaseSchedule {
  readonly scheduleId: string;
  readonly warehouse: string;
  readonly name: string;
  readonly at: ReleaseTime;
  /** 1 Monday to 7 Sunday. */
  readonly days: readonly number[];
  readonly filter: ReleaseScheduleFilter;
  /** Empty: one wave. */
  readonly waveBy: readonly WaveAttribute[];
  /** Every run that was due until then has begun or was skipped. */
  readonly consideredUntil: Temporal.Instant;
  readonly lastRun: LastReleaseRun | undefined;
  readonly changedBy: string;
}

/** The result of the last run, in wire names. */
export interface LastReleaseRun {
  readonly At: string;
  readonly Released: number;
  readonly Bottles: number;
  /** Numbers of its waves. */
  readonly Waves: readonly number[];
  readonly Message: string;
}

/** Maximum number of schedules, which are read as a whole. */
export const maxReleaseSchedules = 200;
/** Longer than any run of holidays. */
const maxDaysAhead = 60;
/** Minutes after its due time in which a run may begin or continue. Later it is skipped: people may have released by hand. */
export const maxLateReleaseMinutes = 120;

type Timing = Pick<ReleaseSchedule, 'warehouse' | 'at' | 'days'>;

/** Whether two schedules have the same warehouse, days, and time or cutoff. */
export const hasSameReleaseTimes = (one: Timing, other: Timing): boolean => timingText(one) === timingText(other);

const timingText = ({ warehouse, at, days }: Timing): string =>
  JSON.stringify([
    ...[warehouse, [...days].sort()],
    'time' in at ? at.time : [at.carrier, at.service, at.minutesBefore],
  ]);

/** The first run after a time, by the present cutoffs, working days and holidays; undefined when there is none. */
export function computeNextReleaseRunTime(
  schedule: Timing,
  operator: OperatorSettings,
  after: Temporal.Instant,
): Temporal.Instant | undefined {
  const warehouse = operator.warehouses.get(schedule.warehouse);
  if (warehouse === undefined || warehouse.isWorked !== true) return undefined;
  const calendar = workCalendarOfWarehouse(warehouse, holidayDateSetOfOperator(operator));
  const today = dateInZone(after, warehouse.timeZone);
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const day = today.add({ days: ahead });
    if (!schedule.days.includes(day.dayOfWeek) || !isWorkingDay(calendar, day)) continue;
    const at = runTime(schedule, operator, day, warehouse.timeZone);
    if (Temporal.Instant.compare(at, after) > 0) return at;
  }
  return undefined;
}

function runTime({ at, warehouse }: Timing, operator: OperatorSettings, day: Temporal.PlainDate, timeZone: string) {
  if ('time' in at) return instantOfLocalTime(day, at.time, timeZone);
  const cutoff = findCutoffTime(operator.cutoffs.get(warehouse) ?? [], at.carrier, at.service);
  return instantOfLocalTime(day, cutoff, timeZone).subtract({ minutes: at.minutesBefore });
}

/** The time of the last run that is due at `now`; undefined when none is. Earlier runs that were missed are skipped. */
export function computeDueReleaseRunTime(schedule: ReleaseSchedule, operator: OperatorSettings, now: Temporal.Instant) {
  let due: Temporal.Instant | undefined;
  for (;;) {
    const next = computeNextReleaseRunTime(schedule, operator, due ?? schedule.consideredUntil);
    if (next === undefined || Temporal.Instant.compare(next, now) > 0) return due;
    due = next;
  }
}

/** Groups orders into waves by a text of their common attributes; the text is '' when `waveBy` is empty. */
export function groupIntoWaves(
  orders: readonly ReleaseCandidate[],
  waveBy: readonly WaveAttribute[],
): Map<string, ReleaseCandidate[]> {
  const parts: Readonly<Record<WaveAttribute, (order: ReleaseCandidate) => string>> = {
    Carrier: ({ carrier }) => carrier,
    Service: ({ service }) => service,
    IcePack: ({ hasIcePack }) => (hasIcePack ? 'ice pack' : ''),
    OneBottle: ({ units }) => (units === 1 ? 'one bottle' : ''),
  };
  const nameOf = (order: ReleaseCandidate) =>
    waveAttributes
      .filter((attribute) => waveBy.includes(attribute))
      .map((attribute) => parts[attribute](order))
      .filter((part) => part !== '')
      .join(' ');
  return Map.groupBy(orders, nameOf);
}
