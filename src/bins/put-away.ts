/** Suggests a bin for unplaced bottles. Pure. */
import { compareWalkOrder, type Location, type LocationKind } from '../locations/index.ts';

/** A bin as a candidate for the put-away of an item. */
export interface PutAwayBin {
  readonly location: Location;
  /** Recorded units of all items in it. */
  readonly units: number;
  /** Whether the item lies in it or belongs there. */
  readonly isOfItem: boolean;
  /** Whether nothing lies in it, and no item belongs there. */
  readonly isFree: boolean;
}

export interface PutAwaySuggestion {
  readonly location: Location;
  /** Units that still fit; undefined: any number. */
  readonly room: number | undefined;
  /** As of the bin. Otherwise the location is free. */
  readonly isOfItem: boolean;
}

/** Units that still fit into a bin; undefined: any number. */
export const computeRemainingBinCapacity = (
  { capacity }: Pick<Location, 'capacity'>,
  units: number,
): number | undefined => (capacity === 0 ? undefined : Math.max(0, capacity - units));

/**
 * Suggests a bin of the item or a free one. Bins that all units fit into come first; among them bins of the item, then
 * free bins of the kind that the item lacks (a pick face when it has none, else reserve), then free bins of the other kind;
 * then the walk order decides. Undefined when none of them has room.
 */
export function suggestPutAwayBin(bins: readonly PutAwayBin[], units: number): PutAwaySuggestion | undefined {
  const hasFace = bins.some(({ isOfItem, location }) => isOfItem && location.kind === 'pick');
  const kinds: readonly LocationKind[] = hasFace ? ['reserve', 'pick'] : ['pick', 'reserve'];
  const rank = ({ isOfItem, location }: PutAwayBin): number => (isOfItem ? 0 : 1 + kinds.indexOf(location.kind));
  const usable = bins.flatMap((bin) => {
    const room = computeRemainingBinCapacity(bin.location, bin.units);
    const isUsable = bin.location.kind !== 'tote' && room !== 0 && (bin.isOfItem || bin.isFree);
    return isUsable ? [{ bin, room, takesAll: room === undefined || room >= units }] : [];
  });
  const [best] = usable.sort(
    (a, b) =>
      Number(b.takesAll) - Number(a.takesAll) ||
      rank(a.bin) - rank(b.bin) ||
      compareWalkOrder(a.bin.location, b.bin.location),
  );
  if (best === undefined) return undefined;
  return { location: best.bin.location, room: best.room, isOfItem: best.bin.isOfItem };
}
