/** Picked bottles of orders that are taken back: where they are, and what the person does with them. Pure (decision 42). */
import { computeLineUnitsToShip, type SalesOrder } from '../sales-orders/index.ts';
import { selectLinesToPack } from '../warehouse/index.ts';
import { type FloorWork, sumPackedUnitsByLine, sumUnits } from './floor-work.ts';
import type { BinChange, InventoryStatusUnits, PickedUnits, PickTaskPart } from './picking-walk.ts';

/** Units that an order left behind when it was taken back. */
export interface OrderLeftover {
  readonly customerNo: string;
  readonly warehouse: string;
  /** '' for bottles that are on a cart: the warehouse has no totes. */
  readonly tote: string;
  readonly taskId: string;
  readonly orderNo: string;
  readonly itemNo: string;
  /** The bin that they came from; '' when they were picked by name. */
  readonly location: string;
  /** The inventory status in which they go back into the record of the bin. */
  readonly status: string;
  readonly units: number;
}

/** The change of the record of the bin from which bottles were picked that lie in it again. */
export function binChangeOfPutBack(
  left: Pick<OrderLeftover, 'customerNo' | 'itemNo' | 'location' | 'status' | 'units'>,
): BinChange {
  const { customerNo, itemNo, location, status, units } = left;
  return { customerNo, itemNo, location, status, units: -units };
}

/** Units in a tote that a person puts back. */
export type ToteLeftover = Pick<OrderLeftover, 'customerNo' | 'orderNo' | 'itemNo' | 'location' | 'units'>;

/**
 * The leftovers of an order whose picking task has ended: its units to ship that are in no box yet. Totes hold bottles of several
 * orders, so the leftovers are assigned to the last picks of each item. `drawn` has the units that the order draws of each inventory
 * status; those in boxes are the last of them. `earlier` has the leftovers of the task's other orders.
 */
export function leftoversOfOrder(
  work: FloorWork,
  order: SalesOrder,
  { picks }: Pick<PickTaskPart, 'picks'>,
  drawn: readonly (InventoryStatusUnits & { readonly itemNo: string })[],
  earlier: readonly OrderLeftover[],
): OrderLeftover[] {
  const { customerNo, warehouse, orderNo, pickTaskId: taskId } = work;
  if (taskId === undefined) return [];
  const packed = sumPackedUnitsByLine(work);
  const leftovers: OrderLeftover[] = [];
  for (const [itemNo, lines] of Map.groupBy(selectLinesToPack(order), (line) => line.itemNo)) {
    let rest = lines.reduce(
      (sum, line) => sum + Math.max(0, computeLineUnitsToShip(line) - (packed.get(line.line) ?? 0)),
      0,
    );
    const left = drawn.flatMap((each) => {
      if (each.itemNo !== itemNo) return [];
      const units = Math.min(rest, each.units);
      rest -= units;
      return [{ status: each.status, units }];
    });
    const places = Map.groupBy(
      picks.filter((pick) => pick.itemNo === itemNo).toReversed(),
      ({ tote, location }) => `${tote}\n${location}`,
    );
    // Bottles that were picked in the status first.
    for (const isOfStatus of [true, false]) {
      for (const own of places.values()) {
        const [{ tote, location }] = own as [PickedUnits];
        const isHere = (each: OrderLeftover) =>
          each.itemNo === itemNo && each.tote === tote && each.location === location;
        for (const each of left) {
          const gone = [...earlier, ...leftovers].filter(isHere);
          const isSame = ({ status }: { readonly status: string }) => status === each.status;
          const most = isOfStatus
            ? sumUnits(own.flatMap((pick) => pick.drawn?.filter(isSame) ?? [])) - sumUnits(gone.filter(isSame))
            : Number.POSITIVE_INFINITY;
          const units = Math.min(each.units, sumUnits(own) - sumUnits(gone), most);
          if (units <= 0) continue;
          each.units -= units;
          leftovers.push({
            customerNo,
            warehouse,
            tote,
            taskId,
            orderNo,
            itemNo,
            location,
            status: each.status,
            units,
          });
        }
      }
    }
  }
  return leftovers;
}

/** The instructions to put leftovers back, a sentence for each item and place: bottles do not show their status. */
export function leftoversPutBackMessage(leftovers: readonly OrderLeftover[]): string {
  const places = Map.groupBy(leftovers, ({ tote, itemNo, location }) => `${tote}\n${itemNo}\n${location}`);
  return [...places.values()]
    .map((own) => {
      const [{ tote, itemNo, location }] = own as [OrderLeftover];
      const units = sumUnits(own);
      const place = location === '' ? '' : ` into ${location}`;
      const from = tote === '' ? 'on the cart of its picking task' : `in tote ${tote}`;
      return `Put ${units} × ${itemNo} back${place}: ${units === 1 ? 'it is' : 'they are'} ${from}.`;
    })
    .join(' ');
}
