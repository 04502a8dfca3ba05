/** Request fields that several operations about returns share. Pure. */
import { warehouseCodes, warehouseField } from '../contract/code-lists.ts';
import { codeField } from '../contract/fields.ts';
import { dispositions } from './return.ts';

/** The ten codes that the interface lists here (interface: Code lists): VCX01 and WOX01 take no returns. */
const codes = warehouseCodes.filter((each) => each !== 'VCX01' && each !== 'WOX01');

/** Creates the schema of a request field for a warehouse that takes returns. */
export function returnWarehouseField(description: string) {
  return warehouseField(description, { codeList: { list: 'Warehouse', codes } });
}

export function dispositionField(description: string) {
  return codeField(description, dispositions);
}
