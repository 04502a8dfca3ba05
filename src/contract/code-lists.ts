/**
 * The code lists of the interface (interface: Code lists) and the fields that use them.
 *
 * Warehouses and inventory statuses are operator settings (decision 8), so a field of theirs carries the keyword
 * `codeList`: its list by name, and the interface's codes. An environment resolves it (`CodeLists` of the platform);
 * the mock, which has no operator settings, uses the interface's codes. All other lists are closed enums.
 */
import Type, { type TSchemaOptions, type TUnsafe } from 'typebox';
import type { CodeListField } from '../platform/http/code-lists.ts';
import { codeField } from './fields.ts';

export const warehouseCodes = [
  'APC01',
  'APC02',
  'COB01',
  'COB02',
  'ETC01',
  'MMC01',
  'PRB02',
  'PRB04',
  'SJU01',
  'TWL01',
  'VCX01',
  'WOX01',
] as const;

/** The generic inventory status codes; a customer may have additional ones. */
export const inventoryStatusCodes = [
  'GOOD-NO-TX',
  'RTGD-NO-TX',
  'RDMG-NO-TX',
  'CDMG-NO-TX',
  'DMGD-NO-TX',
  'GOOD-NO-BD',
  'DMGD-ST-BD',
  'GOOD-ST-IM',
] as const;

/** The inventory tax status codes of transfer order items; a customer may have additional ones. */
export const inventoryTaxStatusCodes = [
  'GOOD-LB-TX',
  'GOOD-NO-BD',
  'GOOD-NO-CB',
  'GOOD-NO-TX',
  'GOOD-ST-BD',
  'GOOD-ST-EX',
  'GOOD-ST-IM',
  'GOOD-ST-TX',
] as const;

export const carrierCodes = ['FEX', 'UPS', 'BSW', 'GSO', 'WIL', 'FCC', 'TMC', 'WST', 'WILL'] as const;
export type CarrierCode = (typeof carrierCodes)[number];

export const carrierServiceCodes = ['ONPR', 'GRND', '2DAY', 'HOME', 'ONST', 'CALL', 'LPDS', 'NONE', 'INPR'] as const;
export type CarrierServiceCode = (typeof carrierServiceCodes)[number];

export const salesOrderTypeCodes = ['CLUB', 'RETAIL', 'DTT', 'JIT', 'DELIVERY_TO_WINERY', 'WHOLESALE'] as const;
export type SalesOrderTypeCode = (typeof salesOrderTypeCodes)[number];

export const inventoryTransactionTypes = [
  'Purchase Order',
  'Transfer In',
  'Transfer Out',
  'Production Line',
  'Inventory Adjustment',
  'Inventory Status Change',
  'Sales order',
  'Return Order',
] as const;

function codeListField(description: string, codeList: CodeListField, options: TSchemaOptions = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', codeList, description, examples: [codeList.codes[0]], ...options });
}

/** A warehouse of the operator. */
export function warehouseField(description: string, options: TSchemaOptions = {}) {
  return codeListField(description, { list: 'Warehouse', codes: warehouseCodes }, options);
}

/** An inventory status: a generic code, or one of the customer's own. */
export function inventoryStatusField(description: string) {
  return codeListField(description, { list: 'InventoryStatus', codes: inventoryStatusCodes });
}

/** A tax status: one of the interface's, or one of the customer's own. */
export function inventoryTaxStatusField(description: string) {
  return codeListField(description, { list: 'InventoryStatus', codes: inventoryTaxStatusCodes });
}

/** Any inventory status of the interface, or one of the customer's own. Operations on stock and counts use it. */
export function inventoryOrTaxStatusField(description: string) {
  const codes = [...new Set([...inventoryStatusCodes, ...inventoryTaxStatusCodes])];
  return codeListField(description, { list: 'InventoryStatus', codes });
}

export function carrierField(description: string) {
  return codeField(description, carrierCodes);
}

export function carrierServiceField(description: string) {
  return codeField(description, carrierServiceCodes);
}

export function salesOrderTypeField(description: string) {
  return codeField(description, salesOrderTypeCodes);
}
