/** Reads what decides about a picking task. */
import { readDemands } from '../inventory/index.ts';
import { hasTotes, readBinsOfItems, readLocations } from '../locations/index.ts';
import type { Reader } from '../platform/db/db.ts';
import { readSalesOrders } from '../sales-orders/index.ts';
import type { FloorWork } from './floor-work.ts';
import { listPickParts, listWorkOfTasks } from './picking-lists.ts';
import { itemKeyOf, type PickingFacts, type PickTask, wantedItems } from './picking-walk.ts';

export interface PickingRead extends PickingFacts {
  readonly works: readonly FloorWork[];
}

/** A task with its orders, as they are now. Waits four times: what does not depend on each other is sent together. */
export async function readPickingFacts(reader: Reader, task: PickTask): Promise<PickingRead> {
  const { taskId, warehouse } = task;
  const [works, parts, usesTotes] = await Promise.all([
    listWorkOfTasks(reader, [taskId]),
    listPickParts(reader, [taskId]),
    hasTotes(reader, warehouse),
  ]);
  const orders = await readSalesOrders(reader, works);
  const [bins, demands] = await Promise.all([
    readBinsOfTask(reader, { task, orders }),
    readDemands(
      reader,
      orders.map(({ customerNo, orderId }) => ({ customerNo, subject: orderId })),
    ),
  ]);
  const found = await readLocations(reader, bins);
  const statuses = new Map<string, Set<string>>();
  for (const demand of demands) {
    const key = itemKeyOf(demand);
    statuses.set(key, (statuses.get(key) ?? new Set()).add(demand.status));
  }
  const locations = new Map(found.map((location) => [location.location, location]));
  return { task, works, orders, parts, bins, locations, statuses, hasTotes: usesTotes };
}

/** Where the items of a task's orders lie. */
export async function readBinsOfTask(
  reader: Reader,
  { task: { warehouse }, orders }: Pick<PickingFacts, 'task' | 'orders'>,
): Promise<PickingFacts['bins']> {
  return await readBinsOfItems(
    reader,
    wantedItems(orders, []).map(({ customerNo, itemNo }) => ({ customerNo, itemNo, warehouse })),
  );
}
