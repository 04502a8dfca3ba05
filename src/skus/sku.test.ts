import { expect, test } from 'vitest';
import { isForAdults, type Sku } from './sku.ts';

const sku = (category: Sku['category'], alcoholByVolume: string): Sku => ({
  customerNo: 'W1',
  itemNo: 'ITEM',
  description: 'Item',
  category,
  storage: 'service',
  uom: 'BTL',
  bottlesPerCase: undefined,
  value: '10',
  alcoholByVolume,
  retired: false,
});

test.each([
  ['wine of an unknown strength', true, sku('Wine', '')],
  ['wine without alcohol', true, sku('Wine', '0')],
  ['merchandise with a little alcohol', true, sku('Merchandise', '0.5')],
  ['merchandise without alcohol', false, sku('Merchandise', '0')],
  ['merchandise', false, sku('Merchandise', '')],
  ['an unknown item', true, undefined],
] as const)('%s: given to adults only: %s', (_name, isForAdultsOnly, item) => {
  expect(isForAdults(item)).toBe(isForAdultsOnly);
});
