/**
 * SQL that writes and reads `floor_manifests`, which are the operator's: they are written in transactions that lock no
 * customer's row. Orders that go on a manifest lock it last (`lockOpenManifests`).
 */
import { assertPresent } from '../lib/assert.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { lockWarehouseNumbers, type WarehousesPage, warehousesPageReader } from './warehouse-rows.ts';

/** The sentence of `NotFound` for a manifest. */
export const noSuchManifestMessage = 'There is no such manifest.';

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
  await lockWarehouseNumbers(tx, warehouse);
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

const listManifestRows = warehousesPageReader<Manifest>('floor_manifests m', 'm.manifest_id', manifestColumns);

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
