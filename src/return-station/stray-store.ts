/**
 * SQL that writes and reads `stray_packages`: packages of which neither a return nor an order was found. `order-index` lists
 * them among the exceptions.
 */
import { assertPresent } from '../lib/assert.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';

/** A package that arrived without a known return or order and was parked at `place` in the warehouse. */
export interface StrayPackage {
  readonly strayId: string;
  readonly warehouse: string;
  readonly label: string;
  readonly place: string;
  readonly note: string;
  readonly parkedBy: string;
  readonly parkedAt: Temporal.Instant;
  /** '' while it is parked. */
  readonly settlement: string;
}

const columns = `p.stray_id as "strayId", p.warehouse, p.label, p.place, p.note, p.parked_by as "parkedBy",
  p.parked_at as "parkedAt", coalesce(p.settlement, '') as settlement`;

/**
 * Parks a package. When a package with this label is parked in the warehouse already, it stays as it is, and `isNew` is
 * false.
 */
export async function insertStrayPackage(
  tx: Tx,
  { strayId, warehouse, label, place, note, parkedBy }: Omit<StrayPackage, 'parkedAt' | 'settlement'>,
): Promise<{ readonly stray: StrayPackage; readonly isNew: boolean }> {
  // The update changes nothing: it locks the parked package, so that it is not settled before it is returned.
  const [stray] = await tx.rows<StrayPackage>(
    `insert into stray_packages as p (stray_id, warehouse, label, place, note, parked_by) values ($1, $2, $3, $4, $5, $6)
     on conflict (warehouse, label) where settled_at is null do update set label = p.label returning ${columns}`,
    [strayId, warehouse, label, place, note, parkedBy],
  );
  const parked = assertPresent(stray, 'a parked package');
  return { stray: parked, isNew: parked.strayId === strayId };
}

/** Packages that are parked at a warehouse, the oldest first, at most `limit`. */
export async function listParkedStrayPackages(
  reader: DbReader,
  warehouse: string,
  limit: number,
): Promise<StrayPackage[]> {
  return await reader.rows<StrayPackage>(
    `select ${columns} from stray_packages p
      where p.warehouse = $1 and p.settled_at is null order by p.parked_at, p.stray_id limit $2`,
    [warehouse, limit],
  );
}

export async function lockStrayPackage(tx: Tx, strayId: string): Promise<StrayPackage | undefined> {
  const [stray] = await tx.rows<StrayPackage>(
    `select ${columns} from stray_packages p where p.stray_id = $1 for update`,
    [strayId],
  );
  return stray;
}

/** Records how a parked package was settled, by whom and when. Does nothing when it is already settled. */
export function settleStrayPackage(tx: Tx, strayId: string, settlement: string, settledBy: string): void {
  tx.send(
    'update stray_packages set settlement = $2, settled_by = $3, settled_at = now() where stray_id = $1 and settled_at is null',
    [strayId, settlement, settledBy],
  );
}
