/** The pick list of a wave: what its orders still take from which bins, in walk order. */
import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../auth/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { readSalesOrders, type SalesOrder } from '../sales-orders/index.ts';
import { selectLinesToPack } from '../warehouse/index.ts';
import { readFloorWorkOfWaveInStates } from './floor-lists.ts';
import { type FloorWork, isPickedUnlabeled, packableFloorStates, sumPackedUnitsByLine } from './floor-work.ts';
import { listPickTaskParts } from './picking-lists.ts';
import { readPickWalkSnapshot } from './picking-snapshot.ts';
import { computeItemsToPick, computePickWalk, itemKeyOf, type PickTaskPart } from './picking-walk.ts';
import type { Wave } from './wave-store.ts';

export const PickListEntry = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  ItemNo: Type.String(),
  Description: Type.String(),
  Uom: Type.String(),
  Location: Type.String({ description: 'The bin; `""`: look for the name.' }),
  Units: Type.Integer({ description: 'To take from there.' }),
  Orders: Type.Integer({ description: 'How many orders want the item.' }),
});

export const pickListEntryExample = {
  CustomerNo: 'W1001',
  CustomerName: 'Cedar Ridge Winery',
  ItemNo: 'PN21',
  Description: 'Pinot Noir 2021',
  Uom: '750',
  Location: 'A-01-02',
  Units: 62,
  Orders: 31,
};

/** The units that the orders of a wave still take from bins: neither picked nor packed. */
export async function readPickList(
  reader: DbReader,
  { waveId, warehouse }: Pick<Wave, 'waveId' | 'warehouse'>,
): Promise<Static<typeof PickListEntry>[]> {
  const works = (await readFloorWorkOfWaveInStates(reader, waveId, packableFloorStates)).filter(
    (work) => !isPickedUnlabeled(work) && !work.isRepacked,
  );
  const tasks = new Set(
    works.flatMap(({ state, pickTaskId }) => (state === 'picking' && pickTaskId ? [pickTaskId] : [])),
  );
  const [orders, picked] = await Promise.all([readSalesOrders(reader, works), listPickTaskParts(reader, [...tasks])]);
  const counts = countOrdersByItem(orders);
  const parts = partsOf([...packedItems(works, orders), ...pickedItems(works, orders, picked)]);
  const stops = computePickWalk(await readPickWalkSnapshot(reader, warehouse, { orders, parts }));
  const nameOf = await readCustomerNameLookup(reader, stops);
  return stops.map((stop) => ({
    CustomerNo: stop.customerNo,
    CustomerName: nameOf(stop.customerNo),
    ItemNo: stop.itemNo,
    Description: stop.description,
    Uom: stop.uom,
    Location: stop.location?.location ?? '',
    Units: stop.left,
    Orders: counts.get(itemKeyOf(stop)) ?? 0,
  }));
}

/** The number of orders that have units of an item to pack, by `itemKeyOf`. */
function countOrdersByItem(orders: readonly SalesOrder[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const order of orders) {
    const items = selectLinesToPack(order).map(({ itemNo }) => itemKeyOf({ customerNo: order.customerNo, itemNo }));
    for (const item of new Set(items)) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}

interface ItemUnits {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly units: number;
}

/** The units in the boxes of orders. */
function packedItems(works: readonly FloorWork[], orders: readonly SalesOrder[]): ItemUnits[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return works.flatMap((work) => {
    const lines = new Map(byId.get(work.orderId)?.lines.map(({ line, itemNo }) => [line, itemNo]));
    return [...sumPackedUnitsByLine(work)].map(([line, units]) => {
      return { customerNo: work.customerNo, itemNo: lines.get(line) ?? '', units };
    });
  });
}

/** The units that tasks have picked for orders that are still in them. More than these orders want is put back when the task ends. */
function pickedItems(
  works: readonly FloorWork[],
  orders: readonly SalesOrder[],
  parts: readonly PickTaskPart[],
): ItemUnits[] {
  return parts.flatMap((part) => {
    const inTask = new Set(works.flatMap(({ orderId, pickTaskId }) => (pickTaskId === part.taskId ? [orderId] : [])));
    const own = orders.filter((order) => order.customerNo === part.customerNo && inTask.has(order.orderId));
    return computeItemsToPick(own, [part]).map(({ customerNo, itemNo, units, picked }) => {
      return { customerNo, itemNo, units: Math.min(units, picked) };
    });
  });
}

/** Units as picks by name, so that the pick list omits them. */
const partsOf = (items: readonly ItemUnits[]): PickTaskPart[] =>
  [...Map.groupBy(items, ({ customerNo }) => customerNo)].map(([customerNo, own]) => ({
    customerNo,
    taskId: '',
    stop: undefined,
    shorts: [],
    picks: own.map(({ itemNo, units }, index) => ({ n: index + 1, itemNo, location: '', tote: '', units })),
  }));
