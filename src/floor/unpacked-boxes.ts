/**
 * Boxes that stayed in the warehouse although their carrier has others of their order, which is shipped (decision 42), and that were opened
 * at the returns station: their bottles come into the stock with a return. They are canceled, which says that they were not shipped.
 */
import { currentRealTime, readCustomerClock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type OrderReturn, readReturnsOfOrders } from '../returns/index.ts';
import type { SalesOrderKey } from '../sales-orders/index.ts';
import { cancelPackage } from '../shipping-labels/index.ts';
import {
  hasLeft,
  isLivePackage,
  markPackageMissingBottles,
  type Package,
  type PackageItem,
  readPackageIdsMissingBottles,
  readPackages,
} from '../warehouse/index.ts';

/** The contents of a box: what inspections found of it, and what is missing. */
interface FoundAndMissingContents {
  readonly found: readonly PackageItem[];
  readonly missing: readonly PackageItem[];
}

/**
 * Cancels the boxes of a locked order that did not leave, and of which inspections found bottles: more of an item than all other boxes of
 * the order held. Their labels are voided. They keep their contents, which the ledger has as shipped, so neither stock nor order lines
 * change. Those of which bottles are missing are exceptions until later inspections find these, or a lead reports them lost. Inspections of
 * this transaction count. Returns the canceled boxes.
 */
export async function cancelUnpackedBoxes(tx: Tx, order: SalesOrderKey): Promise<Package[]> {
  const packages = await readPackages(tx, [order]);
  const stayed = packages.filter((p) => isLivePackage(p) && !hasLeft(p));
  const incomplete = await readPackageIdsMissingBottles(tx, order);
  if (stayed.length === 0 && incomplete.size === 0) return [];
  const returns = await readReturnsOfOrders(tx, [order]);
  const contentsOf = (box: Package) => splitBoxIntoFoundAndMissing(box, packages, returns);
  const unpacked = stayed.filter((box) => contentsOf(box).found.length > 0);
  for (const box of unpacked) {
    await cancelUnpackedBox(tx, box, returns);
    if (contentsOf(box).missing.length > 0) await markPackageMissingBottles(tx, box, currentRealTime());
  }
  await endExceptionsOfCompleteBoxes(tx, packages, incomplete, returns);
  return unpacked;
}

/** Ends the exceptions of the boxes of a locked order that are `incomplete` by record, and of which no bottles are missing any more. */
export async function endExceptionsOfCompleteBoxes(
  tx: Tx,
  packages: readonly Package[],
  incomplete: ReadonlySet<string>,
  returns: readonly OrderReturn[],
): Promise<void> {
  for (const box of packages.filter(({ packageId }) => incomplete.has(packageId)))
    if (splitBoxIntoFoundAndMissing(box, packages, returns).missing.length === 0)
      await markPackageMissingBottles(tx, box, undefined);
}

/** Cancels a box of a locked order with its contents, which these returns have. */
export async function cancelUnpackedBox(tx: Tx, box: Package, returns: readonly OrderReturn[]): Promise<void> {
  const holding = returns.filter((each) => box.items.some(({ itemNo }) => unitsOf(foundIn([each]), itemNo) > 0));
  const why = hasLeft(box) ? 'its carrier never scanned it' : 'it did not leave';
  const because = `${why}, and its bottles are in ${holding.map(({ rmaNumber }) => rmaNumber).join(', ')}`;
  await cancelPackage(tx, box, box, await readCustomerClock(tx, box.customerNo), because);
}

/**
 * Divides the contents of a box that did not leave into what inspections found and what is missing. `others`: the packages of which found
 * bottles may be instead: all of its order, unless a person knows better. A bottle shows no box, so of each item that is found which these
 * cannot have held. Pure.
 */
export function splitBoxIntoFoundAndMissing(
  box: Package,
  others: readonly Package[],
  returns: readonly OrderReturn[],
): FoundAndMissingContents {
  const held = others.flatMap(({ packageId, items }) => (packageId === box.packageId ? [] : items));
  const found: PackageItem[] = [];
  const missing: PackageItem[] = [];
  for (const [itemNo, items] of Map.groupBy(box.items, (item) => item.itemNo)) {
    const ofOthers = held.reduce((sum, item) => (item.itemNo === itemNo ? sum + item.units : sum), 0);
    let rest = Math.max(0, unitsOf(foundIn(returns), itemNo) - ofOthers);
    for (const item of items) {
      const units = Math.min(item.units, rest);
      rest -= units;
      if (units > 0) found.push({ ...item, units });
      if (units < item.units) missing.push({ ...item, units: item.units - units });
    }
  }
  return { found, missing };
}

interface Units {
  readonly itemNo: string;
  readonly quantity: number;
}

const foundIn = (returns: readonly OrderReturn[]): Units[] =>
  returns.flatMap(({ lines }) =>
    lines.flatMap(({ itemNo, findings }) => findings.map(({ quantity }) => ({ itemNo, quantity }))),
  );

const unitsOf = (units: readonly Units[], itemNo: string): number =>
  units.reduce((sum, each) => (each.itemNo === itemNo ? sum + each.quantity : sum), 0);
