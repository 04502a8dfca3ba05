import { expect, test } from 'vitest';
import type { ShortPick } from '../inventory/index.ts';
import { computeSalesDemandLines } from './draft.ts';
import type { OrderLine } from './order.ts';
import { computeLineUnitsToShip, hasUnitsToShip, keepShortUnits, subtractShortPicks } from './units-to-ship.ts';

const line = (no: number, itemNo: string, units: number, more: Partial<OrderLine> = {}): OrderLine => ({
  line: no,
  itemNo,
  description: '',
  quantity: units,
  quantityUnit: 'RETAIL',
  units,
  uom: '750',
  storage: 'service',
  status: 'GOOD-NO-TX',
  ...more,
});

const pick = (itemNo: string, quantity: number): ShortPick => ({
  customerNo: 'W1',
  subject: 'order',
  itemNo,
  status: 'GOOD-NO-TX',
  warehouse: 'APC01',
  quantity,
  because: 'Inventory Adjustment BROKEN',
  posting: 'posting',
});

test('the last line of an item is shortened first, and repeated short picks add up', () => {
  const lines = [line(1, 'A', 3), line(2, 'B', 2), line(3, 'A', 2)];
  const once = subtractShortPicks(lines, [pick('A', 3)]);
  expect(once.map(computeLineUnitsToShip)).toEqual([2, 2, 0]);
  expect(subtractShortPicks(once, [pick('A', 1), pick('B', 2)]).map(computeLineUnitsToShip)).toEqual([1, 0, 0]);
});

test('an order with only short lines and a fee has nothing left to ship', () => {
  const lines = [line(1, 'A', 1), line(2, 'FEE', 1, { storage: 'virtual' })];
  expect(hasUnitsToShip(lines)).toBe(true);
  expect(hasUnitsToShip(subtractShortPicks(lines, [pick('A', 1)]))).toBe(false);
});

test('units picked short are not demanded again', () => {
  const lines = subtractShortPicks([line(1, 'A', 3), line(2, 'B', 2)], [pick('A', 1), pick('B', 2)]);
  expect(computeSalesDemandLines('CLUB', lines, ['GOOD-NO-TX'])).toEqual([
    { itemNo: 'A', status: 'GOOD-NO-TX', quantity: 2 },
  ]);
});

test('a line that an update leaves as it is remains short; one that it adds or changes ships whole', () => {
  const before = [line(1, 'A', 3, { shortUnits: 1 }), line(2, 'B', 2, { shortUnits: 2 })];
  const shipped = (...lines: readonly OrderLine[]) => keepShortUnits(lines, before).map(computeLineUnitsToShip);
  expect(shipped(line(1, 'B', 2), line(2, 'A', 3))).toEqual([0, 2]);
  expect(shipped(line(1, 'A', 3), line(2, 'A', 3))).toEqual([2, 3]);
  expect(shipped(line(1, 'A', 4), line(2, 'B', 2, { status: 'GOOD-ST-TX' }))).toEqual([4, 2]);
});

test('throws when more units are short than the order ships', () => {
  expect(() => subtractShortPicks([line(1, 'A', 1)], [pick('A', 2)])).toThrow('1 units short');
});

test('lines are added up by item and status, sorted by first occurrence', () => {
  const taxed = { status: 'GOOD-ST-TX' };
  const lines = [
    line(1, 'B', 1),
    line(2, 'A', 2),
    line(3, 'B', 4, taxed),
    line(4, 'A', 8),
    line(5, 'B', 16),
    line(6, 'B', 32, taxed),
  ];
  expect(computeSalesDemandLines('WHOLESALE', lines, ['GOOD-NO-TX'])).toEqual([
    { itemNo: 'B', status: 'GOOD-NO-TX', quantity: 17 },
    { itemNo: 'A', status: 'GOOD-NO-TX', quantity: 10 },
    { itemNo: 'B', status: 'GOOD-ST-TX', quantity: 36 },
  ]);
});

test('lines without operator stock and JIT orders demand nothing', () => {
  const lines = [line(1, 'A', 2, { storage: 'client' }), line(2, 'B', 3, { storage: 'virtual' }), line(3, 'C', 3)];
  expect(computeSalesDemandLines('CLUB', lines, ['GOOD-NO-TX'])).toEqual([
    { itemNo: 'C', status: 'GOOD-NO-TX', quantity: 3 },
  ]);
  expect(computeSalesDemandLines('JIT', lines, ['GOOD-NO-TX'])).toEqual([]);
});
