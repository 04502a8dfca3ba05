import { expect, test } from 'vitest';
import type { OrderLine } from '../sales-orders/index.ts';
import { sentLine } from './sent-line.ts';

const line = (itemNo: string, status: string, units: number, shortUnits?: number) =>
  ({ itemNo, status, units, ...(shortUnits === undefined ? {} : { shortUnits }) }) as OrderLine;

test('the first line of the item of which anything left', () => {
  const bonded = line('PIN', 'GOOD-NO-BD', 2, 2);
  const paid = line('PIN', 'GOOD-NO-TX', 3, 1);
  expect(sentLine({ lines: [line('CAB', 'GOOD-ST-TX', 1), bonded, paid] }, 'PIN')).toBe(paid);
  expect(sentLine({ lines: [paid, bonded] }, 'PIN')).toBe(paid);
  expect(sentLine({ lines: [bonded] }, 'PIN')).toBe(bonded);
  expect(sentLine({ lines: [bonded] }, 'CAB')).toBeUndefined();
});
