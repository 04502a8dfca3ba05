/**
 * SQL that writes and reads `floor_waves` and `floor_manifests`, which are the operator's: they are written in transactions
 * that lock no customer's row. Orders that go on a manifest lock it last (`lockOpenManifests`).
 */
import { assertPresent } from '../lib/assert.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';

/** The sentence of `NotFound` for a wave. */
export const noSuchWaveMessage = 'There is no such wave.';
/** The sentence of `NotFound` for a manifest. */
export const noSuchManifestMessage = 'There is no such manifest.';

/** A pick wave: orders of a warehouse that are released together. */
export interface Wave {
  readonly waveId: string;
  readonly warehouse: string;
  readonly number: number;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly createdBy: string;
}

const waveColumns =
  'w.wave_id as "waveId", w.warehouse, w.number, w.name, w.created_at as "createdAt", w.created_by as "createdBy"';

interface WarehousesPage {
  /** Undefined: all. */
  readonly warehouses: readonly string[] | undefined;
  /** The id of the last row of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  /** The rows of the warehouses are counted up to this number. */
  readonly maxCounted: number;
}

/** Reads a page of the rows of warehouses, newest first, and counts all up to `maxCounted`. Ids (UUIDs of version 7) grow with time. */
const pageReader =
  <Row>(table: string, id: string, columns: string) =>
  async (
    reader: DbReader,
    { warehouses, after, limit, maxCounted }: WarehousesPage,
  ): Promise<{ readonly rows: Row[]; readonly counted: number }> => {
    const rows = await reader.rows<Row>(
      `select ${columns} from ${table}
        where ($1::text[] is null or warehouse = any ($1)) and ($2::uuid is null or ${id} < $2)
        order by ${id} desc limit $3`,
      [warehouses ?? null, after ?? null, limit],
    );
    const [found] = await reader.rows<{ counted: number }>(
      `select count(*) as counted from (
         select from ${table} where $1::text[] is null or warehouse = any ($1) limit $2) c`,
      [warehouses ?? null, maxCounted],
    );
    return { rows, counted: found?.counted ?? 0 };
  };

/** Serializes the numbering of a warehouse's waves and manifests. */
async function lockWarehouse(tx: Tx, warehouse: string): Promise<void> {
  await tx.rows('select 1 from warehouses where code = $1 for no key update', [warehouse]);
}

/** Creates a wave with the next number of its warehouse. */
export async function insertWave(
  tx: Tx,
  wave: Pick<Wave, 'waveId' | 'warehouse' | 'name' | 'createdBy'>,
): Promise<Wave> {
  await lockWarehouse(tx, wave.warehouse);
  const [row] = await tx.rows<Wave>(
    `insert into floor_waves as w (wave_id, warehouse, number, name, created_by)
     select $1, $2, coalesce(max(o.number), 0) + 1, $3, $4 from floor_waves o where o.warehouse = $2
     returning ${waveColumns}`,
    [wave.waveId, wave.warehouse, wave.name, wave.createdBy],
  );
  return row as Wave;
}

/** Deletes a wave. The caller has checked that it is empty. Returns false when it does not exist. */
export async function deleteWave(tx: Tx, waveId: string): Promise<boolean> {
  const deleted = await tx.rows('delete from floor_waves where wave_id = $1 returning wave_id', [waveId]);
  return deleted.length > 0;
}

export async function readWave(reader: DbReader, waveId: string): Promise<Wave | undefined> {
  const [row] = await reader.rows<Wave>(`select ${waveColumns} from floor_waves w where w.wave_id = $1`, [waveId]);
  return row;
}

/** The waves of warehouses, newest first. */
export const listWaves = pageReader<Wave>('floor_waves w', 'w.wave_id', waveColumns);

/** A manifest: the orders of a warehouse that depart together with one carrier. It is open until it departs. */
export interface Manifest {
  readonly manifestId: string;
  readonly warehouse: string;
  readonly carrier: string;
  readonly number: number;
  readonly createdAt: Temporal.Instant;
  readonly createdBy: string;
  readonly departedAt: Temporal.Instant | undefined;
  readonly departedBy: string | undefined;
  /** Tracking numbers of boxes that were reported missing, or that a rule stopped, as it departed. */
  readonly missing: readonly string[];
}

const manifestColumns = `m.manifest_id as "manifestId", m.warehouse, m.carrier, m.number, m.created_at as "createdAt",
  m.created_by as "createdBy", m.departed_at as "departedAt", m.departed_by as "departedBy",
  m.missing_tracking_nos as missing`;

const manifestOf = (row: Manifest): Manifest => ({
  ...row,
  departedAt: row.departedAt ?? undefined,
  departedBy: row.departedBy ?? undefined,
});

/** The open manifest of a carrier at a warehouse; created with the next number of the warehouse when there is none. */
export async function findOrOpenManifest(
  tx: Tx,
  manifest: Pick<Manifest, 'manifestId' | 'warehouse' | 'carrier' | 'createdBy'>,
): Promise<Manifest> {
  const { manifestId, warehouse, carrier, createdBy } = manifest;
  await lockWarehouse(tx, warehouse);
  await tx.rows(
    `insert into floor_manifests (manifest_id, warehouse, carrier, number, created_by)
     select $1, $2, $3, coalesce(max(o.number), 0) + 1, $4 from floor_manifests o where o.warehouse = $2
         on conflict (warehouse, carrier) where departed_at is null do nothing`,
    [manifestId, warehouse, carrier, createdBy],
  );
  const [row] = await tx.rows<Manifest>(
    `select ${manifestColumns} from floor_manifests m
      where m.warehouse = $1 and m.carrier = $2 and m.departed_at is null`,
    [warehouse, carrier],
  );
  return manifestOf(row as Manifest);
}

/** The open manifests of a warehouse, at most one of each carrier. */
export async function listOpenManifests(reader: DbReader, warehouse: string): Promise<Manifest[]> {
  const rows = await reader.rows<Manifest>(
    `select ${manifestColumns} from floor_manifests m where m.warehouse = $1 and m.departed_at is null order by m.carrier`,
    [warehouse],
  );
  return rows.map(manifestOf);
}

const listManifestRows = pageReader<Manifest>('floor_manifests m', 'm.manifest_id', manifestColumns);

/** The manifests of warehouses, newest first. */
export async function listManifests(reader: DbReader, page: WarehousesPage) {
  const { rows, counted } = await listManifestRows(reader, page);
  return { rows: rows.map(manifestOf), counted };
}

export async function readManifest(reader: DbReader, manifestId: string): Promise<Manifest | undefined> {
  const [row] = await reader.rows<Manifest>(
    `select ${manifestColumns} from floor_manifests m where m.manifest_id = $1`,
    [manifestId],
  );
  return row && manifestOf(row);
}

interface DepartedManifest {
  /** False when it had departed already; the first departure is kept. */
  readonly isFirst: boolean;
  /** As `Manifest.missing`: the boxes of this departure and of earlier attempts. */
  readonly missing: readonly string[];
}

/**
 * Marks a manifest as departed at `departedAt`, by default now, and adds `missing` to its missing boxes. A manifest that has departed
 * keeps its time and person.
 */
export async function markManifestDeparted(
  tx: Tx,
  manifestId: string,
  departedBy: string,
  missing: readonly string[],
  departedAt = currentRealTime(),
): Promise<DepartedManifest> {
  const [before] = await tx.rows<{ isOpen: boolean; missing: string[] }>(
    `select m.departed_at is null as "isOpen", m.missing_tracking_nos as missing from floor_manifests m
      where m.manifest_id = $1 for no key update`,
    [manifestId],
  );
  const known = assertPresent(before, 'the manifest');
  const every = [...new Set([...known.missing, ...missing])];
  if (known.isOpen) {
    await tx.rows(
      `update floor_manifests set departed_at = $4, departed_by = $2, missing_tracking_nos = $3 where manifest_id = $1`,
      [manifestId, departedBy, every, departedAt],
    );
  } else if (every.length > known.missing.length) {
    await tx.rows('update floor_manifests set missing_tracking_nos = $2 where manifest_id = $1', [manifestId, every]);
  }
  return { isFirst: known.isOpen, missing: every };
}

/** Locks a manifest: until the transaction ends, no order is put on it. */
export async function lockManifest(tx: Tx, manifestId: string): Promise<void> {
  await tx.rows('select from floor_manifests m where m.manifest_id = $1 for no key update', [manifestId]);
}

/**
 * Locks the open manifests among these in shared mode, and returns their ids. They stay open until the transaction ends. No deadlock:
 * while `markManifestDeparted` waits for a manifest, it holds no lock that the caller could need.
 */
export async function lockOpenManifests(tx: Tx, manifestIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (manifestIds.length === 0) return new Set();
  const open = await tx.rows<{ manifestId: string }>(
    `select m.manifest_id as "manifestId" from floor_manifests m
      where m.manifest_id = any ($1::uuid[]) and m.departed_at is null order by m.manifest_id for share`,
    [manifestIds],
  );
  return new Set(open.map(({ manifestId }) => manifestId));
}
