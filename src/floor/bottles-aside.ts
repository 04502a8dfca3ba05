/** The bottles that stand aside for orders with a problem, and how many of them their orders still reserve (decision 42). */
import { documentKeyOfOrder } from '../documents/index.ts';
import { readDemands } from '../inventory/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { type FloorWork, sumUnits } from './floor-work.ts';

/** Bottles of an item that stand aside for an order. */
export interface AsideItem {
  readonly itemNo: string;
  readonly units: number;
  /** Those that the order does not reserve at its place any more: other orders may get them, but no bin has them. */
  readonly unreserved: number;
}

/** Reads what stands aside for these problems, by order id and item. Orders without any are omitted. */
export async function readAsideItems(
  reader: DbReader,
  problems: readonly FloorWork[],
): Promise<ReadonlyMap<string, readonly AsideItem[]>> {
  const withBottles = problems.filter(({ bottlesAside = [] }) => bottlesAside.length > 0);
  const demands = await readDemands(reader, withBottles.map(documentKeyOfOrder));
  const reserved = Map.groupBy(
    demands.filter(({ state }) => state === 'reserved'),
    ({ subject, warehouse, itemNo }) => `${subject}\n${warehouse}\n${itemNo}`,
  );
  return new Map(
    withBottles.map(({ orderId, warehouse, bottlesAside = [] }) => [
      orderId,
      [...Map.groupBy(bottlesAside, ({ itemNo }) => itemNo)].map(([itemNo, own]) => {
        const units = sumUnits(own);
        const held = (reserved.get(`${orderId}\n${warehouse}\n${itemNo}`) ?? []).map(({ quantity }) => ({
          units: quantity,
        }));
        return { itemNo, units, unreserved: Math.max(0, units - sumUnits(held)) };
      }),
    ]),
  );
}
