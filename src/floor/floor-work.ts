/**
 * The work on an order of a worked warehouse, from its release to its departure: types and decisions about its state. Pure
 * (decision 42).
 */

import { refuse } from '../platform/errors.ts';
import type { Package } from '../warehouse/index.ts';

export const floorStates = [
  'released',
  'picking',
  'picked',
  'short',
  'packing',
  'labeling',
  'labeled',
  'staged',
  'manifested',
  'departed',
  'problem',
  'stopped',
] as const;

/**
 * `labeling`: the labels are requested, and the boxes are final; or a JIT order was taken up, which gets its boxes from
 * its packages when it is opened. `problem`: the order left the floor for the reason in the note, for example because
 * it is on hold. `stopped`: a person took the order back, it lost stock by the rule `hold`, or its problem is over.
 */
export type FloorState = (typeof floorStates)[number];

/** Units of one line in a box. */
export interface BoxItem {
  readonly line: number;
  readonly units: number;
  /** Counted by the same scan as the item before it: a case that was divided among lines of one item. */
  readonly isSameScan?: true;
}

/** A scan of the shipper of a box, when the box had `afterItems` entries in `items`. */
interface ShipperBoxScan {
  readonly shipper: string;
  readonly afterItems: number;
}

/** A box as it is packed at a station. */
export interface FloorBox {
  /** From 1. */
  readonly box: number;
  /** Contents in the sequence of their scans; a line may occur several times. */
  readonly items: readonly BoxItem[];
  readonly isClosed: boolean;
  /** 0 while it is open. */
  readonly weightLb: number;
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
  /** The code of its shipper; absent until one is chosen, and for a box that is none of the operator's shippers. */
  readonly shipper?: string;
  /** Shippers that were scanned for it, in their sequence. Absent: none. */
  readonly shipperScans?: readonly ShipperBoxScan[];
  /** '' until it is labeled; always for will call. */
  readonly trackingNo: string;
  /** The e-mail address of the person who staged it; '' while it is not staged, also when it stayed behind. */
  readonly stagedBy: string;
}

/** Bottles of an order that stand together outside of bins. */
export interface BottlesAside {
  readonly itemNo: string;
  readonly status: string;
  readonly units: number;
}

/**
 * The progress of one sales order on the warehouse floor: its state, its boxes, the person who has it, and its wave, pick task and
 * manifest.
 */
export interface FloorWork {
  readonly customerNo: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly shipmentKey: string;
  readonly warehouse: string;
  /** The order's carrier at its release until the labels are bought, then that of the labels. */
  readonly carrier: string;
  readonly state: FloorState;
  readonly waveId: string | undefined;
  readonly manifestId: string | undefined;
  /** The task in which it is, or was, picked; undefined also when it was packed out of its task. */
  readonly pickTaskId: string | undefined;
  /**
   * It lost stock after its labels were requested, so it is packed again: its bottles are in its old boxes, and no longer in totes
   * or on a cart.
   */
  readonly isRepacked: boolean;
  readonly units: number;
  readonly lines: number;
  /** Raised by each claim: sessions of earlier claims have ended. */
  readonly claim: number;
  readonly packerId: string | undefined;
  /** The e-mail address of the person who has it; '' for none. */
  readonly packer: string;
  /** On real time. */
  readonly claimedUntil: Temporal.Instant | undefined;
  readonly boxes: readonly FloorBox[];
  /** Of a `problem`: the bottles that were picked or packed when it became one, whatever its winery orders since. */
  readonly bottlesAside: readonly BottlesAside[] | undefined;
  readonly trackingNos: readonly string[];
  readonly note: string;
  readonly releasedAt: Temporal.Instant;
  /** The last change; the departure, once the order has departed: its boxes that stayed may be staged later. */
  readonly changedAt: Temporal.Instant;
  /** When a box of it stayed behind although a scan of its carrier had shipped the order. Boxes that are not staged are looked for. */
  readonly leftBehindAt: Temporal.Instant | undefined;
}

/** The values of the claim columns of work that no person has claimed. */
export const unclaimedFloorWorkColumns = { packerId: undefined, packer: '', claimedUntil: undefined };

/** States in which bottles are scanned into boxes. */
export const packableFloorStates: readonly FloorState[] = ['released', 'picking', 'picked', 'short', 'packing'];

/** States of an order whose picking has ended, if it was picked, and whose labels are not requested yet. */
const pickedStates: readonly FloorState[] = ['picked', 'short', 'packing'];

/** States of a labeled order that has not departed. Boxes of will call have no labels. */
export const labeledFloorStates: readonly FloorState[] = ['labeled', 'staged', 'manifested'];

/** States of orders that are in work on the floor. */
export const activeFloorStates: readonly FloorState[] = [...packableFloorStates, 'labeling', ...labeledFloorStates];

/** Whether an order was picked in a task and its labels are not requested yet: bottles that are in no box are in totes or on a cart. */
export const isPickedUnlabeled = ({
  state,
  pickTaskId,
  isRepacked,
}: Pick<FloorWork, 'state' | 'pickTaskId' | 'isRepacked'>): boolean =>
  pickTaskId !== undefined && !isRepacked && pickedStates.includes(state);

/**
 * Whether bottles for an order in work are beyond its picking: its boxes have bottles, it was packed before, or it was picked. False while
 * it is being picked.
 */
export const hasPickedOrPackedBottles = (work: FloorWork): boolean =>
  work.boxes.some(({ items }) => items.length > 0) || work.isRepacked || isPickedUnlabeled(work);

/** Groups items by customer, sorted by customer number: every batch locks rows of several customers in this sequence. */
export function groupByCustomerInLockOrder<Item>(
  items: readonly Item[],
  orderOf: (item: Item) => { readonly customerNo: string },
): [string, Item[]][] {
  return [...Map.groupBy(items, (item) => orderOf(item).customerNo)].sort(([a], [b]) => (a < b ? -1 : 1));
}

export const sumUnits = (each: readonly { readonly units: number }[]): number =>
  each.reduce((sum, { units }) => sum + units, 0);

/** The contents of a box, summed and sorted by line, as the items of a package are. */
export function sumBoxUnitsByLine({ items }: Pick<FloorBox, 'items'>): BoxItem[] {
  const units = new Map<number, number>();
  for (const item of items) units.set(item.line, (units.get(item.line) ?? 0) + item.units);
  return [...units].map(([line, sum]) => ({ line, units: sum })).sort((a, b) => a.line - b.line);
}

/** Units of each line in all boxes. */
export function sumPackedUnitsByLine({ boxes }: Pick<FloorWork, 'boxes'>): Map<number, number> {
  const units = new Map<number, number>();
  for (const { line, units: more } of boxes.flatMap(({ items }) => items)) {
    units.set(line, (units.get(line) ?? 0) + more);
  }
  return units;
}

/**
 * Changes work from `labeling` to `labeled` when its packages exist, one for each box; they may be created in the background when a
 * carrier is slow. Work without boxes gets its boxes from the packages: a JIT order was packed by its winery. In all other cases
 * returns the same object.
 */
export function floorWorkAfterLabeling(work: FloorWork, livePackages: readonly Package[]): FloorWork {
  const isPlanned = work.boxes.length === 0;
  if (work.state !== 'labeling' || livePackages.length === 0) return work;
  if (!isPlanned && livePackages.length !== work.boxes.length) return work;
  const packages = livePackages.toSorted((a, b) => a.packageNo - b.packageNo);
  return {
    ...work,
    state: 'labeled',
    carrier: packages[0]?.carrier ?? work.carrier,
    boxes: isPlanned
      ? boxesOfPackages(packages)
      : work.boxes.map((box, index) => ({ ...box, trackingNo: packages[index]?.trackingNo ?? '' })),
    trackingNos: trackingNosOf(packages),
  };
}

export const trackingNosOf = (packages: readonly Pick<Package, 'trackingNo'>[]): string[] =>
  packages.flatMap(({ trackingNo }) => (trackingNo === '' ? [] : [trackingNo]));

/** The boxes of an order that its winery packed. */
export function boxesOfPackages(packages: readonly Package[]): FloorBox[] {
  return packages
    .toSorted((a, b) => a.packageNo - b.packageNo)
    .map(({ items, weightLb, lengthIn, widthIn, heightIn, trackingNo }, index) => ({
      box: index + 1,
      items: items.map(({ line, units }) => ({ line, units })),
      isClosed: true,
      weightLb,
      lengthIn,
      widthIn,
      heightIn,
      trackingNo,
      stagedBy: '',
    }));
}

/** Data of the log entry of an order that is labeled. Boxes of will call have no labels. */
export const toOrderLabeledLogData = ({ packer, boxes, trackingNos }: FloorWork) => ({
  ...(packer === '' ? {} : { person: packer }),
  boxes: boxes.length,
  labels: trackingNos.length,
});

export const orderNotOnFloorRefusal = refuse('NotFound', 'This order is not on the floor.');
