/** Reads what decides about a picking task. */
import { readDemands } from '../inventory/index.ts';
import { hasTotes, readBinsOfItems, readLocations } from '../locations/index.ts';
import type { Reader } from '../platform/db/db.ts';
import { readSalesOrders } from '../sales-orders/index.ts';
import { linesToPack } from '../warehouse/index.ts';
import type { FloorWork } from './floor-work.ts';
import { listPickParts, listWorkOfTasks } from './picking-lists.ts';
import { itemKeyOf, type PickingFacts, type PickTask } from './picking-walk.ts';

export interface PickingRead extends PickingFacts {
  readonly works: readonly FloorWork[];
}

/** A task with its orders, as they are now. */
export async function readPickingFacts(reader: Reader, task: PickTask): Promise<PickingRead> {
  const works = await listWorkOfTasks(reader, [task.taskId]);
  const orders = await readSalesOrders(reader, works);
  const parts = await listPickParts(reader, [task.taskId]);
  const { warehouse } = task;
  const items = orders.flatMap((order) =>
    linesToPack(order).map(({ itemNo }) => ({ customerNo: order.customerNo, itemNo, warehouse })),
  );
  const bins = await readBinsOfItems(reader, items);
  const found = await readLocations(reader, bins);
  const demands = await readDemands(
    reader,
    orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
  );
  const statuses = new Map<string, Set<string>>();
  for (const demand of demands) {
    const key = itemKeyOf(demand);
    statuses.set(key, (statuses.get(key) ?? new Set()).add(demand.status));
  }
  const locations = new Map(found.map((location) => [location.location, location]));
  return { task, works, orders, parts, bins, locations, statuses, hasTotes: await hasTotes(reader, warehouse) };
}
