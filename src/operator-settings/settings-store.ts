/** Loads all settings of an environment, and inserts the defaults of warehouses, cutoffs, holidays and inventory statuses. */
import type { Cutoff, Holiday, InventoryStatus, Warehouse } from '../contract/operator-settings.ts';
import { assertPresent } from '../lib/assert.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { readCarrierAccounts } from './carrier-account-store.ts';
import { readEffectiveCarrierRules, readWarehouseAddresses } from './carrier-settings-store.ts';
import { defaultCutoffs, defaultHolidays, defaultInventoryStatuses, defaultWarehouses } from './defaults.ts';
import { readPackingSettings } from './packing-settings-store.ts';
import type { OperatorSettings } from './settings.ts';
import { loadStandingRules } from './standing-rule-store.ts';
import { loadTransitTable, type TransitTable } from './transit-times.ts';

/** Settings and the versions under which they were read. */
interface LoadedSettings {
  readonly version: number;
  readonly transit: TransitTable;
  readonly settings: OperatorSettings;
}

/** The current settings; `known` itself, after a single statement, when nothing has changed since it was loaded. */
export async function loadSettings(reader: DbReader, known: LoadedSettings | undefined): Promise<LoadedSettings> {
  // The version first: an edit in between is then read under an older version, and again at the next check.
  const [row] = await reader.rows<{ version: number; transitVersion: number }>(
    'select version, transit_version as "transitVersion" from operator_settings_version',
  );
  const { version, transitVersion } = assertPresent(row, 'the version of the operator settings');
  if (known?.version === version) return known;
  const warehouses = await readWarehouses(reader);
  const zips = warehouses.map(({ zip }) => zip);
  const transit = await loadTransitTable(reader, transitVersion, zips, known?.transit);
  const cutoffs = await reader.rows<Cutoff & { readonly warehouse: string }>(
    'select warehouse, carrier, service, cutoff as time from warehouse_cutoffs order by warehouse, carrier, service',
  );
  const statuses = Map.groupBy(await readStatuses(reader), ({ customerNo }) => customerNo);
  const byCode = (rows: readonly InventoryStatus[] = []) => new Map(rows.map((status) => [status.code, status]));
  const settings: OperatorSettings = {
    warehouses: new Map(warehouses.map((w) => [w.code, { ...w, knownTransit: transit.from(w.zip) }])),
    cutoffs: Map.groupBy(cutoffs, ({ warehouse }) => warehouse),
    holidays: await reader.rows<Holiday>('select day::text as date, name from carrier_holidays order by day'),
    statuses: byCode(statuses.get('')),
    customerStatuses: new Map(
      [...statuses].filter(([customerNo]) => customerNo !== '').map(([customerNo, rows]) => [customerNo, byCode(rows)]),
    ),
    standingRules: await loadStandingRules(reader),
    carrierRules: await readEffectiveCarrierRules(reader),
    warehouseAddresses: await readWarehouseAddresses(reader),
    packing: await readPackingSettings(reader),
    carrierAccounts: await readCarrierAccounts(reader),
  };
  return { version, transit, settings };
}

async function readWarehouses(reader: DbReader): Promise<Warehouse[]> {
  return await reader.rows<Warehouse>(
    `select code, city, state, zip_code as zip, time_zone as "timeZone", working_days as "workingDays",
            accepts_returns as "acceptsReturns", is_worked as "isWorked"
       from warehouses order by code`,
  );
}

/** The generic statuses have the customer number ''. */
async function readStatuses(reader: DbReader): Promise<(InventoryStatus & { readonly customerNo: string })[]> {
  const columns = 'bonded, tax_paid as "taxPaid", returned, damaged';
  return await reader.rows(
    `select '' as "customerNo", code, description, allocatable_to_consumers as "sellableToConsumers", ${columns}
       from inventory_statuses
      union all
     select customer_no, code, description, drawn_by_consumer_orders, ${columns}
       from customer_inventory_statuses order by 1, 2`,
  );
}

/**
 * Inserts the default warehouses, cutoffs, statuses and holidays into a new database. Nothing afterwards, so that rows that the operator
 * has removed stay removed: a new database is one without inventory statuses, of which the required ones cannot be removed.
 */
export async function insertDefaultSettings(tx: Tx): Promise<void> {
  const [existing] = await tx.rows('select from inventory_statuses limit 1');
  if (existing !== undefined) return;
  await tx.rows(
    `insert into warehouses (code, city, state, zip_code, time_zone, working_days, accepts_returns)
     select code, city, state, zip, "timeZone", array(select jsonb_array_elements_text("workingDays")::int), "acceptsReturns"
       from jsonb_to_recordset($1::jsonb)
         as w (code text, city text, state text, zip text, "timeZone" text, "workingDays" jsonb, "acceptsReturns" boolean)`,
    [JSON.stringify(defaultWarehouses)],
  );
  await tx.rows(
    `insert into warehouse_cutoffs (warehouse, carrier, service, cutoff)
     select w.code, c.carrier, c.service, c.time
       from warehouses w, jsonb_to_recordset($1::jsonb) as c (carrier text, service text, time text)`,
    [JSON.stringify(defaultCutoffs)],
  );
  await tx.rows(
    `insert into inventory_statuses (code, description, allocatable_to_consumers, bonded, tax_paid, returned, damaged)
     select code, description, "sellableToConsumers", bonded, "taxPaid", returned, damaged
       from jsonb_to_recordset($1::jsonb)
         as s (code text, description text, "sellableToConsumers" boolean, bonded boolean, "taxPaid" boolean,
               returned boolean, damaged boolean)`,
    [JSON.stringify(defaultInventoryStatuses)],
  );
  await tx.rows(
    `insert into carrier_holidays (day, name)
     select date::date, name from jsonb_to_recordset($1::jsonb) as h (date text, name text)`,
    [JSON.stringify(defaultHolidays)],
  );
}
