/**
 * Of which inventory statuses picked units are: a bottle does not show its status, so picks and the records of bins follow the stock
 * that is reserved for the orders. Pure.
 */
import type { BinContent } from '../locations/index.ts';
import { sumUnits } from './floor-work.ts';
import {
  type BinChange,
  computeUnpickedUnitsByStatus,
  type InventoryStatusUnits,
  itemKeyOf,
  type PickedUnits,
  type PickTaskPart,
  type PickWalkSnapshot,
} from './picking-walk.ts';

type Place = Pick<BinChange, 'customerNo' | 'itemNo' | 'location'>;
type Picks = Pick<PickWalkSnapshot, 'parts' | 'statuses'>;

/**
 * The inventory statuses of units that are picked in a bin. Only statuses that the orders of the task draw are considered: first the
 * units that they have not picked yet, then more of the same statuses.
 * - `recorded`: the units that leave the record of the bin, at most what it has.
 * - `drawn`: `recorded`, and the units that the bin does not have on record. Empty when the orders draw none of the item.
 */
export function decidePickedInventoryStatuses(
  snapshot: Picks & Pick<PickWalkSnapshot, 'bins'>,
  place: Place,
  units: number,
): { readonly recorded: readonly InventoryStatusUnits[]; readonly drawn: readonly InventoryStatusUnits[] } {
  const { customerNo, itemNo, location } = place;
  const drawable = [...(snapshot.statuses.get(itemKeyOf({ customerNo, itemNo }))?.keys() ?? [])];
  const quantityOf = (status: string): number =>
    snapshot.bins.find(
      (bin) =>
        bin.customerNo === customerNo && bin.itemNo === itemNo && bin.location === location && bin.status === status,
    )?.quantity ?? 0;
  const unpicked = computeUnpickedUnitsByStatus(snapshot, place);
  const recorded = new Map<string, number>();
  const drawn = new Map<string, number>();
  let left = units;
  const take = (status: string, most: number): number => {
    const more = Math.max(0, Math.min(left, most));
    if (more > 0) drawn.set(status, (drawn.get(status) ?? 0) + more);
    left -= more;
    return more;
  };
  const wantedOf = (status: string): number => (unpicked.get(status) ?? 0) - (drawn.get(status) ?? 0);
  for (const mostOf of [wantedOf, () => units]) {
    for (const status of drawable) {
      const before = recorded.get(status) ?? 0;
      const more = take(status, Math.min(quantityOf(status) - before, mostOf(status)));
      if (more > 0) recorded.set(status, before + more);
    }
  }
  for (const mostOf of [wantedOf, () => units]) for (const status of drawable) take(status, mostOf(status));
  return { recorded: listOf(recorded), drawn: listOf(drawn) };
}

const listOf = (units: ReadonlyMap<string, number>): InventoryStatusUnits[] =>
  [...units].map(([status, each]) => ({ status, units: each }));

/**
 * The statuses of picked units that go back because no order wants them: those of which more was picked than the orders draw come first.
 */
export function decideInventoryStatusesToPutBack(
  snapshot: Picks,
  customerNo: string,
  pick: PickedUnits,
  units: number,
): InventoryStatusUnits[] {
  const { itemNo, drawn = [] } = pick;
  const unpicked = computeUnpickedUnitsByStatus(snapshot, { customerNo, itemNo });
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
  return listOf(returned);
}

/** A pick without these units. */
export const pickAfterPutBack = (
  pick: PickedUnits,
  units: number,
  returned: readonly InventoryStatusUnits[],
): PickedUnits => {
  const { drawn, ...rest } = pick;
  const less = { ...rest, units: pick.units - units };
  if (drawn === undefined) return less;
  const backOf = (status: string) => returned.find((each) => each.status === status)?.units ?? 0;
  const left = drawn.map((each) => ({ ...each, units: each.units - backOf(each.status) }));
  return { ...less, drawn: left.filter((each) => each.units > 0) };
};

/**
 * The changes that take units out of the record of a bin: those of `drawn` out of their statuses, the rest as
 * `changeBinContents` decides. None for units that were picked by name (`location` is '').
 */
export function binChangesOfPick(
  place: Place,
  units: number,
  drawn: readonly InventoryStatusUnits[] = [],
): BinChange[] {
  const { customerNo, itemNo, location } = place;
  if (location === '') return [];
  const rest = units - sumUnits(drawn);
  return [
    ...drawn.map((each) => ({ customerNo, itemNo, location, ...each })),
    ...(rest === 0 ? [] : [{ customerNo, itemNo, location, units: rest }]),
  ];
}

/** The changes that undo these. */
export const invertBinChanges = (changes: readonly BinChange[]): BinChange[] =>
  changes.map((change) => ({ ...change, units: -change.units }));

/** Units of an item that were picked in one status although the orders draw them in another. */
interface StatusExchange {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly picked: string;
  readonly drawn: string;
  readonly units: number;
}

/**
 * The exchanges after which picks are of the statuses that the orders draw, as far as these draw units that were not picked: for
 * example after an order has left the task.
 */
export function decideInventoryStatusExchanges(snapshot: Picks): StatusExchange[] {
  return snapshot.parts.flatMap(({ customerNo, picks }) =>
    [...new Set(picks.map(({ itemNo }) => itemNo))].flatMap((itemNo) => {
      const unpicked = computeUnpickedUnitsByStatus(snapshot, { customerNo, itemNo });
      return [...unpicked.keys()].flatMap((picked) =>
        [...unpicked.keys()].flatMap((drawn): StatusExchange[] => {
          const units = Math.min(-(unpicked.get(picked) ?? 0), unpicked.get(drawn) ?? 0);
          if (units <= 0) return [];
          unpicked.set(picked, (unpicked.get(picked) ?? 0) + units);
          unpicked.set(drawn, (unpicked.get(drawn) ?? 0) - units);
          return [{ customerNo, itemNo, picked, drawn, units }];
        }),
      );
    }),
  );
}

/** The parts after exchanges: units that picks drew of the status `picked` become those of `drawn`, beginning with the last pick. */
export function pickPartsAfterExchanges(
  parts: readonly PickTaskPart[],
  exchanges: readonly StatusExchange[],
): PickTaskPart[] {
  return parts.map((part) => {
    let picks = [...part.picks];
    for (const { customerNo, itemNo, picked, drawn, units } of exchanges) {
      if (customerNo !== part.customerNo) continue;
      let left = units;
      picks = picks
        .toReversed()
        .map((pick) => {
          const before = pick.itemNo === itemNo ? (pick.drawn ?? []) : [];
          const more = Math.min(left, before.find(({ status }) => status === picked)?.units ?? 0);
          if (more === 0) return pick;
          left -= more;
          const after = new Map(before.map((each) => [each.status, each.units]));
          after.set(picked, (after.get(picked) ?? 0) - more).set(drawn, (after.get(drawn) ?? 0) + more);
          return { ...pick, drawn: listOf(after).filter((each) => each.units > 0) };
        })
        .reverse();
    }
    return { ...part, picks };
  });
}

/** The changes of bins that go with exchanges: as far as bins record the drawn status, these units become those of the picked one. */
export function binChangesOfExchanges(exchanges: readonly StatusExchange[], bins: readonly BinContent[]): BinChange[] {
  const used = new Map<BinContent, number>();
  return exchanges.flatMap(({ customerNo, itemNo, picked, drawn, units }) => {
    let left = units;
    return bins.flatMap((bin): BinChange[] => {
      if (bin.customerNo !== customerNo || bin.itemNo !== itemNo || bin.status !== drawn) return [];
      const more = Math.min(left, bin.quantity - (used.get(bin) ?? 0));
      if (more <= 0) return [];
      left -= more;
      used.set(bin, (used.get(bin) ?? 0) + more);
      const place = { customerNo, itemNo, location: bin.location };
      return [
        { ...place, status: drawn, units: more },
        { ...place, status: picked, units: -more },
      ];
    });
  });
}
