/** What a wave takes from the shelves: one entry per item, in walk order. Pure. */
import { type SalesOrder, unitsToShip } from '../sales-orders/index.ts';
import { linesToPack } from '../warehouse/index.ts';

export interface PickListRow {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly description: string;
  readonly uom: string;
  readonly units: number;
  /** How many orders want it. */
  readonly orders: number;
}

/** Items without a location are walked by description, then number. */
export function pickList(orders: readonly SalesOrder[]): PickListRow[] {
  const picks = new Map<string, PickListRow>();
  for (const order of orders) {
    const seen = new Set<string>();
    for (const line of linesToPack(order)) {
      const key = `${order.customerNo}\n${line.itemNo}`;
      const { customerNo } = order;
      const { itemNo, description, uom } = line;
      const pick = picks.get(key) ?? { customerNo, itemNo, description, uom, units: 0, orders: 0 };
      const units = pick.units + unitsToShip(line);
      picks.set(key, { ...pick, units, orders: pick.orders + (seen.has(key) ? 0 : 1) });
      seen.add(key);
    }
  }
  const textOf = ({ description, itemNo, customerNo }: PickListRow) =>
    `${description.toLowerCase()}\n${itemNo}\n${customerNo}`;
  return [...picks.values()].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
