/** Bottles of an order that are damaged when it is packed: what they do to its boxes. Pure (decision 42). */
import { type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import type { SalesOrder } from '../sales-orders/index.ts';
import { linesToPack } from '../warehouse/index.ts';
import { type BoxItem, type FloorBox, type FloorWork, packableStates } from './floor-work.ts';
import { openBox, unitsLeft, withoutEmpty } from './packing-session.ts';

/** Units of an item; `isPacked`: they were scanned into boxes. */
export interface Damaged {
  readonly itemNo: string;
  readonly units: number;
  readonly isPacked: boolean;
}

/**
 * The work without damaged bottles; a box that loses some is open again, and one that is empty is gone. `packed`: the boxes as if
 * they had been scanned. Refuses more than the order has of them there (`TooMany`), and boxes that have labels.
 */
export function takeOutDamaged(
  work: FloorWork,
  order: SalesOrder,
  { itemNo, units, isPacked }: Damaged,
): Outcome<{ readonly work: FloorWork; readonly packed: readonly FloorBox[] }> {
  const { orderNo, state } = work;
  if (!packableStates.includes(state)) {
    const reason = `Order ${orderNo} is ${state}: its boxes are closed. A lead takes it back first.`;
    return refuseState(state.toUpperCase(), reason);
  }
  const lines = linesToPack(order).filter((line) => line.itemNo === itemNo);
  const numbers = new Set(lines.map(({ line }) => line));
  let left = units;
  const takeFrom = (item: BoxItem): BoxItem => {
    const taken = numbers.has(item.line) ? Math.min(left, item.units) : 0;
    left -= taken;
    return taken === 0 ? item : { ...item, units: item.units - taken };
  };
  // The last that were scanned are the ones in the person's hands.
  const boxes = isPacked
    ? work.boxes
        .toReversed()
        .map((box) => without(box, takeFrom))
        .reverse()
    : work.boxes;
  const missing = unitsLeft(work, order);
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
  const pickTaskId = state === 'picking' ? undefined : work.pickTaskId;
  return {
    ok: {
      work: { ...work, state: 'packing', pickTaskId, boxes: withoutEmpty(boxes) },
      packed: [...work.boxes, { ...openBox(work.boxes.length + 1), items: unscanned }],
    },
  };
}

function without(box: FloorBox, takeFrom: (item: BoxItem) => BoxItem): FloorBox {
  const items = box.items.toReversed().map(takeFrom).reverse();
  if (items.every((item, index) => item === box.items[index])) return box;
  return { ...openBox(box.box), items: items.filter(({ units }) => units > 0) };
}
