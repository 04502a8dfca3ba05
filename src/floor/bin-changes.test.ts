import { expect, test } from 'vitest';
import type { BinContent } from '../locations/index.ts';
import { binsAfterChanges } from './bin-changes.ts';

const item = { customerNo: 'W1', itemNo: 'PN21' };
const bin = (status: string, quantity: number): BinContent =>
  ({ ...item, warehouse: 'APC01', location: 'A-01', status, quantity }) as BinContent;
// In the sequence of their keys, as they are read.
const bins = [bin('DMGD-NO-TX', 3), bin('GOOD-NO-BD', 4), bin('GOOD-NO-TX', 5)];
const after = (units: number, drawn: readonly string[] | undefined) =>
  binsAfterChanges(
    bins,
    [{ ...item, location: 'A-01', units }],
    drawn === undefined ? new Map() : new Map([['W1\nPN21', new Set(drawn)]]),
  ).map(({ status, quantity }) => [status, quantity]);

test('units are taken from the statuses that the item is drawn from, then from others', () => {
  expect(after(2, ['GOOD-NO-TX'])).toEqual([['GOOD-NO-TX', 3]]);
  expect(after(2, ['GOOD-NO-BD'])).toEqual([['GOOD-NO-BD', 2]]);
  expect(after(6, ['GOOD-NO-BD', 'GOOD-NO-TX'])).toEqual([
    ['GOOD-NO-BD', 0],
    ['GOOD-NO-TX', 3],
  ]);
  expect(after(6, ['GOOD-NO-TX'])).toEqual([
    ['GOOD-NO-TX', 0],
    ['DMGD-NO-TX', 2],
  ]);
});

test('units that are put back are added to a status that the item is drawn from', () => {
  expect(after(-2, ['GOOD-NO-TX'])).toEqual([['GOOD-NO-TX', 7]]);
});

test('an item whose statuses are not known is drawn from the primary status', () => {
  expect(after(2, undefined)).toEqual([['GOOD-NO-TX', 3]]);
});

test('units that are put back in a status that the bin does not have yet are added to it; other bins are skipped', () => {
  const back = (location: string) => ({ ...item, location, status: 'OWN-A', units: -2 });
  expect(binsAfterChanges(bins, [back('A-01'), back('B-01')], new Map())).toEqual([bin('OWN-A', 2)]);
});

test('a change that names its status changes that one', () => {
  const change = { ...item, location: 'A-01', status: 'DMGD-NO-TX', units: 9 };
  expect(binsAfterChanges(bins, [change], new Map())).toEqual([bin('DMGD-NO-TX', 0)]);
});
