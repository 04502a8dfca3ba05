/** A change of stock in its dialog: which reasons fit, and when it can be sent. */
import { expect, test } from 'vitest';
import {
  emptyStockChange,
  isCompleteStockChange,
  parseComponents,
  reasonsFor,
} from '../../portal/pages/inventory/stock-change.ts';

const reasons = [
  { ReasonCode: 'FOUND', UsedFor: 'adjustment', Direction: 'in' },
  { ReasonCode: 'LOST', UsedFor: 'adjustment', Direction: 'out' },
  { ReasonCode: 'COUNT', UsedFor: 'adjustment', Direction: 'both' },
  { ReasonCode: 'AGED', UsedFor: 'status change', Direction: 'out' },
] as never;

test.each([
  ['adjust', 3, ['FOUND', 'COUNT']],
  ['adjust', '-3', ['LOST', 'COUNT']],
  ['adjust', '', ['LOST', 'COUNT']],
  ['status', 3, ['AGED']],
  ['produce', 3, []],
] as const)('reasons of %s with %j units', (kind, units, codes) => {
  expect(reasonsFor({ ...emptyStockChange, kind, units }, reasons).map(({ ReasonCode }) => ReasonCode)).toEqual(codes);
});

test.each([
  [{ units: -2, reason: 'LOST' }, true],
  [{ units: 0, reason: 'LOST' }, false],
  [{ units: 1.5, reason: 'LOST' }, false],
  [{ units: 2 }, false],
  [{ units: 2, reason: 'FOUND', warehouse: '' }, false],
  [{ kind: 'produce', units: 2, components: 'A' }, true],
  [{ kind: 'produce', units: -2, components: 'A' }, false],
  [{ kind: 'produce', units: 2, components: ' ' }, false],
  [{ kind: 'status', units: 2, reason: 'AGED', toStatus: 'B' }, true],
  [{ kind: 'status', units: 2, reason: 'AGED', toStatus: 'A' }, false],
  [{ kind: 'status', units: 2, reason: 'AGED' }, false],
  [{ kind: 'status', units: 2, toStatus: 'B' }, false],
  [{ kind: 'status', units: -2, reason: 'AGED', toStatus: 'B' }, false],
] as const)('%o is complete: %j', (change, isComplete) => {
  expect(isCompleteStockChange({ ...emptyStockChange, warehouse: 'APC01', status: 'A', ...change })).toBe(isComplete);
});

test('components have the units for one set first; one bottle is the default', () => {
  expect(parseComponents('2 WINE-1; WINE 2 ;3 × W-3;; 4x W-4')).toEqual([
    { ItemNo: 'WINE-1', QuantityPerSet: 2 },
    { ItemNo: 'WINE 2', QuantityPerSet: 1 },
    { ItemNo: 'W-3', QuantityPerSet: 3 },
    { ItemNo: 'W-4', QuantityPerSet: 4 },
  ]);
});
