/**
 * Of which inventory statuses picked units are, when orders draw an item from several: a bottle does not show its status, so the
 * records of the bins follow the stock that is reserved for the orders. Pure.
 */
import { type BinChange, itemKeyOf, type PickedUnits, type StatusUnits, type WalkSnapshot } from './picking-walk.ts';

type Place = Pick<BinChange, 'customerNo' | 'itemNo' | 'location'>;
type Picks = Pick<WalkSnapshot, 'parts' | 'statuses'>;

/** The units that the orders draw of each status, less those that were picked. Negative: more was picked. */
function unpickedByStatus(
  { parts, statuses }: Picks,
  { customerNo, itemNo }: Pick<Place, 'customerNo' | 'itemNo'>,
): Map<string, number> {
  const unpicked = new Map(statuses.get(itemKeyOf({ customerNo, itemNo })));
  const picks = parts.filter((part) => part.customerNo === customerNo).flatMap((part) => part.picks);
  for (const { status, units } of picks.flatMap((pick) => (pick.itemNo === itemNo ? (pick.drawn ?? []) : []))) {
    unpicked.set(status, (unpicked.get(status) ?? 0) - units);
  }
  return unpicked;
}

/**
 * The recorded units of a bin that a pick takes, by status: those that the orders still draw, then others of their statuses.
 * Empty when the orders draw the item from one status.
 */
export function drawnFrom(snapshot: Picks & Pick<WalkSnapshot, 'bins'>, place: Place, units: number): StatusUnits[] {
  const { customerNo, itemNo, location } = place;
  const drawn = snapshot.statuses.get(itemKeyOf({ customerNo, itemNo }));
  if (drawn === undefined || drawn.size < 2) return [];
  const bins = snapshot.bins.filter(
    (bin) =>
      bin.customerNo === customerNo && bin.itemNo === itemNo && bin.location === location && drawn.has(bin.status),
  );
  const unpicked = unpickedByStatus(snapshot, place);
  const taken = new Map<string, number>();
  let left = units;
  for (const most of [(status: string) => unpicked.get(status) ?? 0, () => units]) {
    for (const { status, quantity } of bins) {
      const before = taken.get(status) ?? 0;
      const more = Math.max(0, Math.min(left, quantity - before, most(status)));
      if (more > 0) taken.set(status, before + more);
      left -= more;
    }
  }
  return [...taken].map(([status, taken]) => ({ status, units: taken }));
}

/** The statuses of picked units that go back because no order wants them: those of which more was picked than the orders draw come first. */
export function drawnToPutBack(snapshot: Picks, customerNo: string, pick: PickedUnits, units: number): StatusUnits[] {
  const { itemNo, drawn = [] } = pick;
  const unpicked = unpickedByStatus(snapshot, { customerNo, itemNo });
  const returned = new Map<string, number>();
  let left = units;
  for (const most of [(status: string) => -(unpicked.get(status) ?? 0), () => units]) {
    for (const each of drawn) {
      const before = returned.get(each.status) ?? 0;
      const more = Math.max(0, Math.min(left, each.units - before, most(each.status)));
      if (more > 0) returned.set(each.status, before + more);
      left -= more;
    }
  }
  return [...returned].map(([status, back]) => ({ status, units: back }));
}

/** A pick without these units. */
export const withoutUnits = (pick: PickedUnits, units: number, returned: readonly StatusUnits[]): PickedUnits => {
  const { drawn, ...rest } = pick;
  const less = { ...rest, units: pick.units - units };
  if (drawn === undefined) return less;
  const backOf = (status: string) => returned.find((each) => each.status === status)?.units ?? 0;
  const left = drawn.map((each) => ({ ...each, units: each.units - backOf(each.status) }));
  return { ...less, drawn: left.filter((each) => each.units > 0) };
};

/** Takes units out of the record of a bin: those of `drawn` from their statuses, the rest as `changeBins` decides. */
export function takenFrom(place: Place, units: number, drawn: readonly StatusUnits[] = []): BinChange[] {
  const { customerNo, itemNo, location } = place;
  if (location === '') return [];
  const rest = units - drawn.reduce((sum, each) => sum + each.units, 0);
  return [
    ...drawn.map((each) => ({ customerNo, itemNo, location, ...each })),
    ...(rest === 0 ? [] : [{ customerNo, itemNo, location, units: rest }]),
  ];
}

/** The changes that undo these. */
export const inverseOf = (changes: readonly BinChange[]): BinChange[] =>
  changes.map((change) => ({ ...change, units: -change.units }));
