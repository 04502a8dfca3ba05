/** Shippers (boxes), and the rules that choose a shipper by the number of bottles (decision 26). Pure. */
import { type ShipperBoxFormat, shipperBoxFormats } from '../contract/operator-settings.ts';

/** In inches. */
export interface BoxSize {
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
}

export interface ShipperBox extends BoxSize {
  readonly code: string;
  readonly name: string;
  /** The code that people scan at the packing station. */
  readonly scanCode: string;
  readonly format: ShipperBoxFormat;
  /**
   * The number of bottles that it holds: magnums in the format `magnum`, else standard bottles. Undefined: one piece of
   * any size.
   */
  readonly bottles: number | undefined;
  readonly inner: BoxSize | undefined;
  readonly emptyLb: number;
  readonly takesIcePacks: boolean;
  /** Whether rules may use it. A retired shipper is kept for its past packages. */
  readonly isInUse: boolean;
}

interface PackingRuleStep {
  /**
   * The most bottles that it packs, counted as in `ShipperBox.bottles`. Undefined: any piece that no earlier step holds.
   */
  readonly upTo: number | undefined;
  readonly shipper: string;
}

/** The steps of a format, ascending. The first step with room is used; units beyond the last step are split. */
export interface PackingRule {
  /** '' for all warehouses without a rule of their own for the format. */
  readonly warehouse: string;
  readonly format: ShipperBoxFormat;
  readonly steps: readonly PackingRuleStep[];
}

export interface PackingSettings {
  /** By code. */
  readonly shippers: ReadonlyMap<string, ShipperBox>;
  readonly rules: readonly PackingRule[];
}

interface ShipperCapacity {
  /** Milliliters; infinite for one piece of any size. */
  readonly capacityMl: number;
  readonly shipper: ShipperBox;
}

/** Ascending, at least one of each format; the last `large` one holds any piece. */
export type ShippersByFormat = Readonly<Record<ShipperBoxFormat, readonly ShipperCapacity[]>>;

const bottleMl: Readonly<Record<ShipperBoxFormat, number>> = { standard: 750, magnum: 1500, large: 750 };

const choicesOf = new WeakMap<PackingSettings, Map<string, ShippersByFormat>>();

/**
 * The shippers of each format by the rules of a warehouse, or by those for all warehouses where it has none for the format. With
 * `icePack` only those that take ice packs.
 */
export function shippersByFormatOf(packing: PackingSettings, warehouse: string, icePack: boolean): ShippersByFormat {
  const known = choicesOf.get(packing) ?? new Map<string, ShippersByFormat>();
  choicesOf.set(packing, known);
  const own = packing.rules.some((rule) => rule.warehouse === warehouse) ? warehouse : '';
  const key = `${own} ${icePack}`;
  const choices = known.get(key) ?? choicesFor(packing, own, icePack);
  known.set(key, choices);
  return choices;
}

function choicesFor(packing: PackingSettings, warehouse: string, icePack: boolean): ShippersByFormat {
  const ofFormat = (format: ShipperBoxFormat): readonly ShipperCapacity[] =>
    (ruleFor(packing.rules, warehouse, format)?.steps ?? []).flatMap(({ upTo, shipper: code }) => {
      const shipper = packing.shippers.get(code);
      if (shipper === undefined || (icePack && !shipper.takesIcePacks)) return [];
      return [{ capacityMl: upTo === undefined ? Number.POSITIVE_INFINITY : upTo * bottleMl[format], shipper }];
    });
  return { standard: ofFormat('standard'), magnum: ofFormat('magnum'), large: ofFormat('large') };
}

/** The rule that a warehouse uses for a format: its own, else the one for all. */
function ruleFor(rules: readonly PackingRule[], warehouse: string, format: ShipperBoxFormat): PackingRule | undefined {
  const ofFormat = rules.filter((rule) => rule.format === format);
  return ofFormat.find((rule) => rule.warehouse === warehouse) ?? ofFormat.find((rule) => rule.warehouse === '');
}

/** Why orders could not be packed by these settings, as a message; undefined when all orders can be packed. */
export function describePackingSettingsFault({ shippers, rules }: PackingSettings): string | undefined {
  for (const format of shipperBoxFormats) {
    if (!rules.some((rule) => rule.warehouse === '' && rule.format === format)) {
      return `There must be a rule of the format ${format} for all warehouses.`;
    }
  }
  for (const rule of rules) {
    const fault = ruleFault(rule, shippers);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function ruleFault(
  { warehouse, format, steps }: PackingRule,
  shippers: PackingSettings['shippers'],
): string | undefined {
  const name = `The rule of the format ${format} for ${warehouse === '' ? 'all warehouses' : warehouse}`;
  if (steps.length === 0) return `${name} needs at least one step.`;
  let before = 0;
  for (const { upTo = Number.POSITIVE_INFINITY, shipper: code } of steps) {
    const shipper = shippers.get(code);
    if (shipper === undefined) return `${name} names the shipper ${JSON.stringify(code)}, which does not exist.`;
    if (!shipper.isInUse)
      return `${name} uses shipper ${code}, which would be retired. Choose another one in the rule first.`;
    if (shipper.format !== format) return `${name} names shipper ${code}, which is of the format ${shipper.format}.`;
    if (upTo === Number.POSITIVE_INFINITY && format !== 'large')
      return `${name} needs a number of bottles in each step.`;
    if (upTo > (shipper.bottles ?? Number.POSITIVE_INFINITY)) {
      return `${name} packs ${upTo === Number.POSITIVE_INFINITY ? 'pieces of any size' : upTo} into shipper ${code}, which holds ${shipper.bottles}.`;
    }
    if (upTo <= before) return `${name} must have steps that hold more from one to the next.`;
    before = upTo;
  }
  const cold = steps.filter(({ shipper }) => shippers.get(shipper)?.takesIcePacks);
  if (cold.length === 0) return `${name} needs a shipper that takes ice packs.`;
  if (format === 'large' && steps.at(-1)?.upTo !== undefined) return `${name} must end with a step for any size.`;
  if (format === 'large' && cold.at(-1)?.upTo !== undefined)
    return `${name} must end with a shipper that takes ice packs.`;
  return undefined;
}
