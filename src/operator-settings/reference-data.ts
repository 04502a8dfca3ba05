/**
 * Validates and saves the reference data of the operator, for the command line and the operator interface: warehouses, cutoffs,
 * holidays and inventory statuses (decision 8). A running server applies an edit within three seconds.
 */
import { carrierCodes, carrierServiceCodes } from '../contract/code-lists.ts';
import {
  type Cutoff,
  type Holiday,
  type InventoryStatus,
  primaryStatus,
  type Warehouse,
} from '../contract/operator-settings.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type Outcome, refuse } from '../platform/errors.ts';
import { defaultInventoryStatuses } from './defaults.ts';
import { lockSettings, type OnEdit } from './on-edit.ts';
import { invalidateOperatorSettings, readOperatorSettings } from './settings-cache.ts';

type Written = Outcome<{ readonly code: string }>;

export type SavedWarehouse = Omit<Warehouse, 'knownTransit'>;
export type SavedStatus = Omit<InventoryStatus, 'taxPaid'>;

/** Runs one statement that edits settings; returns whether it changed a row. `onEdit` is called when it did. */
async function edit(
  db: Db,
  text: string,
  values: readonly unknown[],
  onEdit?: (tx: Tx) => Promise<() => void>,
): Promise<boolean> {
  const rows = await db.write(async (tx: Tx) => {
    const tell = await onEdit?.(tx);
    const changed = await tx.rows(`${text} returning 1`, values);
    if (changed.length > 0) tell?.();
    return changed;
  });
  invalidateOperatorSettings(db);
  return rows.length > 0;
}

/** Reads what an edit replaces, and tells `onEdit` of it after the edit. */
function told<Setting>(
  onEdit: OnEdit<Setting> | undefined,
  after: Setting | undefined,
  text: string,
  key: readonly unknown[],
): ((tx: Tx) => Promise<() => void>) | undefined {
  if (onEdit === undefined) return undefined;
  return async (tx) => {
    await lockSettings(tx);
    const [before] = await tx.rows<Setting>(text, key);
    return () => onEdit(tx, before, after);
  };
}

const cutoffOf = `select carrier, service, cutoff as time from warehouse_cutoffs
  where warehouse = $1 and carrier = $2 and service = $3`;
const warehouseOf = `select code, city, state, zip_code as zip, time_zone as "timeZone", working_days as "workingDays",
         accepts_returns as "acceptsReturns"
    from warehouses where code = $1`;
const statusOf = `select code, description, allocatable_to_consumers as "sellableToConsumers", bonded, returned, damaged
    from inventory_statuses where code = $1`;
const customerStatusOf = `select code, description, drawn_by_consumer_orders as "sellableToConsumers", bonded, returned, damaged
    from customer_inventory_statuses where customer_no = $1 and code = $2`;
const holidayOf = 'select day::text as date, name from carrier_holidays where day = $1::date';

const invalid = (reason: string): Written => refuse('ValidationFailed', reason);

/** Printable text of at most 100 characters. */
const isName = (text: string): boolean => text.trim() !== '' && text.length <= 100 && !/\p{Cc}/u.test(text);

/**
 * Inserts or replaces a warehouse; the default cutoff applies until its own are set. Rejects a malformed code or city and a
 * week without working days with `ValidationFailed`. The caller has checked the state, ZIP code and time zone.
 */
export async function setWarehouse(
  db: Db,
  warehouse: SavedWarehouse,
  onEdit?: OnEdit<SavedWarehouse>,
): Promise<Written> {
  const { code, city, state, zip, timeZone, workingDays, acceptsReturns } = warehouse;
  if (!/^[A-Z][A-Z0-9]{1,9}$/.test(code)) return invalid('A warehouse code is 2 to 10 capital letters and digits.');
  if (!isName(city)) return invalid('The city must be 1 to 100 printable characters.');
  if (workingDays.length === 0) return invalid('A warehouse needs at least one working day.');
  await edit(
    db,
    `insert into warehouses (code, city, state, zip_code, time_zone, working_days, accepts_returns)
     values ($1, $2, $3, $4, $5, $6::int[], $7)
         on conflict (code) do update
        set city = excluded.city, state = excluded.state, zip_code = excluded.zip_code, time_zone = excluded.time_zone,
            working_days = excluded.working_days, accepts_returns = excluded.accepts_returns`,
    [code, city, state, zip, timeZone, workingDays, acceptsReturns],
    told(onEdit, warehouse, warehouseOf, [code]),
  );
  return { ok: { code } };
}

/**
 * Deletes a warehouse with its cutoffs and address. The caller has checked that nothing is in it. Rejects an unknown
 * warehouse with `NotFound`, and the last one with `ValidationFailed`.
 */
export async function removeWarehouse(db: Db, code: string, onEdit?: OnEdit<SavedWarehouse>): Promise<Written> {
  const { warehouses } = await readOperatorSettings(db);
  if (!warehouses.has(code)) return refuse('NotFound', `There is no warehouse ${JSON.stringify(code)}.`);
  if (warehouses.size === 1) return invalid('The last warehouse cannot be removed. Add another one first.');
  await db.write(async (tx) => {
    const tell = await told(onEdit, undefined, warehouseOf, [code])?.(tx);
    await tx.rows('delete from warehouse_cutoffs where warehouse = $1', [code]);
    await tx.rows('delete from warehouse_addresses where warehouse = $1', [code]);
    await tx.rows('delete from warehouses where code = $1', [code]);
    tell?.();
  });
  invalidateOperatorSettings(db);
  return { ok: { code } };
}

/**
 * Saves the latest time at which an order still ships on the same day. Rejects an unknown warehouse with `NotFound`, and an
 * unknown carrier, service or time with `ValidationFailed`.
 */
export async function setCutoff(
  db: Db,
  warehouse: string,
  { carrier, service, time }: Cutoff,
  onEdit?: OnEdit<Cutoff>,
): Promise<Written> {
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
  await edit(
    db,
    `insert into warehouse_cutoffs (warehouse, carrier, service, cutoff) values ($1, $2, $3, $4)
         on conflict (warehouse, carrier, service) do update set cutoff = excluded.cutoff`,
    [warehouse, carrier, service, time],
    told(onEdit, { carrier, service, time }, cutoffOf, [warehouse, carrier, service]),
  );
  return { ok: { code: warehouse } };
}

/** Deletes a cutoff; the default of 14:00 applies then. Rejects an unknown one with `NotFound`. */
export async function removeCutoff(
  db: Db,
  warehouse: string,
  carrier: string,
  service: string,
  onEdit?: OnEdit<Cutoff>,
): Promise<Written> {
  const existed = await edit(
    db,
    'delete from warehouse_cutoffs where warehouse = $1 and carrier = $2 and service = $3',
    [warehouse, carrier, service],
    told(onEdit, undefined, cutoffOf, [warehouse, carrier, service]),
  );
  return existed
    ? { ok: { code: warehouse } }
    : refuse('NotFound', `${warehouse} has no cutoff for ${carrier} ${service}.`);
}

/** Saves a day on which warehouses and carriers do not work. Rejects an unprintable name with `ValidationFailed`. */
export async function setHoliday(
  db: Db,
  day: Temporal.PlainDate,
  name: string,
  onEdit?: OnEdit<Holiday>,
): Promise<Written> {
  if (!isName(name)) return invalid('The name must be 1 to 100 printable characters.');
  await edit(
    db,
    'insert into carrier_holidays (day, name) values ($1::date, $2) on conflict (day) do update set name = excluded.name',
    [day.toString(), name],
    told(onEdit, { date: day.toString(), name }, holidayOf, [day.toString()]),
  );
  return { ok: { code: day.toString() } };
}

/**
 * Deletes a holiday. Rejects an unknown day with `NotFound`, and the last holiday with `ValidationFailed`, because an empty
 * calendar is filled with the defaults at the next start.
 */
export async function removeHoliday(db: Db, day: Temporal.PlainDate, onEdit?: OnEdit<Holiday>): Promise<Written> {
  const { holidays } = await readOperatorSettings(db);
  if (!holidays.some(({ date }) => date === day.toString())) return refuse('NotFound', `${day} is not a holiday.`);
  if (holidays.length === 1) return invalid('The last holiday cannot be removed. Add another one first.');
  const key = [day.toString()];
  await edit(db, 'delete from carrier_holidays where day = $1::date', key, told(onEdit, undefined, holidayOf, key));
  return { ok: { code: day.toString() } };
}

/**
 * Saves a customer's own status or, without `customerNo`, a generic one, of which only the description can differ from the
 * interface. Rejects a malformed description or code, and a code of the wrong kind, with `ValidationFailed`.
 */
export async function setInventoryStatus(
  db: Db,
  customerNo: string | undefined,
  status: SavedStatus,
  onEdit?: OnEdit<SavedStatus>,
): Promise<Written> {
  const { code, description, sellableToConsumers, bonded, returned, damaged } = status;
  if (!isName(description)) return invalid('The description must be 1 to 100 printable characters.');
  const generic = defaultInventoryStatuses.find((known) => known.code === code);
  if (customerNo === undefined) {
    if (generic === undefined) {
      return invalid(`${code} is not a status of the interface: name the customer whose own it is.`);
    }
    await edit(
      db,
      `insert into inventory_statuses (code, description, allocatable_to_consumers, bonded, tax_paid, returned, damaged)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (code) do update set description = excluded.description`,
      [
        code,
        description,
        generic.sellableToConsumers,
        generic.bonded,
        generic.taxPaid,
        generic.returned,
        generic.damaged,
      ],
      told(onEdit, { ...generic, description }, statusOf, [code]),
    );
    return { ok: { code } };
  }
  if (generic !== undefined) return invalid(`${code} is a code of the interface; a customer's own needs another one.`);
  if (!/^[A-Z0-9][A-Z0-9-]{1,19}$/.test(code))
    return invalid('A status code is 2 to 20 capital letters, digits and "-".');
  await edit(
    db,
    `insert into customer_inventory_statuses
            (customer_no, code, description, drawn_by_consumer_orders, bonded, tax_paid, returned, damaged)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (customer_no, code) do update
        set description = excluded.description, drawn_by_consumer_orders = excluded.drawn_by_consumer_orders,
            bonded = excluded.bonded, tax_paid = excluded.tax_paid, returned = excluded.returned, damaged = excluded.damaged`,
    [customerNo, code, description, sellableToConsumers, bonded, !bonded, returned, damaged],
    told(onEdit, status, customerStatusOf, [customerNo, code]),
  );
  return { ok: { code } };
}

/** Statuses that the server itself uses. */
const required: readonly string[] = [primaryStatus, 'RTGD-NO-TX', 'RDMG-NO-TX'];

/**
 * Deletes a status. The caller has checked that no stock has it. Rejects a status that the server itself uses with
 * `ValidationFailed`, and an unknown one with `NotFound`.
 */
export async function removeInventoryStatus(
  db: Db,
  customerNo: string | undefined,
  code: string,
  onEdit?: OnEdit<SavedStatus>,
): Promise<Written> {
  if (customerNo === undefined && required.includes(code))
    return invalid(`${code} cannot be removed: the server uses it.`);
  const existed =
    customerNo === undefined
      ? await edit(
          db,
          'delete from inventory_statuses where code = $1',
          [code],
          told(onEdit, undefined, statusOf, [code]),
        )
      : await edit(
          db,
          'delete from customer_inventory_statuses where customer_no = $1 and code = $2',
          [customerNo, code],
          told(onEdit, undefined, customerStatusOf, [customerNo, code]),
        );
  const whose = customerNo === undefined ? '' : ` of ${customerNo}`;
  return existed
    ? { ok: { code } }
    : refuse('NotFound', `There is no inventory status ${JSON.stringify(code)}${whose}.`);
}
