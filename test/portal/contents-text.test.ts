/** What lies in a location, in words. */
import { expect, test } from 'vitest';
import { contentsText } from '../../portal/pages/locations/contents-text.ts';

const [stonebridge, hilltop] = [
  { CustomerNo: 'W1001', CustomerName: 'Stonebridge' },
  { CustomerNo: 'W1002', CustomerName: 'Hilltop Cellars' },
];

test('two conditions of one item in a bin have their statuses', () => {
  const contents = [
    { ...stonebridge, ItemNo: 'PIN', InventoryStatus: 'GOOD-NO-TX', Quantity: 10 },
    { ...stonebridge, ItemNo: 'PIN', InventoryStatus: 'DMGD-NO-TX', Quantity: 2 },
    { ...stonebridge, ItemNo: 'CAB', InventoryStatus: 'RTGD-NO-TX' },
  ];
  expect(contentsText(contents)).toBe('10 × PIN, 2 × PIN DMGD-NO-TX, counting × CAB RTGD-NO-TX of Stonebridge W1001');
});

test('one item of two wineries has their names', () => {
  const pinot = { ItemNo: 'PIN', InventoryStatus: 'GOOD-NO-TX' };
  const contents = [
    { ...stonebridge, ...pinot, Quantity: 600 },
    { ...hilltop, ...pinot, Quantity: 12 },
    { ...stonebridge, ...pinot, ItemNo: 'CAB', Quantity: 6 },
  ];
  expect(contentsText(contents)).toBe('600 × PIN, 6 × CAB of Stonebridge W1001; 12 × PIN of Hilltop Cellars W1002');
});
