/** What the contents of a package are worth to its sender (decision 26). Pure. */
import type { OrderLine } from '../sales-orders/index.ts';
import type { Sku } from '../skus/index.ts';
import type { PackageItem } from './package.ts';

/**
 * Dollars to the cent: for each unit the price of its line, by bottle or by case as the line counts, else the item's own
 * value (interface: Order item, SKU). A price below nothing is a discount and takes nothing from the others.
 */
export function declaredValue(
  items: readonly Pick<PackageItem, 'line' | 'itemNo' | 'units'>[],
  lines: readonly OrderLine[],
  skuOf: (itemNo: string) => Pick<Sku, 'value'> | undefined,
): number {
  const lineOf = new Map(lines.map((line) => [line.line, line]));
  const dollars = items.map(({ line: number, itemNo, units }) => {
    const line = lineOf.get(number);
    if (line?.unitPrice === undefined) return units * Number(skuOf(itemNo)?.value ?? 0);
    return (Math.max(0, line.unitPrice) * line.quantity * units) / line.units;
  });
  return Math.round(dollars.reduce((sum, next) => sum + next, 0) * 100) / 100;
}
