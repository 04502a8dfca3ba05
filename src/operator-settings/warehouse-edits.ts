/**
 * Validates and saves warehouses, for the command line and the operator interface
 * (decision 8). A running server applies an edit within three seconds (settings-cache.ts).
 */
import { warehouseCodePattern } from '../contract/fields.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import type { OnSettingEdit } from './on-edit.ts';
import {
  isSettingName,
  refuseInvalidSetting,
  type SettingEditOutcome,
  settingJustRemovedError,
  type UseOfSetting,
} from './setting-edits.ts';
import { editSettings } from './settings-cache.ts';

export type SavedWarehouse = Omit<Warehouse, 'knownTransit'>;

const warehouseOf = `select code, city, state, zip_code as zip, time_zone as "timeZone", working_days as "workingDays",
         accepts_returns as "acceptsReturns", is_worked as "isWorked"
    from warehouses where code = $1`;

const warehouseCode = new RegExp(warehouseCodePattern);

/**
 * Inserts or replaces a warehouse. `decide` computes the new warehouse from the stored one, and has checked the state,
 * ZIP code and time zone. The default cutoff applies to carrier services without one of their own. Refuses what `decide`
 * rejects, and with `ValidationFailed` a malformed code or city and a week without working days. `whenAutomatic` runs
 * in the transaction in which a worked warehouse becomes automatic.
 */
export async function setWarehouse(
  db: Db,
  code: string,
  decide: (before: SavedWarehouse | undefined) => Outcome<SavedWarehouse>,
  onEdit: OnSettingEdit<SavedWarehouse>,
  whenAutomatic: (tx: Tx) => Promise<void>,
): Promise<Outcome<SavedWarehouse>> {
  if (!warehouseCode.test(code)) {
    return refuse('ValidationFailed', 'A warehouse code is 2 to 10 capital letters and digits, a letter first.');
  }
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<SavedWarehouse>(warehouseOf, [code]);
    const decided = decide(before);
    if ('refused' in decided) return decided;
    const { city, state, zip, timeZone, workingDays, acceptsReturns, isWorked = false } = decided.ok;
    if (!isSettingName(city)) return refuse('ValidationFailed', 'The city must be 1 to 100 printable characters.');
    if (workingDays.length === 0) return refuse('ValidationFailed', 'A warehouse needs at least one working day.');
    await tx.rows(
      `insert into warehouses (code, city, state, zip_code, time_zone, working_days, accepts_returns, is_worked)
       values ($1, $2, $3, $4, $5, $6::int[], $7, $8)
           on conflict (code) do update
          set city = excluded.city, state = excluded.state, zip_code = excluded.zip_code, time_zone = excluded.time_zone,
              working_days = excluded.working_days, accepts_returns = excluded.accepts_returns,
              is_worked = excluded.is_worked`,
      [code, city, state, zip, timeZone, workingDays, acceptsReturns, isWorked],
    );
    await onEdit(tx, before, decided.ok);
    if (before?.isWorked && !isWorked) await whenAutomatic(tx);
    return decided;
  });
}

/**
 * Returns which of these warehouses are worked, and locks those in share mode, so that none of them becomes automatic
 * before the transaction ends. Waits for a transaction that is making one automatic, which holds no other lock that the
 * caller could wait for.
 */
export async function lockWorkedWarehousesForShare(tx: Tx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const worked = await tx.rows<{ code: string }>(
    'select code from warehouses where code = any ($1::text[]) and is_worked order by code for share',
    [codes],
  );
  return new Set(worked.map(({ code }) => code));
}

/**
 * Locks these warehouses against removal until the transaction ends. Throws `Unavailable` for one that was removed a moment ago,
 * while the caller still had it in its cache. Call it before balances are changed: a removal locks them after the warehouse.
 */
export async function lockWarehousesForShare(tx: Tx, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  const kept = await tx.rows('select 1 from warehouses where code = any ($1::text[]) order by code for key share', [
    codes,
  ]);
  if (kept.length < codes.length) throw settingJustRemovedError('warehouse');
}

/** Locks a warehouse that is being removed; conflicts with `lockWarehousesForShare`. */
export async function lockWarehouseForRemoval(tx: Tx, code: string): Promise<void> {
  await tx.rows('select 1 from warehouses where code = $1 for update', [code]);
}

/**
 * Deletes a warehouse with its cutoffs, packing rules and address. Refuses an unknown warehouse with `NotFound`, the
 * last one with `ValidationFailed`, and what `useOf` rejects.
 */
export async function removeWarehouse(
  db: Db,
  code: string,
  useOf: UseOfSetting,
  onEdit: OnSettingEdit<SavedWarehouse>,
): Promise<SettingEditOutcome> {
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<SavedWarehouse>(warehouseOf, [code]);
    if (before === undefined) return refuse('NotFound', `There is no warehouse ${JSON.stringify(code)}.`);
    const others = await tx.rows('select 1 from warehouses where code <> $1 limit 1', [code]);
    if (others.length === 0)
      return refuseInvalidSetting('The last warehouse cannot be removed. Add another one first.');
    const refused = await useOf(tx);
    if (refused !== undefined) return { refused };
    await tx.rows('delete from warehouse_cutoffs where warehouse = $1', [code]);
    await tx.rows('delete from warehouse_addresses where warehouse = $1', [code]);
    await tx.rows('delete from packing_rules where warehouse = $1', [code]);
    await tx.rows('delete from warehouses where code = $1', [code]);
    await onEdit(tx, before, undefined);
    return { ok: { code } };
  });
}
