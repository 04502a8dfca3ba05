/** Lines that order an item in its units or in cases, in units of the item (decision 10). Pure. */
import type { Fault } from '../platform/errors.ts';
import { checkItemEligibility, type ItemEligibilityOptions, type Sku } from '../skus/index.ts';

/** Maximum of PostgreSQL's `integer`, which stores units. */
const maxStoredUnits = 2_147_483_647;

interface OrderedLine {
  readonly itemNo: string;
  readonly quantity: number;
  /** WHOLESALE: `quantity` counts cases. */
  readonly quantityUnit: 'RETAIL' | 'WHOLESALE';
}

/**
 * The units of a line of `ItemsInfo`, and its faults, in this order: that of `checkItemEligibility`, `CaseUnknown` (cases of an item
 * without NumBottleInEachCase), `Maximum`.
 */
export function computeLineUnits(
  index: number,
  { itemNo, quantity, quantityUnit }: OrderedLine,
  sku: Sku | undefined,
  rules: ItemEligibilityOptions,
): { readonly units: number; readonly faults: Fault[] } {
  const line = `ItemsInfo[${index}]`;
  const itemProblem = checkItemEligibility(`${line}.ItemNo`, itemNo, sku, rules);
  const faults = itemProblem === undefined ? [] : [itemProblem];
  const bottles = quantityUnit === 'WHOLESALE' ? sku?.bottlesPerCase : 1;
  if (sku !== undefined && bottles === undefined) {
    const message = `is WHOLESALE, but item ${itemNo} has no NumBottleInEachCase`;
    faults.push({ field: `${line}.QuantityUnit`, code: 'CaseUnknown', message });
  }
  const units = quantity * (bottles ?? 1);
  if (units > maxStoredUnits) {
    faults.push({
      field: `${line}.ItemQuantity`,
      code: 'Maximum',
      message: `is more than ${maxStoredUnits} units of the item`,
    });
  }
  return { units, faults };
}
