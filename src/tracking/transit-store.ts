/** Transit times that the operator has loaded: all SQL of their table. */
import { anyCarrier, type KnownTransit, type TransitTime } from '../carriers/index.ts';
import type { Reader, Tx } from '../platform/db/db.ts';

/** What is known of the way between two ZIP codes; a row of the carrier's own decides before one for all. */
export async function readKnownTransit(
  reader: Reader,
  originZip: string,
  destinationZip: string,
): Promise<KnownTransit> {
  const rows = await reader.rows<{ service: string; carrier: string; days: number }>(
    'select service, carrier, days from transit_times where origin_zip3 = $1 and destination_zip3 = $2',
    [originZip.slice(0, 3), destinationZip.slice(0, 3)],
  );
  const days = new Map(rows.map((row) => [`${row.service} ${row.carrier}`, row.days]));
  return (carrier, service) => days.get(`${service} ${carrier}`) ?? days.get(`${service} ${anyCarrier}`);
}

/** Makes these the transit times of the services and carriers that they name; those of others stay. */
export async function replaceTransitTimes(tx: Tx, times: readonly TransitTime[]): Promise<{ removed: number }> {
  const values = [
    times.map((time) => time.originZip3),
    times.map((time) => time.destinationZip3),
    times.map((time) => time.service),
    times.map((time) => time.carrier),
  ];
  const [gone] = await tx.rows<{ count: number }>(
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
  return { removed: gone?.count ?? 0 };
}
