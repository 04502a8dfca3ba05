/** Picking: the units to pick for the orders of a task, the picked units, and the walk to the rest. Pure (decision 42). */
import { type BinContent, compareWalkOrder, type Location } from '../locations/index.ts';
import { computeLineUnitsToShip, type SalesOrder } from '../sales-orders/index.ts';
import { selectLinesToPack } from '../warehouse/index.ts';
import { sumUnits } from './floor-work.ts';
import type { PickTask } from './pick-task.ts';

/** Units of an inventory status. */
export interface InventoryStatusUnits {
  readonly status: string;
  readonly units: number;
}

/** Units that one scan counted. */
export interface PickedUnits {
  /** Grows with each pick and report of a task. */
  readonly n: number;
  readonly itemNo: string;
  /** The bin; '' for an item that was picked by name. */
  readonly location: string;
  /** '' while the person carries them, and always in a warehouse without totes. */
  readonly tote: string;
  readonly units: number;
  /** Their inventory statuses; absent when the orders draw none of the item, and in picks made before these were stored. */
  readonly drawn?: readonly InventoryStatusUnits[];
}

/** Units that leave a bin, or come back (negative). */
export interface BinChange {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly location: string;
  /** Absent: of the statuses that the item is drawn from, then of others. */
  readonly status?: string;
  readonly units: number;
}

/** A report that units of an item were not found at a location. */
export interface MissingBottlesReport {
  /** Grows with each pick and report of a task. */
  readonly n: number;
  readonly itemNo: string;
  /** '' for an item that was picked by name. */
  readonly location: string;
  readonly units: number;
  readonly reasonCode: string;
  /** The recorded units of the bin at that time, of the statuses that the orders draw. */
  readonly recorded: readonly InventoryStatusUnits[];
  /** They were in no other bin either, and have left the stock. */
  readonly isMissing: boolean;
}

/** The picks of a customer's items in a task. */
export interface PickTaskPart {
  readonly customerNo: string;
  readonly taskId: string;
  /** The item that the person picks now, and its bin. */
  readonly stop: { readonly itemNo: string; readonly location: string } | undefined;
  readonly picks: readonly PickedUnits[];
  readonly shorts: readonly MissingBottlesReport[];
}

/** A task with all data that decisions about it need. */
export interface PickingSnapshot {
  readonly task: PickTask;
  /** Orders that are being picked in the task. */
  readonly orders: readonly SalesOrder[];
  /** One part for each customer. */
  readonly parts: readonly PickTaskPart[];
  /** The bins of the orders' items. */
  readonly bins: readonly BinContent[];
  readonly locations: ReadonlyMap<string, Location>;
  /** The units that the orders draw of an item of a customer, by inventory status; absent: of any. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Without totes, picked bottles stay on the cart. */
  readonly hasTotes: boolean;
}

/** The data from which the walk is computed. */
export type PickWalkSnapshot = Omit<PickingSnapshot, 'task' | 'hasTotes'>;

/** The units of an item to pick for the orders of a task, and the picked ones. */
export interface ItemToPick {
  readonly customerNo: string;
  readonly itemNo: string;
  readonly description: string;
  readonly uom: string;
  readonly units: number;
  readonly picked: number;
}

/** Units of an item that are to be picked at a place. */
export interface PickWalkStop extends ItemToPick {
  /** Undefined for an item without a location, which is picked by name. */
  readonly location: Location | undefined;
  /** Units that are to be picked here. */
  readonly left: number;
  /** The bins have fewer units on record than are left to pick: the rest are looked for here, and may stand in no bin. */
  readonly isMoreThanRecorded?: true;
}

export const itemKeyOf = ({ customerNo, itemNo }: { readonly customerNo: string; readonly itemNo: string }): string =>
  `${customerNo}\n${itemNo}`;

/** The units to pick for orders, and those that `parts` have picked, by customer and item. */
export function computeItemsToPick(orders: readonly SalesOrder[], parts: readonly PickTaskPart[]): ItemToPick[] {
  const wanted = new Map<string, ItemToPick>();
  for (const order of orders) {
    for (const line of selectLinesToPack(order)) {
      const { itemNo, description, uom } = line;
      const key = itemKeyOf({ customerNo: order.customerNo, itemNo });
      const units = (wanted.get(key)?.units ?? 0) + computeLineUnitsToShip(line);
      wanted.set(key, { customerNo: order.customerNo, itemNo, description, uom, units, picked: 0 });
    }
  }
  for (const { customerNo, picks } of parts) {
    for (const [itemNo, own] of Map.groupBy(picks, (pick) => pick.itemNo)) {
      const key = itemKeyOf({ customerNo, itemNo });
      // An item that no order wants any more: its units are put back when the task ends.
      const item = wanted.get(key) ?? { customerNo, itemNo, description: '', uom: '', units: 0, picked: 0 };
      wanted.set(key, { ...item, picked: sumUnits(own) });
    }
  }
  return [...wanted.values()];
}

/** The stops at which units are left to pick, in walk order; items without a location come last, by name. */
export function computePickWalk(snapshot: PickWalkSnapshot): PickWalkStop[] {
  const stops = computeItemsToPick(snapshot.orders, snapshot.parts).flatMap((item) => pickStopsOfItem(snapshot, item));
  return stops.toSorted(comparePickWalkStops);
}

/** Compares stops for sorting in walk order; items without a location come last, by name. */
export function comparePickWalkStops(a: PickWalkStop, b: PickWalkStop): number {
  if (a.location !== undefined && b.location !== undefined)
    return compareWalkOrder(a.location, b.location) || byName(a, b);
  if (a.location === undefined && b.location === undefined) return byName(a, b);
  return a.location === undefined ? 1 : -1;
}

function byName(a: ItemToPick, b: ItemToPick): number {
  const textOf = ({ description, itemNo, customerNo }: ItemToPick) =>
    `${description.toLowerCase()}\n${itemNo}\n${customerNo}`;
  const [one, other] = [textOf(a), textOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * By inventory status, the units of an item that the orders draw of it, less those picked of it; negative when more was picked than they
 * draw. Picks whose status is not known are deducted from the statuses in turn, as far as these have units left.
 */
export function computeUnpickedUnitsByStatus(
  { parts, statuses }: Pick<PickWalkSnapshot, 'parts' | 'statuses'>,
  { customerNo, itemNo }: Pick<ItemToPick, 'customerNo' | 'itemNo'>,
): Map<string, number> {
  const unpicked = new Map(statuses.get(itemKeyOf({ customerNo, itemNo })));
  const own = parts.filter((part) => part.customerNo === customerNo);
  const picks = own.flatMap((part) => part.picks).filter((pick) => pick.itemNo === itemNo);
  const drawn = picks.flatMap((pick) => pick.drawn ?? []);
  for (const { status, units } of drawn) unpicked.set(status, (unpicked.get(status) ?? 0) - units);
  let unknown = sumUnits(picks) - sumUnits(drawn);
  for (const [status, units] of unpicked) {
    const taken = Math.max(0, Math.min(unknown, units));
    unknown -= taken;
    unpicked.set(status, units - taken);
  }
  return unpicked;
}

/**
 * The bins from which an item is picked: pick faces in walk order, then reserve, each for its recorded units of the statuses that the
 * orders draw, as many of each as they draw of it; then for more units of these statuses. Records may be wrong, so units that no bin has
 * on record are picked from the first bin. Bins that were found empty are omitted, until something is put into them.
 */
export function pickStopsOfItem(snapshot: PickWalkSnapshot, item: ItemToPick): PickWalkStop[] {
  let left = item.units - item.picked;
  if (left <= 0) return [];
  const bins = pickableBinsOfItem(snapshot, item).map((bin) => ({ ...bin, recorded: new Map(bin.recorded), left: 0 }));
  const unpicked = computeUnpickedUnitsByStatus(snapshot, item);
  for (const mostOf of [(status: string) => Math.max(0, unpicked.get(status) ?? 0), () => left]) {
    for (const bin of bins) {
      for (const [status, recorded] of bin.recorded) {
        const units = Math.min(left, recorded, mostOf(status));
        bin.recorded.set(status, recorded - units);
        unpicked.set(status, (unpicked.get(status) ?? 0) - units);
        bin.left += units;
        left -= units;
      }
    }
  }
  const stops: PickWalkStop[] = bins
    .filter((bin) => bin.left > 0)
    .map((bin) => ({ ...item, location: bin.location, left: bin.left }));
  if (left === 0) return stops;
  const [first, ...others] = stops;
  if (first !== undefined) return [{ ...first, left: first.left + left, isMoreThanRecorded: true }, ...others];
  const [home] = bins;
  if (home === undefined) return [{ ...item, location: undefined, left }];
  return [{ ...item, location: home.location, left, isMoreThanRecorded: true }];
}

/** Whether orders draw what lies in a bin. */
export const isBinContentDrawnByOrders = (
  statuses: PickWalkSnapshot['statuses'],
  { customerNo, itemNo, status }: Pick<BinContent, 'customerNo' | 'itemNo' | 'status'>,
): boolean => statuses.get(itemKeyOf({ customerNo, itemNo }))?.has(status) ?? true;

/**
 * The bins of an item that were not reported empty, or into which something was put after that, with their recorded units of each
 * status that the orders draw: pick faces in walk order, then reserve.
 */
export function pickableBinsOfItem(
  { parts, bins, locations, statuses }: PickWalkSnapshot,
  { customerNo, itemNo }: Pick<ItemToPick, 'customerNo' | 'itemNo'>,
): { readonly location: Location; readonly recorded: ReadonlyMap<string, number> }[] {
  const shorts = parts.find((part) => part.customerNo === customerNo)?.shorts ?? [];
  const empty = new Set(shorts.flatMap((short) => (short.itemNo === itemNo ? [short.location] : [])));
  const found = new Map<string, Map<string, number>>();
  for (const bin of bins) {
    if (bin.customerNo !== customerNo || bin.itemNo !== itemNo || !isBinContentDrawnByOrders(statuses, bin)) continue;
    // The report emptied the record of the bin: what it has now was put into the bin after that.
    if (bin.quantity === 0 && empty.has(bin.location)) continue;
    const recorded = found.get(bin.location) ?? new Map<string, number>();
    found.set(bin.location, recorded.set(bin.status, bin.quantity));
  }
  return [...found]
    .flatMap(([code, recorded]) => {
      const location = locations.get(code);
      return location === undefined || location.kind === 'tote' ? [] : [{ location, recorded }];
    })
    .sort(
      (a, b) =>
        Number(a.location.kind === 'reserve') - Number(b.location.kind === 'reserve') ||
        compareWalkOrder(a.location, b.location),
    );
}

/** The stop at which the person is or goes next, and the kind of code to scan next. */
interface CurrentPickStop {
  readonly next: 'bin' | 'item' | 'tote' | 'none';
  readonly stop: PickWalkStop | undefined;
  /** Units that the person carries. */
  readonly inHand: number;
}

/** The person's next step: bottles in hand come first, then the stop of the last scan, then the next stop of the walk. */
export function computeCurrentPickStop(snapshot: PickingSnapshot, walk = computePickWalk(snapshot)): CurrentPickStop {
  const { parts, hasTotes } = snapshot;
  const held = parts.flatMap(({ customerNo, picks }) =>
    picks.filter(({ tote }) => hasTotes && tote === '').map((pick) => ({ ...pick, customerNo })),
  );
  const [carried] = held;
  const inHand = sumUnits(held);
  const stopAt = (customerNo: string, itemNo: string, code: string) =>
    walk.find(
      (each) => each.customerNo === customerNo && each.itemNo === itemNo && (each.location?.location ?? '') === code,
    );
  if (carried !== undefined) {
    const { customerNo, itemNo, location } = carried;
    const here = stopAt(customerNo, itemNo, location);
    if (here !== undefined) return { next: 'item', stop: here, inHand };
    const wanted = computeItemsToPick(snapshot.orders, parts).find((each) => itemKeyOf(each) === itemKeyOf(carried));
    const stop = wanted && { ...wanted, location: snapshot.locations.get(location), left: 0 };
    return { next: 'tote', stop, inHand };
  }
  const standing = parts.flatMap(({ customerNo, stop }) =>
    stop === undefined ? [] : (stopAt(customerNo, stop.itemNo, stop.location) ?? []),
  )[0];
  if (standing !== undefined) return { next: 'item', stop: standing, inHand };
  const [first] = walk;
  if (first === undefined) return { next: 'none', stop: undefined, inHand };
  const code = first.location?.location;
  // No bin is scanned for an item that is picked by name, or when the person is at the bin already.
  const isThere = code === undefined || parts.some(({ stop }) => stop?.location === code);
  return { next: isThere ? 'item' : 'bin', stop: first, inHand };
}

/** Picked units that no order of the task wants any more. */
export const computeSurplusPickedItems = ({ orders, parts }: Pick<PickingSnapshot, 'orders' | 'parts'>): ItemToPick[] =>
  computeItemsToPick(orders, parts).filter(({ units, picked }) => picked > units);
