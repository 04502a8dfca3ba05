/** The pick list of a wave: what its orders still take from which bins, in walk order. */
import Type, { type Static } from 'typebox';
import type { Reader } from '../platform/db/db.ts';
import { readSalesOrders, type SalesOrder } from '../sales-orders/index.ts';
import { linesToPack } from '../warehouse/index.ts';
import { readWorkOfWave } from './floor-lists.ts';
import { type FloorWork, isPicked, packableStates, packedUnits } from './floor-work.ts';
import { readWalkSnapshot } from './picking-snapshot.ts';
import { itemKeyOf, type PickPart, walkOf } from './picking-walk.ts';
import type { Wave } from './wave-store.ts';

export const PickListEntry = Type.Object({
  CustomerNo: Type.String(),
  ItemNo: Type.String(),
  Description: Type.String(),
  Uom: Type.String(),
  Location: Type.String({ description: 'The bin; `""`: look for the name.' }),
  Units: Type.Integer({ description: 'To take from there.' }),
  Orders: Type.Integer({ description: 'How many orders want the item.' }),
});

export const pickListEntryExample = {
  ...{ CustomerNo: 'W1001', ItemNo: 'PN21', Description: 'Pinot Noir 2021', Uom: '750' },
  ...{ Location: 'A-01-02', Units: 62, Orders: 31 },
};

/** The units that the orders of a wave still take from bins: neither picked nor packed. */
export async function readPickList(
  reader: Reader,
  { waveId, warehouse }: Pick<Wave, 'waveId' | 'warehouse'>,
): Promise<Static<typeof PickListEntry>[]> {
  const works = (await readWorkOfWave(reader, waveId, packableStates)).filter(
    (work) => !isPicked(work) && !work.isRepacked,
  );
  const orders = await readSalesOrders(reader, works);
  const counts = countOrdersByItem(orders);
  const stops = walkOf(await readWalkSnapshot(reader, warehouse, { orders, parts: packedParts(works, orders) }));
  return stops.map((stop) => ({
    ...{ CustomerNo: stop.customerNo, ItemNo: stop.itemNo, Description: stop.description, Uom: stop.uom },
    ...{ Location: stop.location?.location ?? '', Units: stop.left, Orders: counts.get(itemKeyOf(stop)) ?? 0 },
  }));
}

/** The number of orders that have units of an item to pack, by `itemKeyOf`. */
function countOrdersByItem(orders: readonly SalesOrder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const order of orders) {
    const items = linesToPack(order).map(({ itemNo }) => itemKeyOf({ customerNo: order.customerNo, itemNo }));
    for (const item of new Set(items)) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}

/** The units in the boxes of orders, as picks by name, so that the pick list omits them. */
function packedParts(works: readonly FloorWork[], orders: readonly SalesOrder[]): PickPart[] {
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
