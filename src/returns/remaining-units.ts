/**
 * What of an order is with its recipient and may still come back, in units: by item, then by the inventory status from
 * which it had been shipped. Nobody can tell two bottles of an item apart, so limits count by item; the status is kept, so
 * that what is sent out again returns to the stock it came from (decision 21). Pure.
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

/** Items that were shipped stand in it, those included of which nothing is left. */
export type RemainingUnits = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The sum of these, in the order in which item and status are first met; a negative quantity takes away. */
export function remainingUnitsFrom(units: Iterable<ShippedUnits>): RemainingUnits {
  const left = new Map<string, Map<string, number>>();
  for (const { itemNo, shippedStatus, quantity } of units) {
    const statuses = left.get(itemNo) ?? new Map<string, number>();
    statuses.set(shippedStatus, (statuses.get(shippedStatus) ?? 0) + quantity);
    left.set(itemNo, statuses);
  }
  return left;
}

/** What is left, one by one. */
export function* listUnits(left: RemainingUnits): Generator<ShippedUnits> {
  for (const [itemNo, statuses] of left) {
    for (const [shippedStatus, quantity] of statuses) yield { itemNo, shippedStatus, quantity };
  }
}

/** How many of an item are left; undefined when it was not shipped. */
export function remainingUnitsOf(left: RemainingUnits, itemNo: string): number | undefined {
  const statuses = left.get(itemNo);
  return statuses && [...statuses.values()].reduce((sum, units) => sum + units, 0);
}

/**
 * From which statuses so many of an item are taken to come, no more than are left: the first first. Of one status more may
 * have been found than had been shipped from it; of the others there is then less.
 */
export function takeFromStatuses(left: RemainingUnits, { itemNo, quantity }: ItemQuantity): ShippedUnits[] {
  let wanted = quantity;
  return [...(left.get(itemNo) ?? [])].flatMap(([shippedStatus, units]) => {
    const taken = Math.min(wanted, Math.max(0, units));
    wanted -= taken;
    return taken === 0 ? [] : [{ itemNo, shippedStatus, quantity: taken }];
  });
}
