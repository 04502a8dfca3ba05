import { expect, test } from 'vitest';
import type { Package } from '../warehouse/index.ts';
import { choosePackagesToReturn, computeSimulatedReturnArrivalTime } from './returned-packages.ts';

function box(packageNo: number, items: Record<string, number>, leg = 0): Package {
  return {
    packageNo,
    leg,
    items: Object.entries(items).map(([itemNo, units], line) => ({
      line,
      itemNo,
      description: '',
      status: 'GOOD-NO-TX',
      units,
    })),
  } as unknown as Package;
}

const chosen = (packages: Package[], items: Record<string, number>) =>
  choosePackagesToReturn(
    packages,
    Object.entries(items).map(([itemNo, quantity]) => ({ itemNo, quantity })),
  ).map((p) => p.packageNo);

test('whole packages first, then the fewest that hold the rest', () => {
  const packages = [box(1, { PIN: 12 }), box(2, { PIN: 6, CAB: 6 }), box(3, { CAB: 2 })];
  expect(chosen(packages, { PIN: 18, CAB: 8 })).toEqual([1, 2, 3]);
  expect(chosen(packages, { PIN: 12 })).toEqual([1]);
  expect(chosen(packages, { CAB: 2 })).toEqual([3]);
  expect(chosen(packages, { CAB: 3 })).toEqual([2, 3]);
  expect(chosen(packages, { PIN: 6, CAB: 6 })).toEqual([2]);
  expect(chosen(packages, { PIN: 1 })).toEqual([1]);
  expect(chosen(packages, {})).toEqual([]);
});

test('an item that comes back from several statuses counts together', () => {
  const lines = [8, 4].map((quantity) => ({ itemNo: 'PIN', quantity }));
  expect(choosePackagesToReturn([box(1, { PIN: 12 }), box(2, { PIN: 4 })], lines).map((p) => p.packageNo)).toEqual([1]);
});

test('the package with most of the rest first, and none beside it that is not needed', () => {
  const packages = [box(1, { PIN: 12 }), box(2, { PIN: 12 }), box(3, { PIN: 6, SET: 2 })];
  expect(chosen(packages, { PIN: 5, SET: 1 })).toEqual([3]);
});

test('a canceled package never left, so it does not come back', () => {
  expect(chosen([{ ...box(1, {}), status: 'CANCELED' }, box(2, { PIN: 3 })], { PIN: 1 })).toEqual([2]);
});

test('one that is on its way back already comes last', () => {
  expect(chosen([box(1, { PIN: 12 }, 1), box(2, { PIN: 12 })], { PIN: 12 })).toEqual([2]);
});

test('it arrives after the working days that the way out takes, on a working day', () => {
  const to = {
    code: 'APC01',
    city: 'Napa',
    state: 'CA',
    zip: '94558',
    timeZone: 'America/Los_Angeles',
    workingDays: [1, 2, 3, 4, 5],
    acceptsReturns: true,
  };
  const wednesday = Temporal.Instant.from('2026-11-25T12:00:00-08:00');
  const arrival = (holidays: string[]) =>
    computeSimulatedReturnArrivalTime(
      { carrier: 'FEX', service: '2DAY', from: '80202', to },
      wednesday,
      new Set(holidays),
    ).toString({
      timeZone: to.timeZone,
    });
  expect(arrival([])).toBe('2026-11-27T11:00:00-08:00');
  expect(arrival(['2026-11-26'])).toBe('2026-11-30T11:00:00-08:00');
});
