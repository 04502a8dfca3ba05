/**
 * Creates the `OnSettingEdit` callbacks for edits of the operator's settings. Each records its edit in the audit, in the
 * transaction of the edit. With `expected`, it throws `StateForbids` when the record that is replaced has another version (`""`: it
 * exists), and nothing is changed.
 */
import type { Cutoff } from '../contract/operator-settings.ts';
import type {
  CarrierAccount,
  CarrierRule,
  OnSettingEdit,
  PackingRule,
  SavedInventoryStatus,
  SavedWarehouse,
  ShipperBox,
  WarehouseAddress,
} from '../operator-settings/index.ts';
import { type AuditContext, assertRecordVersion, recordAudit } from '../operators/index.ts';
import { cutoffRecord, holidayRecord } from './calendar-fields.ts';
import { carrierAccountRecord } from './carrier-account-fields.ts';
import { carrierRuleRecord } from './carrier-rule-fields.ts';
import { inventoryStatusDefinitionRecord } from './inventory-status-fields.ts';
import { reasonCodeRecord } from './reason-code-fields.ts';
import { packingRuleRecord, shipperBoxRecord } from './shipper-fields.ts';
import { warehouseAddressRecord } from './warehouse-address-fields.ts';
import { warehouseRecord } from './warehouse-fields.ts';

export const createWarehouseEditAuditor = (
  context: AuditContext,
  code: string,
  expected?: string,
): OnSettingEdit<SavedWarehouse> =>
  auditedEdit(context, { noun: 'warehouse', subject: code, expected }, warehouseRecord);

export function createInventoryStatusEditAuditor(
  context: AuditContext,
  customerNo: string | undefined,
  code: string,
  expected?: string,
): OnSettingEdit<SavedInventoryStatus> {
  const edit = { noun: 'inventory_status', subject: code, customerNo, expected };
  return auditedEdit(context, edit, (saved) => inventoryStatusDefinitionRecord(customerNo, saved));
}

export const createCarrierRuleEditAuditor = (
  context: AuditContext,
  rank: number,
  expected?: string,
): OnSettingEdit<CarrierRule> =>
  auditedEdit(context, { noun: 'carrier_rule', subject: String(rank), expected }, carrierRuleRecord);

export const createHolidayEditAuditor = (context: AuditContext, day: Temporal.PlainDate, expected?: string) =>
  auditedEdit(context, { noun: 'holiday', subject: day.toString(), expected }, holidayRecord);

export function createCutoffEditAuditor(
  context: AuditContext,
  warehouse: string,
  carrier: string,
  service: string,
  expected?: string,
): OnSettingEdit<Cutoff> {
  const edit = { noun: 'cutoff', subject: `${warehouse} ${carrier} ${service}`, expected };
  return auditedEdit(context, edit, cutoffRecord);
}

export const createWarehouseAddressEditAuditor = (
  context: AuditContext,
  warehouse: string,
  expected?: string,
): OnSettingEdit<WarehouseAddress> =>
  auditedEdit(context, { noun: 'warehouse_address', subject: warehouse, expected }, warehouseAddressRecord);

export const createCarrierAccountEditAuditor = (
  context: AuditContext,
  code: string,
  expected?: string,
): OnSettingEdit<CarrierAccount> =>
  auditedEdit(context, { noun: 'carrier_account', subject: code, expected }, carrierAccountRecord);

export const createShipperBoxEditAuditor = (
  context: AuditContext,
  code: string,
  expected?: string,
): OnSettingEdit<ShipperBox> => auditedEdit(context, { noun: 'shipper', subject: code, expected }, shipperBoxRecord);

export const createPackingRuleEditAuditor = (
  context: AuditContext,
  { warehouse, format }: Pick<PackingRule, 'warehouse' | 'format'>,
  expected?: string,
): OnSettingEdit<PackingRule> => {
  const subject = `${format} for ${warehouse === '' ? 'all warehouses' : warehouse}`;
  return auditedEdit(context, { noun: 'packing_rule', subject, expected }, packingRuleRecord);
};

export const createReasonCodeEditAuditor = (context: AuditContext, code: string, expected?: string) =>
  auditedEdit(context, { noun: 'reason_code', subject: code, expected }, reasonCodeRecord);

interface Edit {
  readonly noun: string;
  readonly subject: string;
  readonly customerNo?: string | undefined;
  readonly expected?: string | undefined;
}

/** Records the edit of a setting, for example `warehouse.set` or `warehouse.removed`, as `show` shows it. */
function auditedEdit<Setting>(
  context: AuditContext,
  { noun, subject, customerNo, expected }: Edit,
  show: (setting: Setting) => Readonly<Record<string, unknown>>,
): OnSettingEdit<Setting> {
  return async (tx, stored, after) => {
    const before = stored && show(stored);
    await assertRecordVersion(tx, { noun, subject, customerNo, before, expected });
    const action = `${noun}.${after === undefined ? 'removed' : 'set'}`;
    recordAudit(tx, context, { action, subject, customerNo, before, after: after && show(after) });
  };
}
