import { expect, test } from 'vitest';
import type { OrderLine } from '../sales-orders/index.ts';
import { findShippedLine } from './shipped-line.ts';

const line = (itemNo: string, status: string, units: number, shortUnits?: number) =>
  ({ itemNo, status, units, ...(shortUnits === undefined ? {} : { shortUnits }) }) as OrderLine;

test('the first line of the item in that status of which anything left', () => {
  const short = line('PIN', 'GOOD-NO-TX', 2, 2);
  const bonded = line('PIN', 'GOOD-NO-BD', 2);
  const paid = line('PIN', 'GOOD-NO-TX', 3, 1);
  const pin = (shippedStatus: string) => ({ itemNo: 'PIN', shippedStatus });
  const lines = [line('CAB', 'GOOD-ST-TX', 1), short, bonded, paid];
  expect(findShippedLine({ lines }, pin('GOOD-NO-TX'))).toBe(paid);
  expect(findShippedLine({ lines }, pin('GOOD-NO-BD'))).toBe(bonded);
  expect(findShippedLine({ lines: [short] }, pin('GOOD-NO-TX'))).toBe(short);
  expect(findShippedLine({ lines }, { itemNo: 'SYR', shippedStatus: 'GOOD-NO-TX' })).toBeUndefined();
});

test('in a status that no line has: the first line of the item of which anything left', () => {
  const short = line('PIN', 'GOOD-NO-TX', 2, 2);
  const paid = line('PIN', 'GOOD-NO-TX', 3, 1);
  expect(findShippedLine({ lines: [short, paid] }, { itemNo: 'PIN', shippedStatus: 'GOOD-ST-TX' })).toBe(paid);
});
