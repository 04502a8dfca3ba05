/**
 * Units of an order that the recipient can return, by item, then by the inventory status from which they were shipped.
 * Bottles of an item are indistinguishable, so limits apply per item; the status is stored so that reshipped units
 * return to the stock that they were shipped from (decision 21). Pure.
 */

/** Units of an item. */
export interface ItemQuantity {
  readonly itemNo: string;
  readonly quantity: number;
}

/** Units of an item that had been shipped from one inventory status. */
export interface ShippedUnits extends ItemQuantity {
  readonly shippedStatus: string;
}

/** Contains every shipped item, also with 0 units left. */
export type ReturnableUnits = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Sums units, in the order in which item and status first occur; a negative quantity subtracts. */
export function sumReturnableUnits(units: Iterable<ShippedUnits>): ReturnableUnits {
  const left = new Map<string, Map<string, number>>();
  for (const { itemNo, shippedStatus, quantity } of units) {
    const statuses = left.get(itemNo) ?? new Map<string, number>();
    statuses.set(shippedStatus, (statuses.get(shippedStatus) ?? 0) + quantity);
    left.set(itemNo, statuses);
  }
  return left;
}

/** The remaining units, one entry per item and status. */
export function* flattenReturnableUnits(left: ReturnableUnits): Generator<ShippedUnits> {
  for (const [itemNo, statuses] of left) {
    for (const [shippedStatus, quantity] of statuses) yield { itemNo, shippedStatus, quantity };
  }
}

/** The remaining units of an item; undefined when it was not shipped. */
export function returnableUnitsOfItem(left: ReturnableUnits, itemNo: string): number | undefined {
  const statuses = left.get(itemNo);
  return statuses && [...statuses.values()].reduce((sum, units) => sum + units, 0);
}

/**
 * Takes units of an item from its statuses, first to last. The caller takes no more than remain of the item: where more were
 * found of one status than were shipped from it, its remaining units are negative and count as 0 here.
 */
export function chooseReturnableUnits(left: ReturnableUnits, { itemNo, quantity }: ItemQuantity): ShippedUnits[] {
  let wanted = quantity;
  return [...(left.get(itemNo) ?? [])].flatMap(([shippedStatus, units]) => {
    const taken = Math.min(wanted, Math.max(0, units));
    wanted -= taken;
    return taken === 0 ? [] : [{ itemNo, shippedStatus, quantity: taken }];
  });
}
