import { expect, test } from 'vitest';
import type { ReturnLine } from '../returns/index.ts';
import { computeInspectionDifferences, decideBottleScan, toInspectedLines } from './inspection.ts';

const line = (number: number, itemNo: string, expected: number, inspected = false): ReturnLine => ({
  line: number,
  itemNo,
  expected,
  inspected,
  description: '',
  uom: '750',
  shippedStatus: 'GOOD-NO-TX',
  findings: [],
});

const lines = [line(1, 'CAB', 2), line(2, 'CAB', 1), line(3, 'PIN', 1), line(4, 'ZIN', 5, true)];
const good = (itemNo: string, units: number) => ({ itemNo, status: 'RTGD-NO-TX', units });

test('bottles fill the lines of their item in order, and the last line has what is too many', () => {
  const damaged = { itemNo: 'CAB', status: 'RDMG-NO-TX', units: 3 };
  expect(toInspectedLines(lines, [good('CAB', 1), damaged])).toEqual([
    {
      line: 1,
      found: [
        { quantity: 1, status: 'RTGD-NO-TX' },
        { quantity: 1, status: 'RDMG-NO-TX' },
      ],
    },
    { line: 2, found: [{ quantity: 2, status: 'RDMG-NO-TX' }] },
    { line: 3, found: [] },
  ]);
});

test('differences are those of lines that are not inspected', () => {
  expect(computeInspectionDifferences(lines, [good('CAB', 3)])).toEqual([{ itemNo: 'PIN', expected: 1, found: 0 }]);
});

test('a code of several items counts nothing', () => {
  const codes = ['CAB', 'PIN'].map((itemNo) => ({ code: 'SHARED', itemNo, units: 1 }));
  const result = decideBottleScan({ lines, found: [] }, codes, { code: 'shared', status: 'RTGD-NO-TX' }, () => 9);
  expect(result).toMatchObject({ verdict: 'wrong', counted: undefined });
});
