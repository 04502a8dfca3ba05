/** What lies in a location, in words. */
import { expect, test } from 'vitest';
import { contentsText } from '../../portal/pages/locations/contents-text.ts';

test('two conditions of one item in a bin have their statuses', () => {
  const contents = [
    { ItemNo: 'PIN', InventoryStatus: 'GOOD-NO-TX', Quantity: 10 },
    { ItemNo: 'PIN', InventoryStatus: 'DMGD-NO-TX', Quantity: 2 },
    { ItemNo: 'CAB', InventoryStatus: 'RTGD-NO-TX' },
  ];
  expect(contentsText(contents)).toBe('10 × PIN, 2 × PIN DMGD-NO-TX, counting × CAB RTGD-NO-TX');
});
