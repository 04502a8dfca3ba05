/**
 * Orders accepted and shipped by day, for the overview.
 *
 * Counting a day reads every order of it, and a page of the overview reads two weeks whenever something changes. Today is
 * counted each time. Days that are over hardly change: each process counts them at most once in `maxPastAgeMs` for the same
 * warehouses.
 */
import type { Reader } from '../platform/db/db.ts';

export interface DayFigures {
  readonly day: Temporal.PlainDate;
  readonly accepted: number;
  readonly shipped: number;
}

/** The last `days` days, `today` among them, in the time zone. */
export interface DayRange {
  readonly today: Temporal.PlainDate;
  readonly days: number;
  readonly timeZone: string;
}

const maxPastAgeMs = 60_000;
/** Maximum cached counts of a database. Few lists of warehouses are usual, but a request may name any. */
const maxCachedCounts = 100;

interface PastCount {
  readonly countedAtMs: number;
  readonly rows: readonly DayFigures[];
}

const caches = new WeakMap<Reader, Map<string, PastCount>>();

/**
 * Orders accepted and shipped on each day, oldest first. The figures of days before today may be up to a minute old.
 *
 * @param warehouses undefined: all
 */
export async function readDays(
  reader: Reader,
  warehouses: readonly string[] | undefined,
  { today, days, timeZone }: DayRange,
): Promise<DayFigures[]> {
  const first = today.subtract({ days: days - 1 });
  const count = (from: Temporal.PlainDate, to: Temporal.PlainDate) =>
    countDays(reader, warehouses, { from, to, timeZone });
  const rows = await Promise.all([
    cachedCount(reader, JSON.stringify([warehouses, first, today, timeZone]), () => count(first, today)),
    count(today, today.add({ days: 1 })),
  ]);
  const byDay = new Map(rows.flat().map((row) => [row.day.toString(), row]));
  return Array.from({ length: days }, (_, nth) => {
    const day = first.add({ days: nth });
    return byDay.get(day.toString()) ?? { day, accepted: 0, shipped: 0 };
  });
}

async function cachedCount(
  { database }: Reader,
  key: string,
  count: () => Promise<readonly DayFigures[]>,
): Promise<readonly DayFigures[]> {
  const cache = caches.getOrInsertComputed(database, () => new Map<string, PastCount>());
  const cached = cache.get(key);
  const countedAtMs = performance.now();
  if (cached !== undefined && countedAtMs - cached.countedAtMs < maxPastAgeMs) return cached.rows;
  const rows = await count();
  cache.delete(key);
  cache.set(key, { countedAtMs, rows });
  for (const oldest of cache.keys()) {
    if (cache.size <= maxCachedCounts) break;
    cache.delete(oldest);
  }
  return rows;
}

/** The figures of the days from `from` to the day before `to`; days without orders are omitted. */
async function countDays(
  reader: Reader,
  warehouses: readonly string[] | undefined,
  {
    from,
    to,
    timeZone,
  }: { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate; readonly timeZone: string },
): Promise<DayFigures[]> {
  const instantOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return await reader.rows<DayFigures>(
    `select d.day, sum(d.accepted)::int as accepted, sum(d.shipped)::int as shipped
       from (select (o.accepted_at at time zone $3)::date as day, 1 as accepted, 0 as shipped
               from order_index o
              where o.accepted_at >= $1 and o.accepted_at < $2 and ($4::text[] is null or o.warehouse = any ($4::text[]))
              union all
             select o.ship_date, 0, 1 from order_index o
              where o.status = 'SHIPPED' and o.ship_date >= $5 and o.ship_date < $6
                and ($4::text[] is null or o.warehouse = any ($4::text[]))) d
      group by d.day`,
    [instantOf(from), instantOf(to), timeZone, warehouses ?? null, from, to],
  );
}
