import { expect, test } from 'vitest';
import { bidiVisualOrder } from './visual-order.ts';

test.each([
  ['Ana Lee', ['Ana Lee']],
  ['王 伟', ['王 伟']],
  ['שלום', ['שלום']],
  // The first word is the rightmost.
  ['שלום עולם', ['עולם', ' ', 'שלום']],
  ['شارع الملك 12', ['12', ' ', 'الملك', ' ', 'شارع']],
  ['שלום Ana Lee עולם', ['עולם', ' ', 'Ana', ' ', 'Lee', ' ', 'שלום']],
  ['Ana שלום עולם 12', ['Ana', ' ', 'עולם', ' ', 'שלום', ' ', '12']],
  ['Apt 4 שלום', ['Apt', ' ', '4', ' ', 'שלום']],
])('%j is drawn as %j', (line, parts) => {
  expect(bidiVisualOrder(line)).toEqual(parts);
});

test('nothing is lost', () => {
  const line = 'א b ג ד e  ו ';
  expect([...bidiVisualOrder(line).join('')].toSorted()).toEqual([...line].toSorted());
});
