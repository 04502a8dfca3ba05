/** Computes the units that a pick face lacks, and the reserve locations to take them from. Pure. */

/** A location of the reserve with the item. */
export interface ReserveBin {
  readonly location: string;
  readonly quantity: number;
}

interface ReplenishmentTake extends ReserveBin {}

/** Units that a face lacks: none while it has at least its minimum. */
export const computeUnitsToReplenish = (
  face: number,
  { minimum, target }: { readonly minimum: number; readonly target: number },
): number => (face < minimum ? target - face : 0);

/**
 * The units to take from each reserve location, in their order: all of one before the next, up to `wanted`, without the first
 * `wantedBefore` units, which are for other faces.
 */
export function planReplenishment(
  wanted: number,
  reserve: readonly ReserveBin[],
  wantedBefore = 0,
): ReplenishmentTake[] {
  let [kept, left] = [wantedBefore, wanted];
  return reserve.flatMap(({ location, quantity }) => {
    const keptHere = Math.min(kept, quantity);
    const taken = Math.min(left, quantity - keptHere);
    kept -= keptHere;
    left -= taken;
    return taken > 0 ? [{ location, quantity: taken }] : [];
  });
}
