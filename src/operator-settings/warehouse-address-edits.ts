/** Validates and saves the ship-from addresses of warehouses, for the command line and the operator interface. */
import type { Db, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import {
  deleteWarehouseAddress,
  insertSampleWarehouseAddresses,
  readWarehouseAddresses,
  saveWarehouseAddress,
} from './carrier-settings-store.ts';
import type { OnSettingEdit } from './on-edit.ts';
import type { WarehouseAddress } from './settings.ts';
import { editSettings, readOperatorSettings } from './settings-cache.ts';

/**
 * Sets a warehouse's ship-from address; postponed labels of its orders are bought at their next retry. Refuses an
 * unknown warehouse with `NotFound`, and a malformed address with `ValidationFailed`.
 */
export async function setWarehouseAddress(
  db: Db,
  warehouse: string,
  address: WarehouseAddress,
  onEdit: OnSettingEdit<WarehouseAddress>,
): Promise<Outcome<WarehouseAddress>> {
  const { company, street, street2, phone } = address;
  if (!(await readOperatorSettings(db)).warehouses.has(warehouse)) {
    return refuse('NotFound', `There is no warehouse ${JSON.stringify(warehouse)}.`);
  }
  for (const [name, text, minLength] of [
    ['company', company, 1],
    ['street', street, 1],
    ['second street line', street2, 0],
  ] as const) {
    if (text.trim().length < minLength || text.length > 100 || /\p{Cc}/u.test(text)) {
      return refuse(
        'ValidationFailed',
        `The ${name} must have ${minLength === 0 ? 'at most' : '1 to'} 100 printable characters.`,
      );
    }
  }
  const digits = phone.replaceAll(/\D/g, '').length;
  if (digits < 10 || digits > 15 || !/^[\d\s().+-]+$/.test(phone)) {
    return refuse('ValidationFailed', 'The phone number must have 10 to 15 digits, because carriers require it.');
  }
  await editSettings(db, async (tx) => {
    const before = await addressOf(tx, warehouse);
    await saveWarehouseAddress(tx, warehouse, address);
    await onEdit(tx, before, address);
  });
  return { ok: address };
}

/** Gives the warehouses of the test environment invented addresses, for labels and slips; the operator's edits stay. */
export async function seedSampleWarehouseAddresses(db: Db): Promise<void> {
  await editSettings(db, insertSampleWarehouseAddresses);
}

/**
 * Deletes a ship-from address; labels of the warehouse's orders are then postponed. Refuses with `NotFound` when the
 * warehouse has none.
 */
export async function removeWarehouseAddress(
  db: Db,
  warehouse: string,
  onEdit: OnSettingEdit<WarehouseAddress>,
): Promise<Outcome<{ readonly warehouse: string }>> {
  const existed = await editSettings(db, async (tx) => {
    const before = await addressOf(tx, warehouse);
    const isDeleted = await deleteWarehouseAddress(tx, warehouse);
    if (isDeleted) await onEdit(tx, before, undefined);
    return isDeleted;
  });
  return existed ? { ok: { warehouse } } : refuse('NotFound', `Warehouse ${warehouse} has no address.`);
}

async function addressOf(tx: Tx, warehouse: string): Promise<WarehouseAddress | undefined> {
  return (await readWarehouseAddresses(tx)).get(warehouse);
}
