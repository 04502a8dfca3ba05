/** Units of an item in no bin that people may take, for pickers who have not found enough in its bins (decision 42). */
import type { DbReader } from '../platform/db/db.ts';
import { readPickedTransferUnitsBySource } from './departing-units.ts';
import {
  computeUnplacedUnits,
  type ItemStatusKey,
  readPlacementTotalsOfItem,
  readUnitsPackedWithoutPicking,
} from './list-placement.ts';

/**
 * The units of an item in no bin of a warehouse by inventory status, without those that stand in boxes of orders that were packed
 * without a picking task, or on pallets of transfers that have not departed.
 */
export async function readFreeUnitsInNoBin(
  reader: DbReader,
  warehouse: string,
  { customerNo, itemNo }: Pick<ItemStatusKey, 'customerNo' | 'itemNo'>,
): Promise<{ readonly status: string; readonly units: number }[]> {
  const placements = await readPlacementTotalsOfItem(reader, { warehouse, customerNo, itemNo });
  const outside = placements.filter((placement) => computeUnplacedUnits(placement) > 0);
  if (outside.length === 0) return [];
  const packed = await readUnitsPackedWithoutPicking(reader, warehouse, [{ customerNo, itemNo }]);
  const departing = await readPickedTransferUnitsBySource(reader, warehouse, [{ customerNo, itemNo }]);
  return outside.flatMap((placement) => {
    const { status } = placement;
    const inBoxes = packed.find((each) => each.status === status)?.units ?? 0;
    const units = computeUnplacedUnits(placement) - inBoxes - departing.fromElsewhere(placement);
    return units > 0 ? [{ status, units }] : [];
  });
}
