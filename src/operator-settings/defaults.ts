/** The settings that the first start loads (interface: Code lists; decision 8). The operator edits them from then on. */
import {
  type Cutoff,
  type Holiday,
  type InventoryStatus,
  primaryInventoryStatus,
  type Warehouse,
} from '../contract/operator-settings.ts';

const mondayToFriday = [1, 2, 3, 4, 5] as const;
const pacific = 'America/Los_Angeles';

const napa = { city: 'Napa', state: 'CA', zip: '94558', timeZone: pacific } as const;
const cobleskill = { city: 'Cobleskill', state: 'NY', zip: '12043', timeZone: 'America/New_York' } as const;
const earthCity = { city: 'Earth City', state: 'MO', zip: '63045', timeZone: 'America/Chicago' } as const;
const mcMinnville = { city: 'McMinnville', state: 'OR', zip: '97128', timeZone: pacific } as const;
const pasoRobles = { city: 'Paso Robles', state: 'CA', zip: '93446', timeZone: pacific } as const;
const sherwood = { city: 'Sherwood', state: 'OR', zip: '97140', timeZone: pacific } as const;
const tualatin = { city: 'Tualatin', state: 'OR', zip: '97062', timeZone: pacific } as const;
const vacaville = { city: 'Vacaville', state: 'CA', zip: '95687', timeZone: pacific } as const;
const windsor = { city: 'Windsor', state: 'CA', zip: '95492', timeZone: pacific } as const;

/** The interface's twelve warehouses. VCX01 and WOX01 accept no returns. */
export const defaultWarehouses: readonly Warehouse[] = [
  { code: 'APC01', ...napa, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'APC02', ...napa, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'COB01', ...cobleskill, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'COB02', ...cobleskill, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'ETC01', ...earthCity, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'MMC01', ...mcMinnville, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'PRB02', ...pasoRobles, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'PRB04', ...pasoRobles, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'SJU01', ...sherwood, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'TWL01', ...tualatin, workingDays: mondayToFriday, acceptsReturns: true },
  { code: 'VCX01', ...vacaville, workingDays: mondayToFriday, acceptsReturns: false },
  { code: 'WOX01', ...windsor, workingDays: mondayToFriday, acceptsReturns: false },
];

const taxPaidGood = {
  sellableToConsumers: false,
  bonded: false,
  taxPaid: true,
  returned: false,
  damaged: false,
} as const;
const inBond = { ...taxPaidGood, bonded: true, taxPaid: false } as const;

/** All statuses that some list of the interface contains. */
export const defaultInventoryStatuses: readonly InventoryStatus[] = [
  { code: primaryInventoryStatus, description: 'Good, primary, tax paid', ...taxPaidGood, sellableToConsumers: true },
  { code: 'GOOD-ST-TX', description: 'Good, tax paid', ...taxPaidGood },
  { code: 'GOOD-LB-TX', description: 'Good, library, tax paid', ...taxPaidGood },
  { code: 'GOOD-NO-CB', description: 'Good, club, tax paid', ...taxPaidGood },
  { code: 'GOOD-ST-IM', description: 'Good, import (Oregon), tax paid', ...taxPaidGood },
  { code: 'GOOD-NO-BD', description: 'Good, primary, in bond', ...inBond },
  { code: 'GOOD-ST-BD', description: 'Good, in bond', ...inBond },
  { code: 'GOOD-ST-EX', description: 'Good, export, in bond', ...inBond },
  { code: 'RTGD-NO-TX', description: 'Returned, good', ...taxPaidGood, returned: true },
  { code: 'RDMG-NO-TX', description: 'Returned, damaged', ...taxPaidGood, returned: true, damaged: true },
  { code: 'CDMG-NO-TX', description: 'Cosmetic damage', ...taxPaidGood, damaged: true },
  { code: 'DMGD-NO-TX', description: 'Damaged', ...taxPaidGood, damaged: true },
  { code: 'DMGD-ST-BD', description: 'Damaged, in bond', ...inBond, damaged: true },
];

/** Cutoffs per carrier service, the same for every warehouse. */
export const defaultCutoffs: readonly Cutoff[] = [
  { carrier: 'FEX', service: 'GRND', time: '14:00' },
  { carrier: 'FEX', service: 'HOME', time: '14:00' },
  { carrier: 'FEX', service: '2DAY', time: '15:00' },
  { carrier: 'FEX', service: 'ONST', time: '15:30' },
  { carrier: 'FEX', service: 'ONPR', time: '15:30' },
  { carrier: 'FEX', service: 'INPR', time: '13:00' },
  { carrier: 'UPS', service: 'GRND', time: '14:30' },
  { carrier: 'UPS', service: '2DAY', time: '15:00' },
  { carrier: 'UPS', service: 'ONST', time: '15:30' },
  { carrier: 'UPS', service: 'ONPR', time: '15:30' },
  { carrier: 'WIL', service: 'CALL', time: '12:00' },
  { carrier: 'WILL', service: 'CALL', time: '12:00' },
];

/** The `nth` given weekday (1 is Monday) of a month; the last one for -1. */
function weekdayOfMonth(year: number, month: number, weekday: number, nth: number): Temporal.PlainDate {
  const first = new Temporal.PlainDate(year, month, 1);
  if (nth > 0) return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (nth - 1) * 7 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 });
}

/** A holiday that falls on a Sunday is observed on the Monday after it. */
function observed(year: number, month: number, day: number): Temporal.PlainDate {
  const date = new Temporal.PlainDate(year, month, day);
  return date.dayOfWeek === 7 ? date.add({ days: 1 }) : date;
}

/** The six default holidays of a year, on which neither the warehouses nor the carriers work. */
export function defaultHolidaysOfYear(year: number): readonly Holiday[] {
  const days: [Temporal.PlainDate, string][] = [
    [observed(year, 1, 1), "New Year's Day"],
    [weekdayOfMonth(year, 5, 1, -1), 'Memorial Day'],
    [observed(year, 7, 4), 'Independence Day'],
    [weekdayOfMonth(year, 9, 1, 1), 'Labor Day'],
    [weekdayOfMonth(year, 11, 4, 4), 'Thanksgiving Day'],
    [observed(year, 12, 25), 'Christmas Day'],
  ];
  return days.map(([date, name]) => ({ date: date.toString(), name }));
}

/** The holidays of 2020 to 2049, the range that test clocks are likely to reach. */
export const defaultHolidays: readonly Holiday[] = Array.from({ length: 30 }, (_, index) =>
  defaultHolidaysOfYear(2020 + index),
).flat();
