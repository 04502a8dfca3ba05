/**
 * What an operator knows before its first customer comes: warehouses, inventory statuses, cutoff times and holidays
 * (decision 8). These are the defaults that a first start loads; from then on the operator's own tables hold.
 */

/** Stands for every carrier. */
export const anyCarrier = '*';

/** Working days on the way from one area to another, as the operator knows them. */
export interface TransitTime {
  /** Three digits each. */
  readonly originZip3: string;
  readonly destinationZip3: string;
  readonly service: string;
  /** `*` for all. */
  readonly carrier: string;
  readonly days: number;
}

/** What the operator knows of the ways from one place; `undefined` where nothing is known. */
export type OperatorTransit = (destinationZip: string, carrier: string, service: string) => number | undefined;

export interface Warehouse {
  readonly code: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  /** Five digits. */
  readonly zip: string;
  /** IANA name. */
  readonly timeZone: string;
  /** Days of the week on which orders leave: 1 is Monday, 7 is Sunday. */
  readonly workingDays: readonly number[];
  readonly acceptsReturns: boolean;
  /** Absent: nothing is known. */
  readonly knownTransit?: OperatorTransit;
}

/** Until when an order leaves on the same day. */
export interface Cutoff {
  readonly carrier: string;
  readonly service: string;
  /** `HH:mm` on the clock of the warehouse. */
  readonly time: string;
}

export interface Holiday {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string;
}

export interface InventoryStatus {
  readonly code: string;
  readonly description: string;
  /** Which orders may draw it: all, the wholesale types only (WHOLESALE, DELIVERY_TO_WINERY), or none. */
  readonly sellable: 'all' | 'wholesale' | 'none';
  /** Drawn by the direct-to-consumer types and counted by GetSellable (decisions 10 and 12). */
  readonly drawnByConsumerOrders: boolean;
  readonly bonded: boolean;
  readonly taxPaid: boolean;
  readonly returned: boolean;
  readonly damaged: boolean;
}

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

/** The interface's twelve warehouses (interface: Code lists; decision 8). VCX01 and WOX01 take no returns. */
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

const good = { returned: false, damaged: false } as const;
const notSold = { sellable: 'none', drawnByConsumerOrders: false } as const;
const soldTaxPaid = { sellable: 'all', drawnByConsumerOrders: false, bonded: false, taxPaid: true, ...good } as const;
const soldInBond = {
  sellable: 'wholesale',
  drawnByConsumerOrders: false,
  bonded: true,
  taxPaid: false,
  ...good,
} as const;
const unbonded = { bonded: false, taxPaid: true } as const;

/** All statuses that some list of the interface names (interface: Code lists; the table of decision 8). */
export const defaultInventoryStatuses: readonly InventoryStatus[] = [
  { code: 'GOOD-NO-TX', description: 'Good, primary, tax paid', ...soldTaxPaid, drawnByConsumerOrders: true },
  { code: 'GOOD-ST-TX', description: 'Good, tax paid', ...soldTaxPaid },
  { code: 'GOOD-LB-TX', description: 'Good, library, tax paid', ...soldTaxPaid },
  { code: 'GOOD-NO-CB', description: 'Good, club, tax paid', ...soldTaxPaid },
  { code: 'GOOD-ST-IM', description: 'Good, import (Oregon), tax paid', ...soldTaxPaid },
  { code: 'GOOD-NO-BD', description: 'Good, primary, in bond', ...soldInBond },
  { code: 'GOOD-ST-BD', description: 'Good, in bond', ...soldInBond },
  { code: 'GOOD-ST-EX', description: 'Good, export, in bond', ...soldInBond },
  { code: 'RTGD-NO-TX', description: 'Returned, good', ...notSold, ...unbonded, returned: true, damaged: false },
  { code: 'RDMG-NO-TX', description: 'Returned, damaged', ...notSold, ...unbonded, returned: true, damaged: true },
  { code: 'CDMG-NO-TX', description: 'Cosmetic damage', ...notSold, ...unbonded, returned: false, damaged: true },
  { code: 'DMGD-NO-TX', description: 'Damaged', ...notSold, ...unbonded, returned: false, damaged: true },
  {
    code: 'DMGD-ST-BD',
    description: 'Damaged, in bond',
    ...notSold,
    bonded: true,
    taxPaid: false,
    returned: false,
    damaged: true,
  },
];

/** Where no cutoff is set for a carrier and service. */
export const defaultCutoffTime = '14:00';

/** Cutoffs per carrier service, the same for every warehouse (decision 8). Faster services are sorted later in the day. */
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

/** A holiday that falls on a Sunday is kept on the Monday after it. */
function observed(year: number, month: number, day: number): Temporal.PlainDate {
  const date = new Temporal.PlainDate(year, month, day);
  return date.dayOfWeek === 7 ? date.add({ days: 1 }) : date;
}

/** The six days of a year on which neither warehouses nor the ground and air carriers of the country work. */
export function holidaysOf(year: number): readonly Holiday[] {
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

/** The holidays of 2020 to 2049: as far as a test clock is likely to go, and an operator edits its own. */
export const defaultHolidays: readonly Holiday[] = Array.from({ length: 30 }, (_, index) =>
  holidaysOf(2020 + index),
).flat();
