/** Edits of the operator's settings: recorded in the audit in their transaction. */
import type { Cutoff } from '../contract/operator-settings.ts';
import type { ReasonCode } from '../inventory/index.ts';
import type { CarrierRule, OnEdit, SavedStatus, SavedWarehouse, WarehouseAddress } from '../operator-settings/index.ts';
import { type AuditActor, recordAudit } from '../operators/index.ts';
import { holidayReply } from './calendar-fields.ts';
import { carrierRuleReply } from './carrier-rule-fields.ts';
import { statusRecord } from './inventory-status-fields.ts';
import { warehouseRecord } from './warehouse-fields.ts';

export const warehouseEdit = (context: AuditActor, code: string): OnEdit<SavedWarehouse> =>
  auditedEdit(context, 'warehouse', code, warehouseRecord);

export const statusEdit = (context: AuditActor, customerNo: string | undefined, code: string): OnEdit<SavedStatus> =>
  auditedEdit(context, 'inventory_status', code, (saved) => statusRecord(customerNo, saved), customerNo);

export const carrierRuleEdit = (context: AuditActor, rank: number): OnEdit<CarrierRule> =>
  auditedEdit(context, 'carrier_rule', String(rank), carrierRuleReply);

export const holidayEdit = (context: AuditActor, day: Temporal.PlainDate) =>
  auditedEdit(context, 'holiday', day.toString(), holidayReply);

export const cutoffEdit = (context: AuditActor, warehouse: string, carrier: string, service: string) =>
  auditedEdit<Cutoff>(context, 'cutoff', `${warehouse} ${carrier} ${service}`, ({ time }) => ({ Cutoff: time }));

export const warehouseAddressEdit = (context: AuditActor, warehouse: string) =>
  auditedEdit<WarehouseAddress>(context, 'warehouse_address', warehouse, ({ company, street, street2, phone }) => ({
    Company: company,
    Street: street,
    Street2: street2,
    PhoneNumber: phone,
  }));

export const reasonCodeEdit = (context: AuditActor, code: string) =>
  auditedEdit(context, 'reason_code', code, reasonCodeRecord);

/** A reason code as commands and the audit show it. */
export const reasonCodeRecord = ({ code, description, usedFor, direction }: ReasonCode) => ({
  ReasonCode: code,
  UsedFor: usedFor,
  Direction: direction,
  Description: description,
});

/** Records the edit of a setting, for example `warehouse.set` or `warehouse.removed`, as `show` shows it. */
function auditedEdit<Setting>(
  context: AuditActor,
  noun: string,
  subject: string,
  show: (setting: Setting) => Readonly<Record<string, unknown>>,
  customerNo?: string,
): OnEdit<Setting> {
  return (tx, before, after) =>
    recordAudit(tx, context, {
      action: `${noun}.${after === undefined ? 'removed' : 'set'}`,
      subject,
      customerNo,
      before: before && show(before),
      after: after && show(after),
    });
}
