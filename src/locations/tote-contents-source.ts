/** What stands in totes: the floor knows it, which is above this slice. */
import type { Tx } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import type { Location } from './location.ts';

/**
 * What stands in totes of a warehouse and what to do first, as text without its last period; totes in which nothing stands are
 * omitted. Bottles go into a tote only under a lock on its location, which the caller has.
 */
export const toteContentsSourcePort =
  defineSlicePort<(tx: Tx, warehouse: string, totes: readonly string[]) => Promise<ReadonlyMap<string, string>>>(
    'what stands in totes',
  );

/**
 * Reads, by code, for each of these locations that is a tote with something in it, the text of
 * `toteContentsSourcePort`. The caller has locked the locations.
 */
export async function readToteContentsTexts(
  tx: Tx,
  warehouse: string,
  locations: readonly Pick<Location, 'location' | 'kind'>[],
): Promise<ReadonlyMap<string, string>> {
  const totes = locations.flatMap(({ location, kind }) => (kind === 'tote' ? [location] : []));
  return totes.length === 0 ? new Map() : await tx.ports.get(toteContentsSourcePort)(tx, warehouse, totes);
}
