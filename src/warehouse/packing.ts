/**
 * Units of measure and packing: which items go into which shipper, and each package's weight and size (decisions 8 and 26).
 * Pure and deterministic.
 *
 * Invariants: every unit is in exactly one package; no package exceeds what the largest shipper of its format holds, except
 * a single unit that is larger by itself, such as a 12-liter bottle. Units are never opened.
 */
import type { ShipperBoxFormat } from '../contract/operator-settings.ts';
import { invariant } from '../lib/assert.ts';
import type { ShipperBox, ShippersByFormat } from '../operator-settings/index.ts';

/** A unit of measure, as used for packing. */
interface UnitOfMeasure {
  /** Milliliters per bottle; undefined when the unit is not a bottle (`EA`) or unknown. */
  readonly bottleMl: number | undefined;
  /** Bottles per unit. */
  readonly count: number;
  readonly woodBox: boolean;
  /** False for an unknown format, which counts as one standard bottle. */
  readonly known: boolean;
  /** Milliliters of box volume that one unit needs; a box for 12 standard bottles has 9,000. */
  readonly volumeMl: number;
  readonly weightLb: number;
}

export interface PackingLine {
  /** The caller's line number, returned in the packages' items. */
  readonly lineNo: number;
  readonly uom: string;
  /** Units; at least 1. Exclude virtual items. */
  readonly quantity: number;
}

interface PackedItem {
  readonly lineNo: number;
  readonly quantity: number;
}

export interface PackedPackage {
  /** 1 for the first of these packages. */
  readonly packageNo: number;
  readonly shipper: ShipperBox;
  readonly items: readonly PackedItem[];
  /** Standard bottles (750 ml); halves count as a half, magnums as two. */
  readonly bottleEquivalents: number;
  /** One for every 4.5 liters (six standard bottles), rounded up; 0 when the order requests none. */
  readonly icePacks: number;
  /** Contents, box and ice packs in pounds, to 2 decimals. */
  readonly weightLb: number;
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
}

const standardBottleMl = 750;
/** Limit per order, far above real orders, so that a typing error cannot block the warehouse. */
export const maxOrderPackages = 20_000;

/** Weights of full bottles in pounds, by milliliters. */
const bottleWeights: ReadonlyMap<number, number> = new Map([
  [187, 0.9],
  [250, 1.1],
  [375, 1.7],
  [500, 2.2],
  [620, 2.7],
  [700, 2.9],
  [720, 2.9],
  [750, 3],
  [1000, 3.8],
  [1500, 6.4],
  [1750, 7.2],
  [2250, 9.6],
  [3000, 13],
  [4500, 19.5],
  [5000, 21.5],
  [6000, 26],
  [9000, 39],
  [12000, 52],
  [15000, 65],
  [18000, 78],
]);

/** Box type of a unit: a standard or magnum shipper, a standard shipper, a magnum shipper, or a box of its own. */
type Boxing = 'loose' | 'standard' | 'magnum' | 'alone';

const uomPattern = /^(\d{2,5})(?:-(\d{1,3}))?(-W)?$/i;
const smallestBottleMl = 20;
const largestBottleMl = 30_000;
const icePackLb = 1.5;
const icePackMl = 6 * standardBottleMl;
/** The box volume of a quarter bottle, the smallest unit. */
const smallestVolumeMl = standardBottleMl / 4;

const defaultUnit: UnitOfMeasure = {
  bottleMl: undefined,
  count: 1,
  woodBox: false,
  known: false,
  volumeMl: standardBottleMl,
  weightLb: 3,
};

/** An item sold by the piece, such as a corkscrew: half the volume of a standard bottle. */
const eachUnit: UnitOfMeasure = { ...defaultUnit, known: true, volumeMl: standardBottleMl / 2, weightLb: 1 };

/**
 * Parses a unit of measure (decision 8): milliliters, optional pack count, `-W` for a wooden box (`750`, `375-12`,
 * `1500-6-W`), or `EA`. Any other text counts as one standard bottle.
 */
export function parseUnitOfMeasure(text: string): UnitOfMeasure {
  const plain = text.trim().toUpperCase();
  if (plain === 'EA') return eachUnit;
  const match = uomPattern.exec(plain);
  if (!match) return defaultUnit;
  const bottleMl = Number(match[1]);
  const count = Number(match[2] ?? 1);
  if (bottleMl < smallestBottleMl || bottleMl > largestBottleMl || count < 1) return defaultUnit;
  const woodBox = match[3] !== undefined;
  const glassLb = bottleWeights.get(bottleMl) ?? (bottleMl * 13) / 3000;
  return {
    bottleMl,
    count,
    woodBox,
    known: true,
    volumeMl: cellVolumeMl(bottleMl) * count,
    weightLb: glassLb * count + (woodBox ? 2 + count * 0.75 : 0),
  };
}

/**
 * Milliliters of box volume per bottle: two half bottles or four quarter bottles share the cell of a standard bottle;
 * every other bottle has its own cell.
 */
function cellVolumeMl(bottleMl: number): number {
  for (const cellMl of [standardBottleMl / 4, standardBottleMl / 2, standardBottleMl]) {
    if (bottleMl <= cellMl) return cellMl;
  }
  return bottleMl;
}

/** Ice packs for a package of this volume. */
function icePacksFor(volumeMl: number): number {
  return Math.ceil(volumeMl / icePackMl);
}

function boxingOf({ woodBox, bottleMl, volumeMl }: UnitOfMeasure, shippers: ShippersByFormat): Boxing {
  if (bottleMl === undefined) return 'loose';
  if (woodBox || bottleMl > 1500) return 'alone';
  const format = bottleMl > 1000 ? 'magnum' : 'standard';
  return volumeMl > fullMl(shippers, format) ? 'alone' : format;
}

/** Capacity in milliliters of the largest shipper of a format; 0 without one. */
const fullMl = (shippers: ShippersByFormat, format: ShipperBoxFormat): number =>
  shippers[format].at(-1)?.capacityMl ?? 0;

interface OpenPackage {
  readonly boxing: Exclude<Boxing, 'loose'>;
  readonly limitMl: number;
  readonly items: PackedItem[];
  usedMl: number;
  contentsLb: number;
}

/**
 * Packs the lines of one order: first wooden boxes, bottles above 1.5 liters and packs that no shipper of their format holds,
 * each alone, then magnums, standard bottles and loose items, the largest of each first, into the fullest box with room, and
 * each box into the smallest shipper that fits.
 * Deterministic: the same lines give the same packages.
 * @throws RangeError for an order that needs more than 20,000 packages; see `isWithinPackageLimit`
 */
export function packLinesIntoBoxes(
  lines: readonly PackingLine[],
  { shippers, icePack }: { readonly shippers: ShippersByFormat; readonly icePack: boolean },
): PackedPackage[] {
  const filled = fillPackages(lines, shippers);
  if (filled === undefined) throw new RangeError(`the order needs more than ${maxOrderPackages} packages`);
  return filled.map((each, index) => closePackage(each, index + 1, shippers, icePack));
}

/** Whether the lines of one order fit into at most 20,000 packages. */
export function isWithinPackageLimit(lines: readonly PackingLine[], shippers: ShippersByFormat): boolean {
  // No unit needs more than one package.
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return units <= maxOrderPackages || fillPackages(lines, shippers) !== undefined;
}

/** Undefined when more packages are needed than allowed. */
function fillPackages(lines: readonly PackingLine[], shippers: ShippersByFormat): OpenPackage[] | undefined {
  const order: Record<Boxing, number> = { alone: 0, magnum: 1, standard: 2, loose: 3 };
  const units = lines.map((line) => {
    invariant(
      Number.isSafeInteger(line.quantity) && line.quantity >= 1,
      () => `line ${line.lineNo} packs ${line.quantity} units`,
    );
    const unit = parseUnitOfMeasure(line.uom);
    return { line, unit, boxing: boxingOf(unit, shippers) };
  });
  units.sort((a, b) => order[a.boxing] - order[b.boxing] || b.unit.volumeMl - a.unit.volumeMl);

  const open: OpenPackage[] = [];
  const withRoom = new PackagesWithRoom();
  for (const { line, unit, boxing } of units) {
    let left = line.quantity;
    if (boxing !== 'alone') left = withRoom.fill(line.lineNo, unit, boxing, left);
    const format = boxing === 'loose' ? 'standard' : boxing;
    const limitMl = format === 'alone' ? unit.volumeMl : fullMl(shippers, format);
    const perPackage = Math.floor(limitMl / unit.volumeMl);
    if (open.length + Math.ceil(left / perPackage) > maxOrderPackages) return undefined;
    while (left > 0) {
      const next: OpenPackage = { boxing: format, limitMl, items: [], usedMl: 0, contentsLb: 0 };
      open.push(next);
      left -= put(next, line.lineNo, unit, Math.min(left, perPackage));
      withRoom.add(next);
    }
  }
  return open;
}

/**
 * The packages that more units fit into, by format and by how full they are: a line looks at the packages that it fills, not at all
 * of an order's thousands.
 */
class PackagesWithRoom {
  readonly #byUsedMl = {
    standard: new Map<number, OpenPackage[]>(),
    magnum: new Map<number, OpenPackage[]>(),
  };

  add(each: OpenPackage): void {
    if (each.boxing === 'alone' || each.usedMl + smallestVolumeMl > each.limitMl) return;
    const packages = this.#byUsedMl[each.boxing];
    const equallyFull = packages.get(each.usedMl);
    if (equallyFull === undefined) packages.set(each.usedMl, [each]);
    else equallyFull.push(each);
  }

  /** Puts units of a line into packages, the fullest first. Returns the units that are left. */
  fill(lineNo: number, unit: UnitOfMeasure, boxing: Exclude<Boxing, 'alone'>, quantity: number): number {
    let left = quantity;
    const filled: OpenPackage[] = [];
    for (const { packages, usedMl, equallyFull } of this.#fullestFirst(boxing)) {
      if (left === 0) break;
      const [{ limitMl }] = equallyFull as [OpenPackage];
      const fits = Math.floor((limitMl - usedMl) / unit.volumeMl);
      if (fits === 0) continue;
      const taken = equallyFull.splice(0, Math.ceil(left / fits));
      if (equallyFull.length === 0) packages.delete(usedMl);
      for (const each of taken) left -= put(each, lineNo, unit, Math.min(left, fits));
      filled.push(...taken);
    }
    for (const each of filled) this.add(each);
    return left;
  }

  #fullestFirst(boxing: Exclude<Boxing, 'alone'>) {
    const formats = boxing === 'loose' ? (['magnum', 'standard'] as const) : [boxing];
    return formats
      .map((format) => this.#byUsedMl[format])
      .flatMap((packages) => [...packages].map(([usedMl, equallyFull]) => ({ packages, usedMl, equallyFull })))
      .sort((a, b) => b.usedMl - a.usedMl);
  }
}

function put(into: OpenPackage, lineNo: number, unit: UnitOfMeasure, quantity: number): number {
  into.items.push({ lineNo, quantity });
  into.usedMl += unit.volumeMl * quantity;
  into.contentsLb += unit.weightLb * quantity;
  return quantity;
}

function closePackage(
  { boxing, usedMl, items, contentsLb }: OpenPackage,
  packageNo: number,
  shippers: ShippersByFormat,
  icePack: boolean,
): PackedPackage {
  const shipper = shipperFor(usedMl, boxing === 'alone' ? 'large' : boxing, shippers);
  invariant(shipper, () => `no ${boxing} shipper holds ${usedMl} ml`);
  const icePacks = icePack ? icePacksFor(usedMl) : 0;
  return {
    packageNo,
    shipper,
    items,
    bottleEquivalents: usedMl / standardBottleMl,
    icePacks,
    weightLb: Math.round((contentsLb + shipper.emptyLb + icePacks * icePackLb) * 100) / 100,
    lengthIn: shipper.lengthIn,
    widthIn: shipper.widthIn,
    heightIn: shipper.heightIn,
  };
}

/** The smallest shipper with room. */
const shipperFor = (usedMl: number, format: ShipperBoxFormat, shippers: ShippersByFormat): ShipperBox | undefined =>
  shippers[format].find(({ capacityMl }) => capacityMl >= usedMl)?.shipper;

/** The smallest shipper that holds these units; undefined for an empty box, and when no shipper holds them together. */
export function chooseShipperBox(
  contents: readonly { readonly uom: string; readonly units: number }[],
  shippers: ShippersByFormat,
): ShipperBox | undefined {
  const units = contents.map(({ uom, units: count }) => ({ unit: parseUnitOfMeasure(uom), count }));
  const boxings = new Set(units.map(({ unit }) => boxingOf(unit, shippers)));
  const format = boxings.has('alone') ? 'large' : boxings.has('magnum') ? 'magnum' : 'standard';
  const usedMl = units.reduce((sum, { unit, count }) => sum + unit.volumeMl * count, 0);
  return usedMl === 0 ? undefined : shipperFor(usedMl, format, shippers);
}

/** Ice packs in a package with these units of an order with ice; `uomOf` returns a line's unit of measure. */
export function countIcePacks(
  items: readonly { readonly line: number; readonly units: number }[],
  uomOf: (line: number) => string,
): number {
  return icePacksFor(items.reduce((sum, { line, units }) => sum + parseUnitOfMeasure(uomOf(line)).volumeMl * units, 0));
}
