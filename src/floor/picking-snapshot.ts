/** Reads the data from which the walk of a picking task or a pick list is computed. */
import { documentKeyOfOrder } from '../documents/index.ts';
import { readDemands } from '../inventory/index.ts';
import { hasTotes, readBinContentsOfItems, readLocations } from '../locations/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';
import { readSalesOrders, type SalesOrder, type SalesOrderKey } from '../sales-orders/index.ts';
import type { FloorWork } from './floor-work.ts';
import type { PickTask } from './pick-task.ts';
import { listFloorWorkOfPickTasks, listPickTaskParts } from './picking-lists.ts';
import { computeItemsToPick, itemKeyOf, type PickingSnapshot, type PickWalkSnapshot } from './picking-walk.ts';

type BinContents = PickWalkSnapshot['bins'];

/**
 * The units of items that people have taken out of bins for transfers that have not departed, by the content of a bin: its record has
 * them until the departure.
 */
export const unitsTakenForTransfersPort = defineSlicePort<
  (
    reader: DbReader,
    warehouse: string,
    items: readonly { readonly customerNo: string; readonly itemNo: string }[],
  ) => Promise<(content: BinContents[number]) => number>
>('the units taken for transfers');

/**
 * The units of an item that are in no bin of a warehouse, by inventory status; `free`: without those that stand in boxes or on pallets, as
 * far as that is known.
 */
export const unitsInNoBinPort =
  defineSlicePort<
    (
      reader: DbReader,
      warehouse: string,
      item: { readonly customerNo: string; readonly itemNo: string },
    ) => Promise<readonly { readonly status: string; readonly unplaced: number; readonly free: number }[]>
  >('the units in no bin');

interface PickingSnapshotWithWork extends PickingSnapshot {
  readonly works: readonly FloorWork[];
}

/**
 * Reads a task with its orders. Takes four round trips, because independent statements are sent together, and two more while people pick
 * transfers of these customers.
 */
export async function readPickingSnapshot(reader: DbReader, task: PickTask): Promise<PickingSnapshotWithWork> {
  const { taskId, warehouse } = task;
  const [works, parts, usesTotes] = await Promise.all([
    listFloorWorkOfPickTasks(reader, [taskId]),
    listPickTaskParts(reader, [taskId]),
    hasTotes(reader, warehouse),
  ]);
  const orders = await readSalesOrders(reader, works);
  return { task, works, ...(await readPickWalkSnapshot(reader, warehouse, { orders, parts })), hasTotes: usesTotes };
}

/**
 * Reads the bins of the orders' items in their warehouse, and the units that the orders draw of each inventory status. Takes two round
 * trips, and two more while people pick transfers of these customers.
 */
export async function readPickWalkSnapshot(
  reader: DbReader,
  warehouse: string,
  { orders, parts }: Pick<PickWalkSnapshot, 'orders' | 'parts'>,
): Promise<PickWalkSnapshot> {
  const [bins, statuses] = await Promise.all([
    readBinsOfOrders(reader, warehouse, orders),
    readDrawnStatuses(reader, orders),
  ]);
  const found = await readLocations(reader, bins);
  const locations = new Map(found.map((location) => [location.location, location]));
  return { orders, parts, bins, locations, statuses };
}

/** The units that orders draw of each inventory status, by item. */
export async function readDrawnStatuses(
  reader: DbReader,
  orders: readonly SalesOrderKey[],
): Promise<PickWalkSnapshot['statuses']> {
  const keys = orders.map(documentKeyOfOrder);
  const statuses = new Map<string, Map<string, number>>();
  for (const demand of await readDemands(reader, keys)) {
    const key = itemKeyOf(demand);
    const units = statuses.get(key) ?? new Map<string, number>();
    statuses.set(key, units.set(demand.status, (units.get(demand.status) ?? 0) + demand.quantity));
  }
  return statuses;
}

/** The bins of a warehouse that are assigned to the items of orders, without the units that people have taken for transfers. */
export async function readBinsOfOrders(
  reader: DbReader,
  warehouse: string,
  orders: readonly SalesOrder[],
): Promise<BinContents> {
  const items = computeItemsToPick(orders, []).map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse }));
  const [bins, takenOf] = await Promise.all([
    readBinContentsOfItems(reader, items),
    reader.ports.get(unitsTakenForTransfersPort)(reader, warehouse, items),
  ]);
  // Not negative: more may have come into the bin between the two reads.
  return bins.map((bin) => ({ ...bin, quantity: Math.max(0, bin.quantity - takenOf(bin)) }));
}
