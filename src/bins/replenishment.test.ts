import { expect, test } from 'vitest';
import { computeUnitsToReplenish, planReplenishment } from './replenishment.ts';

test('a face below its minimum wants units up to its target', () => {
  const rule = { minimum: 12, target: 48 };
  expect([0, 11, 12, 50].map((face) => computeUnitsToReplenish(face, rule))).toEqual([48, 37, 0, 0]);
});

test('one location of the reserve is emptied before the next, until nothing is wanted', () => {
  const reserve = [
    { location: 'R-1', quantity: 20 },
    { location: 'R-2', quantity: 60 },
    { location: 'R-3', quantity: 60 },
  ];
  expect(planReplenishment(48, reserve)).toEqual([
    { location: 'R-1', quantity: 20 },
    { location: 'R-2', quantity: 28 },
  ]);
  expect(planReplenishment(48, reserve, 30)).toEqual([{ location: 'R-2', quantity: 48 }]);
  expect(planReplenishment(48, reserve, 130)).toEqual([{ location: 'R-3', quantity: 10 }]);
  expect(planReplenishment(0, reserve)).toEqual([]);
  expect(planReplenishment(200, reserve.slice(0, 1))).toEqual([{ location: 'R-1', quantity: 20 }]);
});
