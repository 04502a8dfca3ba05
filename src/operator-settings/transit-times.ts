/** All SQL of `transit_times`: the transit days that the operator has loaded. */
import { anyCarrier, type TransitDaysLookup, type TransitTime } from '../contract/operator-settings.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';

export interface TransitTable {
  /** Identifies the version of `transit_times` and the origins that were read. */
  readonly version: string;
  /** The transit days of packages that ship from a ZIP code. */
  from(originZip: string): TransitDaysLookup;
}

const areaCount = 1000;
/** Marks an area without a row; more days than a row may have. */
const noDays = 255;

/** Days by destination area, for each origin area, service and carrier. */
type Days = ReadonlyMap<string, Uint8Array>;

const keyOf = (originZip3: string, service: string, carrier: string): string => `${originZip3} ${service} ${carrier}`;

/**
 * The transit times from these ZIP codes; `known` itself when neither the ZIP codes nor the table have changed. The
 * table may have a hundred thousand rows, so it has a version of its own.
 */
export async function loadTransitTable(
  reader: DbReader,
  tableVersion: number,
  originZips: readonly string[],
  known: TransitTable | undefined,
): Promise<TransitTable> {
  const origins = [...new Set(originZips.map((zip) => zip.slice(0, 3)))].sort();
  const version = `${tableVersion} ${origins.join(' ')}`;
  if (known?.version === version) return known;
  const rows = await reader.rows<{
    origin: string;
    service: string;
    carrier: string;
    areas: number[];
    days: number[];
  }>(
    `select origin_zip3 as origin, service, carrier, array_agg(destination_zip3::int order by destination_zip3) as areas,
            array_agg(days order by destination_zip3) as days
       from transit_times where origin_zip3 = any ($1::text[])
      group by origin_zip3, service, carrier`,
    [origins],
  );
  const days = new Map<string, Uint8Array>();
  for (const { origin, service, carrier, ...group } of rows) {
    const byArea = new Uint8Array(areaCount).fill(noDays);
    for (const [index, area] of group.areas.entries()) byArea[area] = group.days[index] ?? noDays;
    days.set(keyOf(origin, service, carrier), byArea);
  }
  return { version, from: (originZip) => transitFrom(days, originZip.slice(0, 3)) };
}

/** A row for the carrier takes precedence over one for all carriers. */
function transitFrom(days: Days, origin: string): TransitDaysLookup {
  return (destinationZip, carrier, service) => {
    const area = Number(destinationZip.slice(0, 3));
    for (const name of [carrier, anyCarrier]) {
      const known = days.get(keyOf(origin, service, name))?.[area];
      if (known !== undefined && known !== noDays) return known;
    }
    return undefined;
  };
}

/** The numbers of rows that `replaceTransitTimes` would add, change and remove. */
interface TransitTimeChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

type TransitTimeKey = Omit<TransitTime, 'days'>;

/** The keys by column, as parameters of a statement. */
const keyColumnsOf = (keys: readonly TransitTimeKey[]) => [
  keys.map((key) => key.originZip3),
  keys.map((key) => key.destinationZip3),
  keys.map((key) => key.service),
  keys.map((key) => key.carrier),
];

/** As `keyColumnsOf`, and the days. */
const columnsOf = (times: readonly TransitTime[]) => [...keyColumnsOf(times), times.map((time) => time.days)];

/** Compares transit times with those that they would replace. */
export async function countTransitTimeChanges(
  reader: DbReader,
  times: readonly TransitTime[],
): Promise<TransitTimeChangeCounts> {
  const [counts] = await reader.rows<TransitTimeChangeCounts>(
    `with given as (
            select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
                       as g (origin, destination, service, carrier, days)),
          matched as (
            select g.days as given_days, t.days
              from given g
              full join (select * from transit_times
                          where (service, carrier) in (select service, carrier from given)) t
                on g.origin = t.origin_zip3 and g.destination = t.destination_zip3
               and g.service = t.service and g.carrier = t.carrier)
     select (count(*) filter (where days is null))::int as added,
            (count(*) filter (where days <> given_days))::int as changed,
            (count(*) filter (where given_days is null))::int as removed
       from matched`,
    columnsOf(times),
  );
  return counts ?? { added: 0, changed: 0, removed: 0 };
}

interface TransitTimeSummary {
  readonly service: string;
  readonly carrier: string;
  readonly times: number;
  readonly origins: string[];
  readonly fewestDays: number;
  readonly mostDays: number;
}

/** The transit times by service and carrier. */
export async function readTransitTimeSummaries(reader: DbReader): Promise<TransitTimeSummary[]> {
  return await reader.rows<TransitTimeSummary>(
    `select service, carrier, count(*)::int as times, array_agg(distinct origin_zip3 order by origin_zip3) as origins,
            min(days) as "fewestDays", max(days) as "mostDays"
       from transit_times group by service, carrier order by service, carrier`,
    [],
  );
}

/** Waits for another replacement, so that what is counted or deleted next includes its times. */
export async function lockTransitTimes(tx: Tx): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock(hashtext('dray transit times'))");
}

/**
 * Replaces all transit times of the pairs of service and carrier in `times`; those of other pairs stay, and those that
 * `retained` names. When `isComplete` is false, none is removed. Returns how many were removed.
 */
export async function replaceTransitTimes(
  tx: Tx,
  times: readonly TransitTime[],
  {
    retained = [],
    isComplete = true,
  }: { readonly retained?: readonly TransitTimeKey[]; readonly isComplete?: boolean } = {},
): Promise<{ removed: number }> {
  await lockTransitTimes(tx);
  const [removed] = await tx.rows<{ count: number }>(
    `with given as (
            select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as g (origin, destination, service, carrier)),
          named as (
            select * from given
             union all
            select * from unnest($5::text[], $6::text[], $7::text[], $8::text[])),
          gone as (
            delete from transit_times t
             where $9::boolean and (t.service, t.carrier) in (select service, carrier from given)
               and not exists (
                     select 1 from named g
                      where g.origin = t.origin_zip3 and g.destination = t.destination_zip3
                        and g.service = t.service and g.carrier = t.carrier)
            returning 1)
     select count(*) as count from gone`,
    [...keyColumnsOf(times), ...keyColumnsOf(retained), isComplete],
  );
  await tx.rows(
    `insert into transit_times (origin_zip3, destination_zip3, service, carrier, days)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
         on conflict (origin_zip3, destination_zip3, service, carrier) do update set days = excluded.days`,
    columnsOf(times),
  );
  return { removed: removed?.count ?? 0 };
}
