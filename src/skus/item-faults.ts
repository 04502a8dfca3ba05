/** The faults of items in requests, with the same texts everywhere (decisions 3 and 10). Pure. */
import type { Fault } from '../platform/errors.ts';
import type { Sku } from './sku.ts';

export interface ItemEligibilityOptions {
  /** True if retired items are accepted: their stock may leave (decision 10). */
  readonly areRetiredAllowed?: boolean;
  /** True if items that the operator does not store (virtual items and items in the client's storage) are faults. */
  readonly isStoredRequired?: boolean;
}

/** `UnknownItem`, `RetiredItem` or `ItemNotStored` of an item number at `field`; undefined when the item may be used. */
export function checkItemEligibility(
  field: string,
  itemNo: string,
  sku: Sku | undefined,
  rules: ItemEligibilityOptions,
): Fault | undefined {
  const fault = (code: string, problem: string): Fault => ({
    field,
    code,
    message: `${JSON.stringify(itemNo)} ${problem}`,
  });
  if (sku === undefined) return fault('UnknownItem', 'is not an item of this customer');
  if (sku.retired && rules.areRetiredAllowed !== true) return fault('RetiredItem', 'is retired');
  if (rules.isStoredRequired !== true || sku.storage === 'service') return undefined;
  const storage = sku.storage === 'virtual' ? 'is virtual' : "is in the client's storage";
  return fault('ItemNotStored', `${storage}: the operator does not stock it`);
}
