import { expect, test } from 'vitest';
import type { Location } from '../locations/index.ts';
import { type PutAwayBin, suggestPutAwayBin } from './put-away.ts';

const bin = (
  location: string,
  walkOrder: number,
  more: Partial<Location> & Partial<Omit<PutAwayBin, 'location'>> = {},
): PutAwayBin => {
  const { kind = 'pick', capacity = 0, units = 0, isOfItem = false, isFree = !isOfItem && units === 0 } = more;
  return { location: { warehouse: 'W', location, zone: '', walkOrder, kind, capacity }, units, isOfItem, isFree };
};
const suggested = (bins: readonly PutAwayBin[], units = 12) => suggestPutAwayBin(bins, units)?.location.location;

test('the bin of the item comes before a free one, also a later one of the walk', () => {
  expect(suggested([bin('A', 1), bin('B', 2, { isOfItem: true, units: 6 })])).toBe('B');
});

test('a bin that takes all units comes before a bin of the item that does not; without one, what fits is put there', () => {
  const full = bin('B', 2, { isOfItem: true, units: 6, capacity: 12 });
  expect(suggested([bin('A', 1), full])).toBe('A');
  expect(suggestPutAwayBin([full], 12)).toMatchObject({ location: { location: 'B' }, room: 6, isOfItem: true });
  expect(suggested([full], 6)).toBe('B');
});

test('an item without a pick face gets one; further units go to reserve', () => {
  const free = [bin('R', 1, { kind: 'reserve' }), bin('P', 2)];
  expect(suggested(free)).toBe('P');
  expect(suggested([...free, bin('F', 3, { isOfItem: true, units: 12, capacity: 12 })])).toBe('R');
});

test('the walk decides among free bins, and their codes where it does not', () => {
  expect(suggested([bin('C', 2), bin('B', 1), bin('A', 1)])).toBe('A');
});

test('totes, full bins and bins of other items are left out', () => {
  const none = [bin('T', 1, { kind: 'tote' }), bin('F', 2, { capacity: 6, units: 6, isOfItem: true })];
  expect(suggestPutAwayBin([...none, bin('O', 3, { units: 1 }), bin('E', 4, { isFree: false })], 1)).toBeUndefined();
});
