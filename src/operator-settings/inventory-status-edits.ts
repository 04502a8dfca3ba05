/**
 * Validates and saves inventory statuses, for the command line and the operator interface
 * (decision 8). A running server applies an edit within three seconds (settings-cache.ts).
 */
import { type InventoryStatus, primaryInventoryStatus } from '../contract/operator-settings.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { defaultInventoryStatuses } from './defaults.ts';
import type { OnSettingEdit } from './on-edit.ts';
import {
  isSettingName,
  refuseInvalidSetting,
  type SettingEditOutcome,
  settingJustRemovedError,
  type UseOfSetting,
} from './setting-edits.ts';
import { editSettings } from './settings-cache.ts';

export type SavedInventoryStatus = Omit<InventoryStatus, 'taxPaid'>;

const statusOf = `select code, description, allocatable_to_consumers as "sellableToConsumers", bonded, returned, damaged
    from inventory_statuses where code = $1`;
const customerStatusOf = `select code, description, drawn_by_consumer_orders as "sellableToConsumers", bonded, returned, damaged
    from customer_inventory_statuses where customer_no = $1 and code = $2`;

/**
 * Locks the inventory statuses that these customers' rows name, those of the interface or the customer's own, against removal until the
 * transaction ends. Throws `Unavailable` for one that was removed a moment ago, while the caller still had it in its cache. Call it after
 * the rows are written: a removal locks their table before the status.
 */
export async function lockInventoryStatusesForShare(
  tx: Tx,
  named: readonly { readonly customerNo: string; readonly status: string }[],
): Promise<void> {
  if (named.length === 0) return;
  const codes = [...new Set(named.map(({ status }) => status))];
  const common = await tx.rows<{ code: string }>(
    'select code from inventory_statuses where code = any ($1::text[]) order by code for key share',
    [codes],
  );
  const ofAll = new Set(common.map(({ code }) => code));
  const own = named.filter(({ status }) => !ofAll.has(status));
  if (own.length === 0) return;
  const kept = await tx.rows<{ customerNo: string; code: string }>(
    `select customer_no as "customerNo", code from customer_inventory_statuses
      where customer_no = any ($1::text[]) and code = any ($2::text[]) order by customer_no, code for key share`,
    [own.map(({ customerNo }) => customerNo), own.map(({ status }) => status)],
  );
  const isKept = ({ customerNo, status }: (typeof own)[number]) =>
    kept.some((each) => each.customerNo === customerNo && each.code === status);
  if (!own.every(isKept)) throw settingJustRemovedError('inventory status');
}

/**
 * Saves a customer's own status or, without `customerNo`, a generic one, of which only the description can differ from the
 * interface. Refuses a malformed description or code, and a code of the wrong kind, with `ValidationFailed`.
 */
export async function setInventoryStatus(
  db: Db,
  customerNo: string | undefined,
  status: SavedInventoryStatus,
  onEdit: OnSettingEdit<SavedInventoryStatus>,
): Promise<SettingEditOutcome> {
  const { code, description, sellableToConsumers, bonded, returned, damaged } = status;
  if (!isSettingName(description))
    return refuseInvalidSetting('The description must be 1 to 100 printable characters.');
  const generic = defaultInventoryStatuses.find((known) => known.code === code);
  if (customerNo === undefined) {
    if (generic === undefined) {
      return refuseInvalidSetting(`${code} is not a status of the interface: name the customer whose own it is.`);
    }
    const { taxPaid, ...saved } = { ...generic, description };
    return await editSettings(db, async (tx) => {
      const [before] = await tx.rows<SavedInventoryStatus>(statusOf, [code]);
      await tx.rows(
        `insert into inventory_statuses (code, description, allocatable_to_consumers, bonded, tax_paid, returned, damaged)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (code) do update set description = excluded.description`,
        [code, description, saved.sellableToConsumers, saved.bonded, taxPaid, saved.returned, saved.damaged],
      );
      await onEdit(tx, before, saved);
      return { ok: { code } };
    });
  }
  if (generic !== undefined)
    return refuseInvalidSetting(`${code} is a code of the interface; a customer's own needs another one.`);
  if (!/^[A-Z0-9][A-Z0-9-]{1,19}$/.test(code))
    return refuseInvalidSetting('A status code is 2 to 20 capital letters, digits and "-".');
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<SavedInventoryStatus>(customerStatusOf, [customerNo, code]);
    await tx.rows(
      `insert into customer_inventory_statuses
              (customer_no, code, description, drawn_by_consumer_orders, bonded, tax_paid, returned, damaged)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (customer_no, code) do update
          set description = excluded.description, drawn_by_consumer_orders = excluded.drawn_by_consumer_orders,
              bonded = excluded.bonded, tax_paid = excluded.tax_paid, returned = excluded.returned, damaged = excluded.damaged`,
      [customerNo, code, description, sellableToConsumers, bonded, !bonded, returned, damaged],
    );
    await onEdit(tx, before, status);
    return { ok: { code } };
  });
}

/** Statuses that the server itself uses. */
const requiredStatuses: readonly string[] = [primaryInventoryStatus, 'RTGD-NO-TX', 'RDMG-NO-TX'];

/** Whether the server itself uses this status of the interface, so that it cannot be removed. */
export const isRequiredInventoryStatus = (code: string): boolean => requiredStatuses.includes(code);

/**
 * Deletes a status. Refuses with `ValidationFailed` a status that the server itself uses, an unknown one with
 * `NotFound`, and what `useOf` rejects.
 */
export async function removeInventoryStatus(
  db: Db,
  customerNo: string | undefined,
  code: string,
  useOf: UseOfSetting,
  onEdit: OnSettingEdit<SavedInventoryStatus>,
): Promise<SettingEditOutcome> {
  if (customerNo === undefined && isRequiredInventoryStatus(code))
    return refuseInvalidSetting(`${code} cannot be removed: the server uses it.`);
  return await editSettings(db, async (tx) => {
    const [before] =
      customerNo === undefined
        ? await tx.rows<SavedInventoryStatus>(statusOf, [code])
        : await tx.rows<SavedInventoryStatus>(customerStatusOf, [customerNo, code]);
    if (before === undefined) {
      const whose = customerNo === undefined ? '' : ` of ${customerNo}`;
      return refuse('NotFound', `There is no inventory status ${JSON.stringify(code)}${whose}.`);
    }
    const refused = await useOf(tx);
    if (refused !== undefined) return { refused };
    if (customerNo === undefined) await tx.rows('delete from inventory_statuses where code = $1', [code]);
    else
      await tx.rows('delete from customer_inventory_statuses where customer_no = $1 and code = $2', [customerNo, code]);
    await onEdit(tx, before, undefined);
    return { ok: { code } };
  });
}
