/** Where each table belongs on a Citus cluster (decision 45). */

export type TablePlacement = 'distributed' | 'reference' | 'coordinator';

/** Tables of customers, read for all of them at once or named by foreign keys: few rows. */
const customerReferences = [
  'customers',
  'memberships',
  'customer_inventory_statuses',
  'license_rules',
  'weather_windows',
  'credit_rules',
];

/** Copied to every node. */
export const referenceTables: ReadonlySet<string> = new Set([
  ...customerReferences,
  'api_user_passwords',
  'api_users',
  'count_plans',
  'count_sheets',
  'floor_manifests',
  'floor_schedules',
  'floor_waves',
  'inventory_statuses',
  'locations',
  'manifest_forms',
  'movement_months',
  'operator_audit',
  'pick_tasks',
  'stray_packages',
  'warehouse_addresses',
  'warehouse_cutoffs',
  'warehouses',
]);

/** Ordinary tables of the coordinator. A transaction that writes one and customers' data writes the audit too (decision 45). */
export const coordinatorTables: ReadonlySet<string> = new Set([
  'carrier_accounts',
  'carrier_holidays',
  'carrier_location_version',
  'carrier_locations',
  'carrier_rules',
  'operator_recovery_codes',
  'operator_sessions',
  'operator_settings_version',
  'operator_sign_in_failures',
  'operators',
  'packing_rules',
  'rate_budgets',
  'reason_codes',
  'saved_views',
  'schema_migrations',
  'secret_key_check',
  'shippers',
  'transit_times',
  'varietals',
  'verify_runs',
]);

/**
 * Where a table belongs; undefined for a table that is not listed and has no customers' rows.
 * @param hasCustomer whether it has a column `customer_no`
 */
export function tablePlacementOf(table: string, hasCustomer: boolean): TablePlacement | undefined {
  if (referenceTables.has(table)) return 'reference';
  if (coordinatorTables.has(table)) return 'coordinator';
  return hasCustomer ? 'distributed' : undefined;
}
