import { expect, test } from 'vitest';
import { groupByCustomerInLockOrder } from './floor-work.ts';

test('items of several customers are handled by customer, whatever the sequence of the request', () => {
  const items = ['W2', 'W10', 'W1', 'W2'].map((customerNo, n) => ({ customerNo, n }));
  expect(
    groupByCustomerInLockOrder(items, (item) => item).map(([customerNo, own]) => [customerNo, own.map(({ n }) => n)]),
  ).toEqual([
    ['W1', [2]],
    ['W10', [1]],
    ['W2', [0, 3]],
  ]);
});
