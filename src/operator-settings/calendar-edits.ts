/**
 * Validates and saves cutoffs and holidays, for the command line and the operator interface (decision 8). A running server
 * applies an edit within three seconds (settings-cache.ts).
 */
import { carrierCodes, carrierServiceCodes } from '../contract/code-lists.ts';
import type { Cutoff, Holiday } from '../contract/operator-settings.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { OnSettingEdit } from './on-edit.ts';
import { isSettingName, refuseInvalidSetting, type SettingEditOutcome } from './setting-edits.ts';
import { editSettings, readOperatorSettings } from './settings-cache.ts';

const cutoffOf = `select carrier, service, cutoff as time from warehouse_cutoffs
  where warehouse = $1 and carrier = $2 and service = $3`;
const holidayOf = 'select day::text as date, name from carrier_holidays where day = $1::date';

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
    return refuseInvalidSetting(`${JSON.stringify(carrier)} is not a carrier: ${carrierCodes.join(', ')}.`);
  }
  if (!(carrierServiceCodes as readonly string[]).includes(service)) {
    return refuseInvalidSetting(`${JSON.stringify(service)} is not a service: ${carrierServiceCodes.join(', ')}.`);
  }
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) {
    return refuseInvalidSetting(`The time must be HH:mm, such as 14:00, not ${JSON.stringify(time)}.`);
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
  if (!isSettingName(name)) return refuseInvalidSetting('The name must be 1 to 100 printable characters.');
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

/** Deletes a holiday. Refuses an unknown day with `NotFound`. */
export async function removeHoliday(
  db: Db,
  day: Temporal.PlainDate,
  onEdit: OnSettingEdit<Holiday>,
): Promise<SettingEditOutcome> {
  const date = day.toString();
  return await editSettings(db, async (tx) => {
    const [before] = await tx.rows<Holiday>(holidayOf, [date]);
    if (before === undefined) return refuse('NotFound', `${date} is not a holiday.`);
    await tx.rows('delete from carrier_holidays where day = $1::date', [date]);
    await onEdit(tx, before, undefined);
    return { ok: { code: date } };
  });
}
