import { expect, test } from 'vitest';
import {
  groupRequestedLineDispositions,
  planInspectionFindings,
  type SimulatedReturnLine,
  toInspectedReturnLines,
} from './return-findings.ts';

const lines = [
  { line: 1, itemNo: 'PIN', expected: 2 },
  { line: 2, itemNo: 'CAB', expected: 1 },
  { line: 3, itemNo: 'PIN', expected: 3 },
];
const said = (quantity: number, more: Partial<SimulatedReturnLine> = {}): SimulatedReturnLine => ({
  itemNo: 'PIN',
  quantity,
  status: undefined,
  found: undefined,
  disposition: undefined,
  ...more,
});
const shown = (asked?: readonly SimulatedReturnLine[]) =>
  toInspectedReturnLines(planInspectionFindings(lines, asked)).map(({ found }) =>
    found.map((each) => `${each.quantity} ${each.status}`),
  );

test('as announced and good, where nothing was said', () => {
  expect(shown()).toEqual([['2 RTGD-NO-TX'], ['1 RTGD-NO-TX'], ['3 RTGD-NO-TX']]);
});

test('what is said of an item fills one line of it after the other', () => {
  expect(shown([said(1), said(4, { status: 'RDMG-NO-TX' })])).toEqual([
    ['1 RTGD-NO-TX', '1 RDMG-NO-TX'],
    ['1 RTGD-NO-TX'],
    ['3 RDMG-NO-TX'],
  ]);
});

test('what is missing is missing on the last line, what is too much lies there', () => {
  expect(shown([said(5, { found: 1 })])).toEqual([['1 RTGD-NO-TX'], ['1 RTGD-NO-TX'], []]);
  expect(shown([said(5, { found: 7 })])).toEqual([['2 RTGD-NO-TX'], ['1 RTGD-NO-TX'], ['5 RTGD-NO-TX']]);
  expect(shown([said(5, { found: 0 })])).toEqual([[], ['1 RTGD-NO-TX'], []]);
});

test('a disposition follows what it was said of, wherever that lies', () => {
  const asked = [said(1, { found: 0, disposition: 'Reship' }), said(4, { disposition: 'Return to Winery' })];
  expect(groupRequestedLineDispositions(planInspectionFindings(lines, asked))).toEqual([
    {
      disposition: 'Return to Winery',
      lines: [
        { itemNo: 'PIN', line: 1, finding: 1 },
        { itemNo: 'PIN', line: 3, finding: 1 },
      ],
    },
  ]);
  expect(groupRequestedLineDispositions(planInspectionFindings(lines, undefined))).toEqual([]);
});
