/** The declared value of a package for insurance (decision 26). Pure. */
import type { OrderLine } from '../sales-orders/index.ts';
import type { Sku } from '../skus/index.ts';
import type { PackageItem } from './package.ts';

/**
 * The value of the contents in dollars, rounded to cents. Each unit counts at the price of its line, a line ordered by the case at
 * its share of the case's price. A unit whose line has no price counts at the value of the item, or 0 without one (interface: Order
 * item, SKU). A negative price is a discount and counts as 0.
 */
export function computeDeclaredValue(
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
