/**
 * Creates the `OnSettingEdit` callbacks for edits of the operator's settings. Each records its edit in the audit, in the
 * transaction of the edit. With `expected`, it throws `StateForbids` when the record that is replaced has another version (`""`: it
 * exists), and nothing is changed.
 */
import type { OnSettingEdit, PackingRule, SavedInventoryStatus } from '../operator-settings/index.ts';
import { type AuditContext, assertRecordVersion, recordAudit } from '../operators/index.ts';
import { cutoffRecord, holidayRecord } from './calendar-fields.ts';
import { carrierAccountRecord } from './carrier-account-fields.ts';
import { carrierRuleRecord } from './carrier-rule-fields.ts';
import { inventoryStatusDefinitionRecord } from './inventory-status-fields.ts';
import { reasonCodeRecord } from './reason-code-fields.ts';
import { packingRuleRecord, shipperBoxRecord } from './shipper-fields.ts';
import { warehouseAddressRecord } from './warehouse-address-fields.ts';
import { warehouseRecord } from './warehouse-fields.ts';

const byCode = (code: string) => code;

export const createWarehouseEditAuditor = defineEditAuditor('warehouse', byCode, warehouseRecord);
export const createWarehouseAddressEditAuditor = defineEditAuditor('warehouse_address', byCode, warehouseAddressRecord);
export const createCarrierAccountEditAuditor = defineEditAuditor('carrier_account', byCode, carrierAccountRecord);
export const createShipperBoxEditAuditor = defineEditAuditor('shipper', byCode, shipperBoxRecord);
export const createReasonCodeEditAuditor = defineEditAuditor('reason_code', byCode, reasonCodeRecord);

export const createCarrierRuleEditAuditor = defineEditAuditor(
  'carrier_rule',
  (rank: number) => String(rank),
  carrierRuleRecord,
);

export const createHolidayEditAuditor = defineEditAuditor(
  'holiday',
  (day: Temporal.PlainDate) => day.toString(),
  holidayRecord,
);

export const createCutoffEditAuditor = defineEditAuditor(
  'cutoff',
  ({ warehouse, carrier, service }: { warehouse: string; carrier: string; service: string }) =>
    `${warehouse} ${carrier} ${service}`,
  cutoffRecord,
);

export const createPackingRuleEditAuditor = defineEditAuditor(
  'packing_rule',
  ({ warehouse, format }: Pick<PackingRule, 'warehouse' | 'format'>) =>
    `${format} for ${warehouse === '' ? 'all warehouses' : warehouse}`,
  packingRuleRecord,
);

export const createInventoryStatusEditAuditor = defineEditAuditor(
  'inventory_status',
  ({ code }: { code: string; customerNo: string | undefined }) => code,
  (saved: SavedInventoryStatus, { customerNo }) => inventoryStatusDefinitionRecord(customerNo, saved),
  ({ customerNo }) => customerNo,
);

/**
 * Defines the function that creates the callbacks for a kind of settings. Its actions are `<noun>.set` and `<noun>.removed`, of the
 * subject that the key has; `show` is what the audit shows of a setting.
 */
function defineEditAuditor<Key, Setting>(
  noun: string,
  subjectOf: (key: Key) => string,
  show: (setting: Setting, key: Key) => Readonly<Record<string, unknown>>,
  customerNoOf: (key: Key) => string | undefined = () => undefined,
) {
  return (context: AuditContext, key: Key, expected?: string): OnSettingEdit<Setting> => {
    const [subject, customerNo] = [subjectOf(key), customerNoOf(key)];
    return async (tx, stored, edited) => {
      const [before, after] = [stored && show(stored, key), edited && show(edited, key)];
      await assertRecordVersion(tx, { noun, subject, customerNo, before, expected });
      const action = `${noun}.${edited === undefined ? 'removed' : 'set'}`;
      recordAudit(tx, context, { action, subject, customerNo, before, after });
    };
  };
}
