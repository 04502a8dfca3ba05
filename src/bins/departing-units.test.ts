import { expect, test } from 'vitest';
import { binsAfterDeparture } from './departing-units.ts';

const [itemNo, status] = ['PIN', 'GOOD'];
const bin = (location: string, quantity: number, of = status) => ({
  customerNo: 'W1',
  warehouse: 'APC01',
  location,
  itemNo,
  status: of,
  quantity,
});
const placed = (onHand: number, binned: number, picked = 0, of = status) => ({
  itemNo,
  status: of,
  onHand,
  binned,
  picked,
});
const left = (units: number, of = status) => ({ itemNo, status: of, units });
const from = (location: string, units: number) => ({ itemNo, location, units });
const [A, B] = [bin('A', 10), bin('B', 10)];

test('named bins are lowered by what was taken out of them', () => {
  const departure = { units: [left(7)], sources: [from('A', 4), from('B', 3)] };
  expect(binsAfterDeparture(departure, [A, B], [placed(50, 20)])).toEqual([bin('A', 6), bin('B', 7)]);
});

test('what is not named came from outside bins, as far as it stood there', () => {
  const departure = { units: [left(7)], sources: [] };
  expect(binsAfterDeparture(departure, [A], [placed(17, 10)])).toEqual([]);
  expect(binsAfterDeparture(departure, [A], [placed(14, 10)])).toEqual([bin('A', 7)]);
  // Units that are picked for orders do not stand there.
  expect(binsAfterDeparture(departure, [A], [placed(17, 10, 5)])).toEqual([bin('A', 5)]);
});

test('of several bins that may have had it, none is lowered', () => {
  expect(binsAfterDeparture({ units: [left(7)], sources: [] }, [A, B], [placed(20, 20)])).toEqual([]);
  // The named bin is empty after it, so the rest can only come from the other one.
  const departure = { units: [left(12)], sources: [from('A', 10)] };
  expect(binsAfterDeparture(departure, [A, B], [placed(20, 20)])).toEqual([bin('A', 0), bin('B', 8)]);
});

test('a bin never has less than nothing, and what was not recorded in it is taken from no other', () => {
  const departure = { units: [left(12)], sources: [from('A', 12)] };
  expect(binsAfterDeparture(departure, [A, B], [placed(20, 20)])).toEqual([bin('A', 0)]);
});

test('units of two statuses are taken out of the bins in each of them', () => {
  const other = bin('A', 5, 'TAX');
  const units = [left(3), left(4, 'TAX')];
  const placements = [placed(10, 10), placed(5, 5, 0, 'TAX')];
  expect(binsAfterDeparture({ units, sources: [from('A', 7)] }, [A, other], placements)).toEqual([
    bin('A', 7),
    bin('A', 1, 'TAX'),
  ]);
});
