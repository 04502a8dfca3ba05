/**
 * Orders accepted and shipped by day, for the overview. Days after today come from test clocks that are ahead: they count as today.
 * Shipped are those that left, as in the activity of a month: an order without boxes, of fees or of items that the winery ships itself,
 * is not counted.
 *
 * Counting a day reads an index entry of every order of it, and a page of the overview reads two weeks whenever something changes. Today is
 * counted each time. Days that are over hardly change: each process counts them about once in `maxPastAgeMs` for the same
 * warehouses.
 */
import { startOfDay } from '../lib/dates.ts';
import { memoizeAsync } from '../lib/memoize-async.ts';
import { readWithCustomPlans } from '../platform/db/custom-plans.ts';
import type { Db, DbReader } from '../platform/db/db.ts';

interface DailyOrderCounts {
  readonly day: Temporal.PlainDate;
  readonly accepted: number;
  readonly shipped: number;
}

/** The last `days` days, `today` among them, in the time zone, at these warehouses; undefined: at all. */
interface DailyOrderCountRange {
  readonly warehouses: readonly string[] | undefined;
  readonly today: Temporal.PlainDate;
  readonly days: number;
  readonly timeZone: string;
}

const maxPastAgeMs = 60_000;
/** Maximum cached counts of a database. Few lists of warehouses are usual, but a request may name any. */
const maxCachedCounts = 100;

const pastCounts = new WeakMap<Db, (range: DailyOrderCountRange) => Promise<readonly DailyOrderCounts[]>>();

/**
 * Counts the days before today that have an order; the figures may be up to a minute old. Concurrent callers share one
 * count, on a snapshot of its own.
 */
export function readPastDailyOrderCounts(db: Db, range: DailyOrderCountRange): Promise<readonly DailyOrderCounts[]> {
  const count = pastCounts.getOrInsertComputed(db, () =>
    memoizeAsync(
      (of: DailyOrderCountRange) =>
        readWithCustomPlans(db, (reader) => countDays(reader, of, { from: firstDayOf(of), to: of.today })),
      ({ warehouses, today, days, timeZone }) => JSON.stringify([warehouses?.toSorted(), today, days, timeZone]),
      { ttlMs: maxPastAgeMs, maxEntries: maxCachedCounts },
    ),
  );
  return count(range);
}

/** Counts today with the days after it, if they have an order. */
export const readTodaysOrderCounts = (
  reader: DbReader,
  range: DailyOrderCountRange,
): Promise<readonly DailyOrderCounts[]> => countDays(reader, range, { from: range.today, to: undefined });

/** Every day of the range, oldest first, with its count. */
export function fillDailyOrderCounts(
  range: DailyOrderCountRange,
  counts: readonly DailyOrderCounts[],
): DailyOrderCounts[] {
  const byDay = new Map(counts.map((count) => [count.day.toString(), count]));
  return Array.from({ length: range.days }, (_, nth) => {
    const day = firstDayOf(range).add({ days: nth });
    return byDay.get(day.toString()) ?? { day, accepted: 0, shipped: 0 };
  });
}

const firstDayOf = ({ today, days }: DailyOrderCountRange): Temporal.PlainDate => today.subtract({ days: days - 1 });

/**
 * The figures of the days from `from` to the day before `to`, undefined: to the last one; days without orders are omitted. The bounds of the
 * days are computed here, so that PostgreSQL counts entries of an index and converts no time.
 */
async function countDays(
  reader: DbReader,
  { warehouses, today, timeZone }: DailyOrderCountRange,
  { from, to }: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate | undefined },
): Promise<DailyOrderCounts[]> {
  const days = Array.from({ length: from.until(to ?? today.add({ days: 1 })).days }, (_, nth) =>
    from.add({ days: nth }),
  );
  const isOpen = (day: Temporal.PlainDate) => to === undefined && day.equals(today);
  const next = (day: Temporal.PlainDate) => (isOpen(day) ? 'infinity' : day.add({ days: 1 }));
  const ends = (day: Temporal.PlainDate) => (isOpen(day) ? 'infinity' : startOfDay(day.add({ days: 1 }), timeZone));
  const [accepted, shipped] = await Promise.all([
    reader.rows<DayCount>(
      `select d.day, count(*)::int as count
         from unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) d (day, starts, ends)
         join order_index o on o.accepted_at >= d.starts and o.accepted_at < d.ends
        where $4::text[] is null or o.warehouse = any ($4::text[])
        group by d.day`,
      [days, days.map((day) => startOfDay(day, timeZone)), days.map(ends), warehouses ?? null],
    ),
    reader.rows<DayCount>(
      `select d.day, count(*)::int as count
         from unnest($1::date[], $2::date[]) d (day, next)
         join order_index o on o.status = 'SHIPPED' and o.shipped_boxes > 0 and o.ship_date >= d.day and o.ship_date < d.next
        where $3::text[] is null or o.warehouse = any ($3::text[])
        group by d.day`,
      [days, days.map(next), warehouses ?? null],
    ),
  ]);
  const countOf = (counts: readonly DayCount[], day: Temporal.PlainDate) =>
    counts.find((each) => each.day.equals(day))?.count ?? 0;
  return days
    .map((day) => ({ day, accepted: countOf(accepted, day), shipped: countOf(shipped, day) }))
    .filter((figures) => figures.accepted > 0 || figures.shipped > 0);
}

interface DayCount {
  readonly day: Temporal.PlainDate;
  readonly count: number;
}
