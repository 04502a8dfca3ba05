/** Picked bottles of orders that are taken back: where they are, and what the person does with them. Pure (decision 42). */
import { type SalesOrder, unitsToShip } from '../sales-orders/index.ts';
import { linesToPack } from '../warehouse/index.ts';
import { type FloorWork, packedUnits } from './floor-work.ts';
import type { PickPart } from './picking-walk.ts';

/** Units that an order left behind when it was taken back. */
export interface Leftover {
  readonly customerNo: string;
  readonly warehouse: string;
  /** '' for bottles that are on a cart: the warehouse has no totes. */
  readonly tote: string;
  readonly taskId: string;
  readonly orderNo: string;
  readonly itemNo: string;
  /** The bin that they came from; '' when they were picked by name. */
  readonly location: string;
  readonly units: number;
}

/** Units in a tote that a person puts back. */
export type ToteLeftover = Pick<Leftover, 'customerNo' | 'orderNo' | 'itemNo' | 'location' | 'units'>;

/**
 * The leftovers of an order whose picking task has ended: its units to ship that are in no box yet. Totes hold bottles of several
 * orders, so the leftovers are assigned to the last picks of each item. `earlier` has the leftovers of the task's other orders.
 */
export function leftoversOf(
  work: FloorWork,
  order: SalesOrder,
  { picks }: Pick<PickPart, 'picks'>,
  earlier: readonly Leftover[],
): Leftover[] {
  const { customerNo, warehouse, orderNo, pickTaskId: taskId } = work;
  if (taskId === undefined) return [];
  const packed = packedUnits(work);
  const leftovers: Leftover[] = [];
  for (const line of linesToPack(order)) {
    const { itemNo } = line;
    let units = unitsToShip(line) - (packed.get(line.line) ?? 0);
    for (const { tote, location, units: picked } of picks.filter((pick) => pick.itemNo === itemNo).toReversed()) {
      const gone = [...earlier, ...leftovers]
        .filter((each) => each.itemNo === itemNo && each.tote === tote && each.location === location)
        .reduce((sum, each) => sum + each.units, 0);
      const here = Math.min(units, picked - gone);
      if (here <= 0) continue;
      units -= here;
      leftovers.push({ customerNo, warehouse, tote, taskId, orderNo, itemNo, location, units: here });
    }
  }
  return leftovers;
}

/** The instructions to put leftovers back, a sentence for each. */
export function putBackMessage(leftovers: readonly Leftover[]): string {
  return leftovers
    .map(({ tote, itemNo, location, units }) => {
      const place = location === '' ? '' : ` into ${location}`;
      const from = tote === '' ? 'on the cart of its picking task' : `in tote ${tote}`;
      return `Put ${units} × ${itemNo} back${place}: ${units === 1 ? 'it is' : 'they are'} ${from}.`;
    })
    .join(' ');
}
