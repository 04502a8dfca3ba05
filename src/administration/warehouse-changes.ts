/** Edits of warehouses, for the command line and the operator interface. */
import { findZip } from '../addresses/index.ts';
import { allCustomers, listCustomers } from '../auth/index.ts';
import { hasStock } from '../inventory/index.ts';
import {
  type OnEdit,
  readOperatorSettings,
  removeWarehouse,
  type SavedWarehouse,
  setWarehouse,
} from '../operator-settings/index.ts';
import type { Db } from '../platform/db/db.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';

/** Undefined properties stay as they are; of a new warehouse they are as the ZIP code says, or the defaults. */
export interface WarehouseChange {
  readonly code: string;
  /** Five digits; gives city, state and time zone. A new warehouse needs it. */
  readonly zip: string | undefined;
  readonly city: string | undefined;
  readonly workingDays: readonly number[] | undefined;
  readonly acceptsReturns: boolean | undefined;
}

/** Adds a warehouse, or changes the given properties of one. Rejects an invalid value with `ValidationFailed`. */
export async function changeWarehouse(
  db: Db,
  change: WarehouseChange,
  onEdit?: OnEdit<SavedWarehouse>,
): Promise<Outcome<SavedWarehouse>> {
  const { code } = change;
  const place = change.zip === undefined ? undefined : findZip(change.zip);
  if (change.zip !== undefined && place?.timeZone === undefined) {
    return refuse('ValidationFailed', `${JSON.stringify(change.zip)} is not a US ZIP code of five digits.`);
  }
  const before = (await readOperatorSettings(db)).warehouses.get(code);
  const zip = change.zip ?? before?.zip;
  if (zip === undefined) return refuse('ValidationFailed', `The new warehouse ${code} needs a ZIP code.`);
  const warehouse = {
    code,
    zip,
    city: change.city ?? place?.city ?? before?.city ?? '',
    state: place?.state ?? before?.state ?? '',
    timeZone: place?.timeZone ?? before?.timeZone ?? '',
    workingDays: change.workingDays?.toSorted() ?? before?.workingDays ?? [1, 2, 3, 4, 5],
    acceptsReturns: change.acceptsReturns ?? before?.acceptsReturns ?? true,
  };
  const written = await setWarehouse(db, warehouse, onEdit);
  return 'ok' in written ? { ok: warehouse } : written;
}

/**
 * Deletes a warehouse with its cutoffs and address. Rejects one that has stock, backorders or expected units, or is a
 * customer's default, with `StateForbids`, and otherwise as `removeWarehouse` does.
 */
export async function removeUnusedWarehouse(
  db: Db,
  warehouse: string,
  onEdit?: OnEdit<SavedWarehouse>,
): Promise<Outcome<{ readonly code: string }>> {
  const customers = await listCustomers(db, { limit: allCustomers });
  const numbers = customers.map(({ customerNo }) => customerNo);
  if (await hasStock(db, numbers, { warehouse })) {
    return refuseState(
      'IN USE',
      `Warehouse ${warehouse} has stock, backorders or expected units: move or cancel them first.`,
    );
  }
  // Orders of such a customer that name no warehouse would go to one that does not exist.
  const owner = customers.find(({ preferences }) => preferences.defaultWarehouse === warehouse);
  if (owner !== undefined) {
    const reason = `Warehouse ${warehouse} is the default warehouse of customer ${owner.customerNo}: set another one for the customer first.`;
    return refuseState('IN USE', reason);
  }
  return await removeWarehouse(db, warehouse, onEdit);
}
