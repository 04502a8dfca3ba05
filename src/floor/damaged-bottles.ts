/** Removes damaged bottles from the work on an order at the packing station, whether they are in a box or not. Pure (decision 42). */
import { type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import { computeLineUnitsToShip, type SalesOrder } from '../sales-orders/index.ts';
import {
  type BoxItem,
  type FloorBox,
  type FloorWork,
  packableFloorStates,
  sumPackedUnitsByLine,
} from './floor-work.ts';
import {
  boxesClosedMessage,
  computeUnitsLeftToPackByLine,
  newOpenBox,
  renumberNonEmptyBoxes,
} from './packing-session.ts';

/** Units of an item; `isPacked`: they were scanned into boxes. */
interface DamagedBottles {
  readonly itemNo: string;
  readonly units: number;
  readonly isPacked: boolean;
}

/**
 * The work on an order without its damaged bottles. A box that loses bottles is open again; an empty box is removed.
 * `packed` has the boxes before, and one more with the damaged bottles that were in no box. `lost` has the damaged units that the order
 * ships: others in its boxes have left the stock before, when it became shorter. Refusals: `StateForbids` when the order's boxes are
 * closed for labels, then the fault `TooMany` when the order has fewer such bottles.
 */
export function decideDamagedBottleRemoval(
  work: FloorWork,
  order: SalesOrder,
  { itemNo, units, isPacked }: DamagedBottles,
): Outcome<{ readonly work: FloorWork; readonly packed: readonly FloorBox[]; readonly lost: number }> {
  const { state } = work;
  if (!packableFloorStates.includes(state)) {
    const reason = `${boxesClosedMessage(work)} A lead takes it back first.`;
    return refuseState(state.toUpperCase(), reason);
  }
  const lines = order.lines.filter((line) => line.itemNo === itemNo);
  const numbers = new Set(lines.map(({ line }) => line));
  let left = units;
  const takeFrom = (item: BoxItem): BoxItem => {
    const taken = numbers.has(item.line) ? Math.min(left, item.units) : 0;
    left -= taken;
    return taken === 0 ? item : { ...item, units: item.units - taken };
  };
  // Takes the units that were scanned last.
  const boxes = isPacked
    ? work.boxes
        .toReversed()
        .map((box) => without(box, takeFrom))
        .reverse()
    : work.boxes;
  const missing = computeUnitsLeftToPackByLine(work, order);
  const unscanned = isPacked
    ? []
    : lines.toReversed().flatMap(({ line }): BoxItem[] => {
        const there = Math.min(left, Math.max(0, missing.get(line) ?? 0));
        left -= there;
        return there === 0 ? [] : [{ line, units: there }];
      });
  if (left > 0) {
    const there = `${units - left} of ${itemNo} ${isPacked ? 'in its boxes' : 'that are not in a box yet'}`;
    return refuseFaults([{ field: 'Quantity', code: 'TooMany', message: `is ${units}, but the order has ${there}` }]);
  }
  const inBoxes = sumPackedUnitsByLine(work);
  const surplus = lines.reduce((sum, line) => sum + (inBoxes.get(line.line) ?? 0) - computeLineUnitsToShip(line), 0);
  const pickTaskId = state === 'picking' ? undefined : work.pickTaskId;
  return {
    ok: {
      work: { ...work, state: 'packing', pickTaskId, boxes: renumberNonEmptyBoxes(boxes) },
      packed: [...work.boxes, { ...newOpenBox(work.boxes.length + 1), items: unscanned }],
      lost: isPacked ? Math.max(0, units - Math.max(0, surplus)) : units,
    },
  };
}

function without(box: FloorBox, takeFrom: (item: BoxItem) => BoxItem): FloorBox {
  const items = box.items.toReversed().map(takeFrom).reverse();
  if (items.every((item, index) => item === box.items[index])) return box;
  return { ...newOpenBox(box.box), items: items.filter(({ units }) => units > 0) };
}
