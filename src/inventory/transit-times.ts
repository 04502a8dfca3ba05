/**
 * How long carriers take from the operator's warehouses, as the operator has loaded it: all SQL of `transit_times` and
 * `transit_version`. Read with the operator's data, and anew only when it has changed: it may be a hundred thousand rows.
 */
import { anyCarrier, type OperatorTransit, type TransitTime } from '../contract/operator-data.ts';
import type { Reader, Tx } from '../platform/db/db.ts';

export interface TransitTable {
  /** Of the table and of the areas that it was read for. */
  readonly version: string;
  /** What is known of ways that begin at a ZIP code. */
  from(originZip: string): OperatorTransit;
}

const areaCount = 1000;
/** Stands for no row; more days than a row may have. */
const noDays = 255;

/** Days by destination area, for each origin area, service and carrier. */
type Days = ReadonlyMap<string, Uint8Array>;

const keyOf = (originZip3: string, service: string, carrier: string): string => `${originZip3} ${service} ${carrier}`;

const tables = new WeakMap<Reader, TransitTable>();

/** The transit times of ways from these ZIP codes; the very same object while nothing has changed. */
export async function readTransitTable(reader: Reader, originZips: readonly string[]): Promise<TransitTable> {
  const origins = [...new Set(originZips.map((zip) => zip.slice(0, 3)))].sort();
  const [row] = await reader.rows<{ version: number }>('select version from transit_version');
  const version = `${row?.version ?? 0} ${origins.join(' ')}`;
  const known = tables.get(reader.database);
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
  const table: TransitTable = { version, from: (originZip) => knownFrom(days, originZip.slice(0, 3)) };
  tables.set(reader.database, table);
  return table;
}

/** A row of the carrier's own decides before one for all. */
function knownFrom(days: Days, origin: string): OperatorTransit {
  return (destinationZip, carrier, service) => {
    const area = Number(destinationZip.slice(0, 3));
    for (const name of [carrier, anyCarrier]) {
      const known = days.get(keyOf(origin, service, name))?.[area];
      if (known !== undefined && known !== noDays) return known;
    }
    return undefined;
  };
}

/** Makes these the transit times of the services and carriers that they name; those of others stay. */
export async function replaceTransitTimes(tx: Tx, times: readonly TransitTime[]): Promise<{ removed: number }> {
  const values = [
    times.map((time) => time.originZip3),
    times.map((time) => time.destinationZip3),
    times.map((time) => time.service),
    times.map((time) => time.carrier),
  ];
  await tx.rows('update transit_version set version = version + 1');
  const [removed] = await tx.rows<{ count: number }>(
    `with given as (
            select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as g (origin, destination, service, carrier)),
          gone as (
            delete from transit_times t
             where (t.service, t.carrier) in (select service, carrier from given)
               and not exists (
                     select 1 from given g
                      where g.origin = t.origin_zip3 and g.destination = t.destination_zip3
                        and g.service = t.service and g.carrier = t.carrier)
            returning 1)
     select count(*) as count from gone`,
    values,
  );
  await tx.rows(
    `insert into transit_times (origin_zip3, destination_zip3, service, carrier, days)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[])
         on conflict (origin_zip3, destination_zip3, service, carrier) do update set days = excluded.days`,
    [...values, times.map((time) => time.days)],
  );
  return { removed: removed?.count ?? 0 };
}
