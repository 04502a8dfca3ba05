/** The units that the pick list of a wave omits, and the orders of its items. Pure. */
import type { SalesOrder } from '../sales-orders/index.ts';
import { linesToPack } from '../warehouse/index.ts';
import { type FloorWork, packedUnits } from './floor-work.ts';
import { itemKeyOf, type PickPart } from './picking-walk.ts';

/** How many orders want an item, by `itemKeyOf`. */
export function countOrdersByItem(orders: readonly SalesOrder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const order of orders) {
    const items = linesToPack(order).map(({ itemNo }) => itemKeyOf({ customerNo: order.customerNo, itemNo }));
    for (const item of new Set(items)) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}

/** The units in the boxes of orders, as picks by name, so that the pick list omits them. */
export function packedParts(works: readonly FloorWork[], orders: readonly SalesOrder[]): PickPart[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const picks = works.flatMap((work) => {
    const lines = new Map(byId.get(work.orderId)?.lines.map(({ line, itemNo }) => [line, itemNo]));
    return [...packedUnits(work)].map(([line, units]) => {
      return { customerNo: work.customerNo, itemNo: lines.get(line) ?? '', units };
    });
  });
  return [...Map.groupBy(picks, ({ customerNo }) => customerNo)].map(([customerNo, own]) => ({
    ...{ customerNo, taskId: '', stop: undefined, shorts: [] },
    picks: own.map(({ itemNo, units }, index) => ({ n: index + 1, itemNo, location: '', tote: '', units })),
  }));
}
