/**
 * The directory of carrier locations: all SQL of its tables, and the in-process cache of its index.
 * A change increments the version in the same transaction. A process checks the version at most every `renewAfterMs` and
 * reloads the directory if it changed; during the reload it serves the stale index, for at most `maxAgeMs`.
 */
import { assertPresent } from '../lib/assert.ts';
import { column } from '../platform/db/columns.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import { RevalidatedCache } from '../platform/revalidated-cache.ts';
import type { CarrierLocation, CarrierLocationKey, CarrierWithLocations } from './location.ts';
import { type CarrierLocationIndex, indexCarrierLocations } from './location-index.ts';

const locationTable = new Table(
  'carrier_locations',
  {
    carrier: column.text<CarrierWithLocations>(),
    locationId: column.text(),
    storeNumber: column.text(),
    locationType: column.text(),
    companyName: column.text(),
    streetLines: column.texts(),
    city: column.text(),
    state: column.text(),
    zipCode: column.text(),
    latitude: column.double(),
    longitude: column.double(),
    phoneNumber: column.text(),
    emailAddress: column.text(),
    operatingHours: column.texts(),
    isAlcoholAllowed: column.boolean(),
  },
  ['carrier', 'locationId'],
);

const saveLocations = locationTable.upsert();

interface LoadedIndex {
  readonly version: number;
  readonly index: CarrierLocationIndex;
}

/** After an idle period longer than `maxAgeMs` the first caller waits for the reload. */
const cache = new RevalidatedCache({ load: loadIndex, renewAfterMs: 3_000, maxAgeMs: 10_000 });

/** The index of the directory, at most `maxAgeMs` old. */
export async function readCarrierLocationIndex(reader: DbReader): Promise<CarrierLocationIndex> {
  return (await cache.read(reader)).index;
}

/** Call after committing a change of the directory: the next reader here waits for a reload. */
export function invalidateCarrierLocationIndex(reader: DbReader): void {
  cache.invalidate(reader);
}

async function loadIndex(reader: DbReader, known: LoadedIndex | undefined): Promise<LoadedIndex> {
  // The version first: a change in between is then read under an older version, and again at the next check.
  const [{ version } = { version: 0 }] = await reader.rows<{ version: number }>(
    'select version from carrier_location_version',
  );
  return known?.version === version ? known : { version, index: indexCarrierLocations(await readLocations(reader)) };
}

async function readLocations(reader: DbReader): Promise<CarrierLocation[]> {
  const rows = await locationTable.rows(reader, `select ${locationTable.select('l')} from carrier_locations l`);
  const texts = new Map<string, string>();
  // The rows repeat a few states, types and hours; interning keeps one copy of each.
  const intern = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
  return rows.map(({ latitude, longitude, ...row }) => ({
    ...row,
    locationType: intern(row.locationType),
    companyName: intern(row.companyName),
    city: intern(row.city),
    state: intern(row.state),
    point: { latitude, longitude },
    emailAddress: intern(row.emailAddress),
    operatingHours: row.operatingHours.map(intern),
  }));
}

/** By carrier and state: how many locations are stored, and how many of them accept alcohol. */
export async function countCarrierLocations(reader: DbReader) {
  return await reader.rows<{
    readonly carrier: string;
    readonly state: string;
    readonly locations: number;
    readonly forAlcohol: number;
  }>(
    `select carrier, state, count(*)::int as locations, (count(*) filter (where is_alcohol_allowed))::int as "forAlcohol"
       from carrier_locations group by carrier, state order by carrier, state`,
  );
}

/**
 * Waits for another replacement, so that what is counted or deleted next includes its locations. Returns how often the directory was
 * replaced.
 */
export async function lockCarrierLocations(tx: Tx): Promise<number> {
  const [row] = await tx.rows<{ version: number }>('select version from carrier_location_version for update');
  return assertPresent(row, 'carrier_location_version').version;
}

/** Counts the locations that `replaceCarrierLocations` would add, and those that it would delete. */
export async function countCarrierLocationChanges(
  reader: DbReader,
  locations: readonly CarrierLocationKey[],
): Promise<{ readonly added: number; readonly removed: number }> {
  const [row] = await reader.rows<{ kept: number; stored: number }>(
    `with named as (select * from unnest($1::text[], $2::text[]) as n (carrier, location_id))
     select count(*)::int as stored,
            (count(*) filter (where exists (select 1 from named n
                                             where n.carrier = l.carrier and n.location_id = l.location_id)))::int as kept
       from carrier_locations l where l.carrier in (select carrier from named)`,
    [locations.map(({ carrier }) => carrier), locations.map(({ locationId }) => locationId)],
  );
  const { kept = 0, stored = 0 } = row ?? {};
  return { added: locations.length - kept, removed: stored - kept };
}

/**
 * Replaces the directory of all carriers in `locations` and `retained`: deletes locations that are in neither, and leaves
 * those that are only in `retained` unchanged. When `isComplete` is false, none is deleted. Returns the number deleted.
 */
export async function replaceCarrierLocations(
  tx: Tx,
  locations: readonly CarrierLocation[],
  {
    retained = [],
    isComplete = true,
  }: { readonly retained?: readonly CarrierLocationKey[]; readonly isComplete?: boolean } = {},
): Promise<{ removed: number }> {
  await tx.rows('update carrier_location_version set version = version + 1');
  const named: readonly CarrierLocationKey[] = [...locations, ...retained];
  const removed = await tx.rows<{ count: number }>(
    `with named as (select * from unnest($1::text[], $2::text[]) as n (carrier, location_id)),
          gone as (
            delete from carrier_locations l
             where $3::boolean and l.carrier in (select carrier from named)
               and not exists (select 1 from named n where n.carrier = l.carrier and n.location_id = l.location_id)
            returning 1)
     select count(*) as count from gone`,
    [named.map((n) => n.carrier), named.map((n) => n.locationId), isComplete],
  );
  saveLocations(
    tx,
    locations.map(({ point, ...location }) => ({ ...location, ...point })),
  );
  return { removed: removed[0]?.count ?? 0 };
}

/** Loads a directory if none was ever loaded; never overwrites an import. Returns whether it loaded one. */
export async function seedCarrierLocations(db: Db, locations: () => readonly CarrierLocation[]): Promise<boolean> {
  const isSeeded = await db.write(
    async (tx) => {
      if ((await lockCarrierLocations(tx)) > 0) return false;
      await replaceCarrierLocations(tx, locations());
      return true;
    },
    { longRunning: true },
  );
  if (isSeeded) invalidateCarrierLocationIndex(db);
  return isSeeded;
}
