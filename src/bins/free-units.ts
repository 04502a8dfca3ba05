/** Units of an item in no bin, and those of them that people may take, for pickers who have not found enough in its bins (decision 42). */
import type { DbReader } from '../platform/db/db.ts';
import { readPickedTransferUnitsBySource } from './departing-units.ts';
import {
  computeUnplacedUnits,
  type ItemStatusKey,
  readPlacementTotalsOfItem,
  readUnitsPackedWithoutPicking,
} from './list-placement.ts';

/**
 * The units of an item in no bin of a warehouse by inventory status; `free`: without those that stand in boxes of orders that were packed
 * without a picking task, or on pallets of transfers that have not departed.
 */
export async function readUnplacedAndFreeUnits(
  reader: DbReader,
  warehouse: string,
  { customerNo, itemNo }: Pick<ItemStatusKey, 'customerNo' | 'itemNo'>,
): Promise<{ readonly status: string; readonly unplaced: number; readonly free: number }[]> {
  const placements = await readPlacementTotalsOfItem(reader, { warehouse, customerNo, itemNo });
  const outside = placements.filter((placement) => computeUnplacedUnits(placement) > 0);
  if (outside.length === 0) return [];
  const packed = await readUnitsPackedWithoutPicking(reader, warehouse, [{ customerNo, itemNo }]);
  const departing = await readPickedTransferUnitsBySource(reader, warehouse, [{ customerNo, itemNo }]);
  return outside.map((placement) => {
    const { status } = placement;
    const unplaced = computeUnplacedUnits(placement);
    const inBoxes = packed.find((each) => each.status === status)?.units ?? 0;
    return { status, unplaced, free: Math.max(0, unplaced - inBoxes - departing.fromElsewhere(placement)) };
  });
}
