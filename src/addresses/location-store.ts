/**
 * The directory of carrier locations: all SQL of its tables, and the in-process cache of its index.
 * A change increments the version in the same transaction. A process checks the version at most every `freshForMs` and
 * reloads the directory if it changed; during the reload it serves the stale index, for at most `staleForMs`.
 */
import type { Db, Reader, Tx } from '../platform/db/db.ts';
import type { CarrierLocation, CarrierLocationKey, CarrierWithLocations } from './location.ts';
import { type CarrierLocationIndex, indexCarrierLocations } from './location-index.ts';

const freshForMs = 3_000;
/** Maximum age of a stale index: after an idle period the first caller waits for the reload. */
const staleForMs = 10_000;

interface CachedIndex {
  index: CarrierLocationIndex;
  version: number;
  checkedAtMs: number;
}

const cachedIndexes = new WeakMap<Reader, CachedIndex>();
const loadings = new WeakMap<Reader, Promise<CachedIndex>>();

/** The index of the directory, at most `staleForMs` old. */
export async function readCarrierLocationIndex(reader: Reader): Promise<CarrierLocationIndex> {
  const { database } = reader;
  const known = cachedIndexes.get(database);
  const ageMs = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.checkedAtMs;
  if (known !== undefined && ageMs < freshForMs) return known.index;
  let loading = loadings.get(database);
  if (loading === undefined) {
    loading = refresh(database, known).finally(() => loadings.delete(database));
    loading.catch(() => undefined);
    loadings.set(database, loading);
  }
  return known === undefined || ageMs > staleForMs ? (await loading).index : known.index;
}

/** Call after committing a change of the directory: the next reader here waits for a reload, or for one under way. */
export function invalidateCarrierLocationIndex(reader: Reader): void {
  cachedIndexes.delete(reader.database);
}

async function refresh(database: Reader, known: CachedIndex | undefined): Promise<CachedIndex> {
  const checkedAtMs = performance.now();
  const version = await versionOf(database);
  const index = known?.version === version ? known.index : indexCarrierLocations(await readLocations(database));
  const entry = { index, version, checkedAtMs };
  cachedIndexes.set(database, entry);
  return entry;
}

async function versionOf(reader: Reader): Promise<number> {
  const [row] = await reader.rows<{ version: number }>('select version from carrier_location_version');
  return row?.version ?? 0;
}

interface LocationRow {
  carrier: CarrierWithLocations;
  location_id: string;
  store_number: string;
  location_type: string;
  company_name: string;
  street_lines: string[];
  city: string;
  state: string;
  zip_code: string;
  latitude: number;
  longitude: number;
  phone_number: string;
  email_address: string;
  operating_hours: string[];
  is_alcohol_allowed: boolean;
}

async function readLocations(reader: Reader): Promise<CarrierLocation[]> {
  const rows = await reader.rows<LocationRow>(
    `select carrier, location_id, store_number, location_type, company_name, street_lines, city, state, zip_code,
            latitude, longitude, phone_number, email_address, operating_hours, is_alcohol_allowed
       from carrier_locations`,
  );
  const texts = new Map<string, string>();
  // The rows repeat a few states, types and hours; interning keeps one copy of each.
  const intern = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
  return rows.map((row) => ({
    carrier: row.carrier,
    locationId: row.location_id,
    storeNumber: row.store_number,
    locationType: intern(row.location_type),
    companyName: intern(row.company_name),
    streetLines: row.street_lines,
    city: intern(row.city),
    state: intern(row.state),
    zipCode: intern(row.zip_code),
    point: { latitude: row.latitude, longitude: row.longitude },
    phoneNumber: row.phone_number,
    emailAddress: intern(row.email_address),
    operatingHours: row.operating_hours.map(intern),
    isAlcoholAllowed: row.is_alcohol_allowed,
  }));
}

/** How many locations are stored, by carrier and state. */
export async function countCarrierLocations(reader: Reader) {
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

/** Counts the locations that `replaceCarrierLocations` would add, and those that it would delete. */
export async function countCarrierLocationChanges(
  reader: Reader,
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
 * those that are only in `retained` unchanged. Returns the number deleted.
 */
export async function replaceCarrierLocations(
  tx: Tx,
  locations: readonly CarrierLocation[],
  retained: readonly CarrierLocationKey[] = [],
): Promise<{ removed: number }> {
  await tx.rows('update carrier_location_version set version = version + 1');
  const named: readonly CarrierLocationKey[] = [...locations, ...retained];
  const removed = await tx.rows<{ count: number }>(
    `with named as (select * from unnest($1::text[], $2::text[]) as n (carrier, location_id)),
          gone as (
            delete from carrier_locations l
             where l.carrier in (select carrier from named)
               and not exists (select 1 from named n where n.carrier = l.carrier and n.location_id = l.location_id)
            returning 1)
     select count(*) as count from gone`,
    [named.map((n) => n.carrier), named.map((n) => n.locationId)],
  );
  await tx.rows(
    `insert into carrier_locations
     select carrier, location_id, store_number, location_type, company_name,
            array(select jsonb_array_elements_text(street_lines)), city, state, zip_code, latitude, longitude,
            phone_number, email_address, array(select jsonb_array_elements_text(operating_hours)), is_alcohol_allowed
       from jsonb_to_recordset($1::jsonb) as l (carrier text, location_id text, store_number text, location_type text,
            company_name text, street_lines jsonb, city text, state text, zip_code text, latitude double precision,
            longitude double precision, phone_number text, email_address text, operating_hours jsonb,
            is_alcohol_allowed boolean)
         on conflict (carrier, location_id) do update
        set store_number = excluded.store_number, location_type = excluded.location_type,
            company_name = excluded.company_name, street_lines = excluded.street_lines, city = excluded.city,
            state = excluded.state, zip_code = excluded.zip_code, latitude = excluded.latitude,
            longitude = excluded.longitude, phone_number = excluded.phone_number,
            email_address = excluded.email_address, operating_hours = excluded.operating_hours,
            is_alcohol_allowed = excluded.is_alcohol_allowed`,
    [JSON.stringify(locations.map(rowOf))],
  );
  return { removed: removed[0]?.count ?? 0 };
}

function rowOf(location: CarrierLocation) {
  return {
    carrier: location.carrier,
    location_id: location.locationId,
    store_number: location.storeNumber,
    location_type: location.locationType,
    company_name: location.companyName,
    street_lines: location.streetLines,
    city: location.city,
    state: location.state,
    zip_code: location.zipCode,
    latitude: location.point.latitude,
    longitude: location.point.longitude,
    phone_number: location.phoneNumber,
    email_address: location.emailAddress,
    operating_hours: location.operatingHours,
    is_alcohol_allowed: location.isAlcoholAllowed,
  };
}

/** Loads a directory if none was ever loaded; never overwrites an import. Returns whether it loaded one. */
export async function seedCarrierLocations(db: Db, locations: () => readonly CarrierLocation[]): Promise<boolean> {
  const isSeeded = await db.write(
    async (tx) => {
      const [row] = await tx.rows<{ version: number }>('select version from carrier_location_version for update');
      if (row === undefined || row.version > 0) return false;
      await replaceCarrierLocations(tx, locations());
      return true;
    },
    { longRunning: true },
  );
  if (isSeeded) invalidateCarrierLocationIndex(db);
  return isSeeded;
}
