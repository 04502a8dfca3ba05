/** Validates and saves shippers and packing rules, so that every order can be packed. */
import type { ShipperBoxFormat } from '../contract/operator-settings.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { OnSettingEdit } from './on-edit.ts';
import {
  describePackingSettingsFault,
  type PackingRule,
  type PackingSettings,
  type ShipperBox,
} from './packing-rules.ts';
import { readPackingSettings, replacePackingRule, saveShipperBox } from './packing-settings-store.ts';
import { editSettings, readOperatorSettings } from './settings-cache.ts';

const isName = (text: string): boolean => text.trim() !== '' && text.length <= 60 && !/\p{Cc}/u.test(text);

/**
 * Adds a shipper, or changes one. Refuses with `ValidationFailed` a malformed shipper, a scan code that is the code or scan
 * code of another shipper, a code that is the scan code of another, and a change that a packing rule does not allow: the
 * shipper holds less, has another format, takes no ice packs or is retired.
 */
export async function setShipperBox(
  db: Db,
  shipper: ShipperBox,
  onEdit: OnSettingEdit<ShipperBox>,
): Promise<Outcome<ShipperBox>> {
  const fault = shipperFault(shipper);
  if (fault !== undefined) return refuse('ValidationFailed', fault);
  return await editPacking(db, async (tx, packing) => {
    const others = [...packing.shippers.values()].filter(({ code }) => code !== shipper.code);
    const taken = others.find(
      ({ code, scanCode }) => [code, scanCode].includes(shipper.scanCode) || scanCode === shipper.code,
    );
    if (taken !== undefined) {
      return refuse(
        'ValidationFailed',
        `Shipper ${taken.code} has the code ${taken.scanCode}: give this one another scan code.`,
      );
    }
    const refused = describePackingSettingsFault({
      ...packing,
      shippers: new Map([...packing.shippers, [shipper.code, shipper]]),
    });
    if (refused !== undefined) return refuse('ValidationFailed', refused);
    await saveShipperBox(tx, shipper);
    await onEdit(tx, packing.shippers.get(shipper.code), shipper);
    return { ok: shipper };
  });
}

function shipperFault({ code, name, scanCode, format, bottles, inner, ...shipper }: ShipperBox): string | undefined {
  if (!/^[A-Z0-9][A-Z0-9-]{1,19}$/.test(code)) return 'A shipper code is 2 to 20 capital letters, digits and "-".';
  if (!isName(name)) return 'The name must be 1 to 60 printable characters.';
  if (!/^[A-Z0-9][A-Z0-9-]{1,29}$/.test(scanCode)) return 'A scan code is 2 to 30 capital letters, digits and "-".';
  if (bottles === undefined && format !== 'large')
    return `A shipper of the format ${format} needs a number of bottles.`;
  if (bottles !== undefined && !(Number.isInteger(bottles) && bottles >= 1 && bottles <= 48)) {
    return 'A shipper holds 1 to 48 bottles.';
  }
  const outer = [shipper.lengthIn, shipper.widthIn, shipper.heightIn];
  if (!outer.every((side) => side >= 1 && side <= 108)) return 'Each side must be from 1 to 108 inches.';
  if (!(shipper.emptyLb >= 0 && shipper.emptyLb <= 50)) return 'The empty weight must be from 0 to 50 pounds.';
  if (inner === undefined) return undefined;
  const sides = [inner.lengthIn, inner.widthIn, inner.heightIn];
  const fits = sides.every((side, index) => side >= 0.5 && side <= (outer[index] ?? 0));
  return fits ? undefined : 'Each inner side must be from 0.5 inches to the outer side.';
}

/**
 * Replaces the rule of a format for a warehouse, or for all warehouses with `warehouse: ''`. Refuses an unknown
 * warehouse with `NotFound`, and with `ValidationFailed` a rule by which an order could not be packed.
 */
export async function setPackingRule(
  db: Db,
  rule: PackingRule,
  onEdit: OnSettingEdit<PackingRule>,
): Promise<Outcome<PackingRule>> {
  if (rule.warehouse !== '' && !(await readOperatorSettings(db)).warehouses.has(rule.warehouse)) {
    return refuse('NotFound', `There is no warehouse ${JSON.stringify(rule.warehouse)}.`);
  }
  return await editPacking(db, async (tx, packing) => {
    const refused = describePackingSettingsFault(packingSettingsWithRule(packing, rule));
    if (refused !== undefined) return refuse('ValidationFailed', refused);
    await replacePackingRule(tx, rule);
    await onEdit(tx, packing.rules.find(isSame(rule)), rule);
    return { ok: rule };
  });
}

/**
 * Removes the rule of one warehouse, so that the rule for all applies. Refuses an unknown rule with `NotFound`, and the
 * rule for all with `ValidationFailed`.
 */
export async function removePackingRule(
  db: Db,
  warehouse: string,
  format: ShipperBoxFormat,
  onEdit: OnSettingEdit<PackingRule>,
): Promise<Outcome<PackingRule>> {
  if (warehouse === '') return refuse('ValidationFailed', 'The rule for all warehouses cannot be removed. Change it.');
  return await editPacking(db, async (tx, packing) => {
    const before = packing.rules.find(isSame({ warehouse, format }));
    if (before === undefined)
      return refuse('NotFound', `${warehouse} has no packing rule of its own of the format ${format}.`);
    await replacePackingRule(tx, { warehouse, format, steps: [] });
    await onEdit(tx, before, undefined);
    return { ok: before };
  });
}

type RuleName = Pick<PackingRule, 'warehouse' | 'format'>;
const isSame =
  ({ warehouse, format }: RuleName) =>
  (rule: RuleName): boolean =>
    rule.warehouse === warehouse && rule.format === format;

/** The settings as `setPackingRule` would leave them. */
export const packingSettingsWithRule = (packing: PackingSettings, rule: PackingRule): PackingSettings => ({
  ...packing,
  rules: [...packing.rules.filter((other) => !isSame(rule)(other)), rule],
});

function editPacking<Done>(
  db: Db,
  edit: (tx: Tx, packing: PackingSettings) => Promise<Outcome<Done>>,
): Promise<Outcome<Done>> {
  return editSettings(db, async (tx) => await edit(tx, await readPackingSettings(tx)));
}
