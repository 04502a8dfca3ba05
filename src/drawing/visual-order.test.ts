import { expect, test } from 'vitest';
import { splitInBidiVisualOrder } from './visual-order.ts';

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
  expect(splitInBidiVisualOrder(line)).toEqual(parts);
});

test('nothing is lost', () => {
  const line = 'א b ג ד e  ו ';
  expect([...splitInBidiVisualOrder(line).join('')].toSorted()).toEqual([...line].toSorted());
});
