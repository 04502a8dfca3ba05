import { expect, test } from 'vitest';
import type { OrderLine } from '../sales-orders/index.ts';
import { sentLine } from './sent-line.ts';

const line = (itemNo: string, status: string, units: number, shortUnits?: number) =>
  ({ itemNo, status, units, ...(shortUnits === undefined ? {} : { shortUnits }) }) as OrderLine;

test('the first line of the item in that status of which anything left', () => {
  const short = line('PIN', 'GOOD-NO-TX', 2, 2);
  const bonded = line('PIN', 'GOOD-NO-BD', 2);
  const paid = line('PIN', 'GOOD-NO-TX', 3, 1);
  const pin = (shippedStatus: string) => ({ itemNo: 'PIN', shippedStatus });
  const lines = [line('CAB', 'GOOD-ST-TX', 1), short, bonded, paid];
  expect(sentLine({ lines }, pin('GOOD-NO-TX'))).toBe(paid);
  expect(sentLine({ lines }, pin('GOOD-NO-BD'))).toBe(bonded);
  expect(sentLine({ lines: [short] }, pin('GOOD-NO-TX'))).toBe(short);
  expect(sentLine({ lines }, pin('GOOD-ST-TX'))).toBeUndefined();
});
