/**
 * Validates and saves the reference data of the operator, for the command line and the operator interface: warehouses, cutoffs,
 * holidays and inventory statuses (decision 8). A running server applies an edit within three seconds (settings-cache.ts).
 */
import { carrierCodes, carrierServiceCodes } from '../contract/code-lists.ts';
import { warehouseCodePattern } from '../contract/fields.ts';
import {
  type Cutoff,
  type Holiday,
  type InventoryStatus,
  primaryInventoryStatus,
  type Warehouse,
} from '../contract/operator-settings.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { AppError, type Outcome, type Refusal, refuse } from '../platform/errors.ts';
import { defaultInventoryStatuses } from './defaults.ts';
import type { OnSettingEdit } from './on-edit.ts';
import { editSettings, readOperatorSettings } from './settings-cache.ts';

type SettingEditOutcome = Outcome<{ readonly code: string }>;

/** Checks in the transaction of a removal whether something still uses the setting; returns the refusal. */
type UseOf = (tx: Tx) => Promise<Refusal | undefined>;

export type SavedWarehouse = Omit<Warehouse, 'knownTransit'>;
export type SavedInventoryStatus = Omit<InventoryStatus, 'taxPaid'>;

const cutoffOf = `select carrier, service, cutoff as time from warehouse_cutoffs
  where warehouse = $1 and carrier = $2 and service = $3`;
const warehouseOf = `select code, city, state, zip_code as zip, time_zone as "timeZone", working_days as "workingDays",
         accepts_returns as "acceptsReturns", is_worked as "isWorked"
    from warehouses where code = $1`;
const statusOf = `select code, description, allocatable_to_consumers as "sellableToConsumers", bonded, returned, damaged
    from inventory_statuses where code = $1`;
const customerStatusOf = `select code, description, drawn_by_consumer_orders as "sellableToConsumers", bonded, returned, damaged
    from customer_inventory_statuses where customer_no = $1 and code = $2`;
const holidayOf = 'select day::text as date, name from carrier_holidays where day = $1::date';

const warehouseCode = new RegExp(warehouseCodePattern);

const invalid = (reason: string): SettingEditOutcome => refuse('ValidationFailed', reason);

/** Printable text of at most 100 characters that is not blank. */
const isName = (text: string): boolean => text.trim() !== '' && text.length <= 100 && !/\p{Cc}/u.test(text);

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
    if (!isName(city)) return refuse('ValidationFailed', 'The city must be 1 to 100 printable characters.');
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
  if (kept.length < codes.length) throw removedAMomentAgo('warehouse');
}

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
  if (!own.every(isKept)) throw removedAMomentAgo('inventory status');
}

function removedAMomentAgo(setting: 'warehouse' | 'inventory status'): AppError {
  const reason = `The ${setting} was removed a moment ago. Send the request again in a few seconds.`;
  return new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 5 });
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
  useOf: UseOf,
  onEdit: OnSettingEdit<SavedWarehouse>,
): Promise<SettingEditOutcome> {
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<SavedWarehouse>(warehouseOf, [code]);
    if (before === undefined) return refuse('NotFound', `There is no warehouse ${JSON.stringify(code)}.`);
    const others = await tx.rows('select 1 from warehouses where code <> $1 limit 1', [code]);
    if (others.length === 0) return invalid('The last warehouse cannot be removed. Add another one first.');
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

/**
 * Saves the latest time at which an order still ships on the same day. Refuses an unknown warehouse with `NotFound`, and an
 * unknown carrier, service or time with `ValidationFailed`.
 */
export async function setCutoff(
  db: Db,
  warehouse: string,
  { carrier, service, time }: Cutoff,
  onEdit: OnSettingEdit<Cutoff>,
): Promise<SettingEditOutcome> {
  if (!(await readOperatorSettings(db)).warehouses.has(warehouse)) {
    return refuse('NotFound', `There is no warehouse ${JSON.stringify(warehouse)}.`);
  }
  if (!(carrierCodes as readonly string[]).includes(carrier)) {
    return invalid(`${JSON.stringify(carrier)} is not a carrier: ${carrierCodes.join(', ')}.`);
  }
  if (!(carrierServiceCodes as readonly string[]).includes(service)) {
    return invalid(`${JSON.stringify(service)} is not a service: ${carrierServiceCodes.join(', ')}.`);
  }
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    return invalid(`The time must be HH:mm, such as 14:00, not ${JSON.stringify(time)}.`);
  }
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<Cutoff>(cutoffOf, [warehouse, carrier, service]);
    await tx.rows(
      `insert into warehouse_cutoffs (warehouse, carrier, service, cutoff) values ($1, $2, $3, $4)
           on conflict (warehouse, carrier, service) do update set cutoff = excluded.cutoff`,
      [warehouse, carrier, service, time],
    );
    await onEdit(tx, before, { carrier, service, time });
    return { ok: { code: warehouse } };
  });
}

/** Deletes a cutoff; the default of 14:00 applies then. Refuses an unknown one with `NotFound`. */
export async function removeCutoff(
  db: Db,
  warehouse: string,
  carrier: string,
  service: string,
  onEdit: OnSettingEdit<Cutoff>,
): Promise<SettingEditOutcome> {
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<Cutoff>(cutoffOf, [warehouse, carrier, service]);
    if (before === undefined) return refuse('NotFound', `${warehouse} has no cutoff for ${carrier} ${service}.`);
    await tx.rows('delete from warehouse_cutoffs where warehouse = $1 and carrier = $2 and service = $3', [
      warehouse,
      carrier,
      service,
    ]);
    await onEdit(tx, before, undefined);
    return { ok: { code: warehouse } };
  });
}

/** Saves a day on which warehouses and carriers do not work. Refuses an unprintable name with `ValidationFailed`. */
export async function setHoliday(
  db: Db,
  day: Temporal.PlainDate,
  name: string,
  onEdit: OnSettingEdit<Holiday>,
): Promise<SettingEditOutcome> {
  if (!isName(name)) return invalid('The name must be 1 to 100 printable characters.');
  const date = day.toString();
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<Holiday>(holidayOf, [date]);
    await tx.rows(
      'insert into carrier_holidays (day, name) values ($1::date, $2) on conflict (day) do update set name = excluded.name',
      [date, name],
    );
    await onEdit(tx, before, { date, name });
    return { ok: { code: date } };
  });
}

/**
 * Deletes a holiday. Refuses an unknown day with `NotFound`, and the last holiday with `ValidationFailed`, because an empty
 * calendar is filled with the defaults at the next start.
 */
export async function removeHoliday(
  db: Db,
  day: Temporal.PlainDate,
  onEdit: OnSettingEdit<Holiday>,
): Promise<SettingEditOutcome> {
  const date = day.toString();
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<Holiday>(holidayOf, [date]);
    if (before === undefined) return refuse('NotFound', `${date} is not a holiday.`);
    const others = await tx.rows('select 1 from carrier_holidays where day <> $1::date limit 1', [date]);
    if (others.length === 0) return invalid('The last holiday cannot be removed. Add another one first.');
    await tx.rows('delete from carrier_holidays where day = $1::date', [date]);
    await onEdit(tx, before, undefined);
    return { ok: { code: date } };
  });
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
  if (!isName(description)) return invalid('The description must be 1 to 100 printable characters.');
  const generic = defaultInventoryStatuses.find((known) => known.code === code);
  if (customerNo === undefined) {
    if (generic === undefined) {
      return invalid(`${code} is not a status of the interface: name the customer whose own it is.`);
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
  if (generic !== undefined) return invalid(`${code} is a code of the interface; a customer's own needs another one.`);
  if (!/^[A-Z0-9][A-Z0-9-]{1,19}$/.test(code))
    return invalid('A status code is 2 to 20 capital letters, digits and "-".');
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
const required: readonly string[] = [primaryInventoryStatus, 'RTGD-NO-TX', 'RDMG-NO-TX'];

/** Whether the server itself uses this status of the interface, so that it cannot be removed. */
export const isRequiredInventoryStatus = (code: string): boolean => required.includes(code);

/**
 * Deletes a status. Refuses with `ValidationFailed` a status that the server itself uses, an unknown one with
 * `NotFound`, and what `useOf` rejects.
 */
export async function removeInventoryStatus(
  db: Db,
  customerNo: string | undefined,
  code: string,
  useOf: UseOf,
  onEdit: OnSettingEdit<SavedInventoryStatus>,
): Promise<SettingEditOutcome> {
  if (customerNo === undefined && isRequiredInventoryStatus(code))
    return invalid(`${code} cannot be removed: the server uses it.`);
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
