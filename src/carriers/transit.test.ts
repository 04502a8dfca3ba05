import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultHolidays } from '../../test/support/default-settings.ts';
import { carrierServiceCodes } from '../contract/code-lists.ts';
import { toHolidayDateSet } from './calendar.ts';
import type { ShipmentRoute } from './gateway.ts';
import {
  computeDeliveryDate,
  computeGroundTransitDays,
  computeMilesBetweenZipAreas,
  computeTransitDays,
  countCarrierWorkingDaysUntil,
  domesticZipOf,
  estimateArrival,
} from './transit.ts';

const holidays = toHolidayDateSet(defaultHolidays);
const day = Temporal.PlainDate.from;
const napa = '94558';
/** A Wednesday; by distance three days on the ground. */
const journey: ShipmentRoute = {
  from: { zipCode: '94558' },
  to: { zipCode: '80202', country: 'US' },
  shipDate: day('2026-07-15'),
  knownTransit: undefined,
  holidays,
};
const ground = { carrier: 'FEX', service: 'GRND' } as const;
const known = (days: number) => ({ ...journey, knownTransit: () => days });

describe('ground transit', () => {
  it.each([
    ['94103', 1],
    ['90012', 2],
    ['85001', 3],
    ['80202', 3],
    ['60601', 5],
    ['10001', 5],
    ['33101', 5],
    ['99501', 7],
    ['96813', 7],
    ['00901', 7],
    ['96910', 7],
    ['09012', 7],
  ])('from Napa to %s takes %i days', (zip, days) => {
    expect(computeGroundTransitDays(napa, zip)).toBe(days);
  });

  it('depends on the distance band', () => {
    const zips = fc.constantFrom(
      '94103',
      '89101',
      '84101',
      '80202',
      '78701',
      '63045',
      '60601',
      '37203',
      '30303',
      '10001',
      '04101',
    );
    fc.assert(
      fc.property(zips, zips, (from, to) => {
        const miles = computeMilesBetweenZipAreas(from, to) ?? Number.NaN;
        const days = miles <= 150 ? 1 : miles <= 600 ? 2 : miles <= 1000 ? 3 : miles <= 1800 ? 4 : 5;
        expect(computeGroundTransitDays(from, to)).toBe(days);
        expect(computeGroundTransitDays(to, from)).toBe(days);
      }),
    );
  });

  it('is longest for unknown and foreign addresses', () => {
    expect(computeGroundTransitDays(napa, undefined)).toBe(7);
    expect(computeGroundTransitDays(napa, '00000')).toBe(7);
  });

  it('is short within Alaska', () => {
    expect(computeGroundTransitDays('99501', '99502')).toBe(1);
    expect(computeGroundTransitDays('99501', napa)).toBe(7);
  });
});

describe('services', () => {
  it('all have transit days', () => {
    const answers = carrierServiceCodes.map((service) => [
      service,
      computeTransitDays({ carrier: 'GSO', service }, { zip: napa }, '63045'),
    ]);
    expect(Object.fromEntries(answers)).toEqual({
      ONPR: 1,
      ONST: 1,
      '2DAY': 2,
      INPR: 3,
      GRND: 4,
      HOME: 4,
      NONE: 4,
      LPDS: 5,
      CALL: 0,
    });
  });
});

describe('air services', () => {
  const days = (from: string, to: string) =>
    (['ONPR', 'ONST', 'INPR', '2DAY', 'GRND'] as const).map((service) =>
      computeTransitDays({ carrier: 'FEX', service }, { zip: from }, to),
    );

  it.each(['00901', '00802', '96910', '96799', '96950', '96960', '96940', '96941'])(
    'never promise overnight to the territory of %s, nor from it',
    (zip) => {
      expect(days(napa, zip)).toEqual([3, 3, 3, 4, 7]);
      expect(days(zip, napa)).toEqual([3, 3, 3, 4, 7]);
    },
  );

  it('are as fast within a territory, and to Alaska and Hawaii, as elsewhere', () => {
    expect(days('00901', '00907')).toEqual([1, 1, 3, 2, 1]);
    expect(days(napa, '99501').slice(0, 4)).toEqual([1, 1, 3, 2]);
    expect(days(napa, '96813').slice(0, 4)).toEqual([1, 1, 3, 2]);
  });
});

describe('the operator’s transit times', () => {
  // Different days for each input, so that the result shows which one was used.
  const known: Record<string, number> = { 'FEX GRND': 9, 'UPS GRND': 8, 'GSO GRND': 7, 'FEX 2DAY': 3 };
  const origin = {
    zip: napa,
    knownTransit: (zip: string, carrier: string, service: string) =>
      zip === '80202' ? known[`${carrier} ${service}`] : undefined,
  };
  it.each([
    ['FEX', 'GRND', 9],
    ['UPS', 'GRND', 8],
    ['GSO', 'GRND', 7],
    ['FEX', 'NONE', 9],
    ['FCC', 'GRND', 9],
    ['FCC', '2DAY', 3],
    ['TMC', 'GRND', 8],
    ['BSW', 'GRND', 9],
    ['UPS', '2DAY', 2],
    ['FEX', 'HOME', 3],
    ['WIL', 'CALL', 0],
  ] as const)('of %s %s take precedence over the distance: %i days', (carrier, service, days) => {
    expect(computeTransitDays({ carrier, service }, origin, '80202')).toBe(days);
  });

  it('are used for domestic destinations only', () => {
    expect(computeTransitDays({ carrier: 'FEX', service: 'GRND' }, origin, '10001')).toBe(5);
    const anywhere = { zip: napa, knownTransit: () => 1 };
    expect(computeTransitDays({ carrier: 'FEX', service: 'GRND' }, anywhere, undefined)).toBe(7);
    expect(computeTransitDays({ carrier: 'WILL', service: 'CALL' }, anywhere, '80202')).toBe(0);
  });
});

describe('delivery dates', () => {
  const arrives = (service: 'GRND' | 'HOME' | 'ONPR' | 'CALL', ship: string, days: number) =>
    computeDeliveryDate(service, day(ship), days, holidays).toString();

  it('skip weekends and holidays', () => {
    expect(arrives('GRND', '2026-11-18', 2)).toBe('2026-11-20');
    expect(arrives('GRND', '2026-11-20', 1)).toBe('2026-11-23');
    expect(arrives('ONPR', '2026-11-25', 1)).toBe('2026-11-27');
    expect(arrives('CALL', '2026-11-21', 0)).toBe('2026-11-21');
  });

  it('may be Saturdays for home delivery only', () => {
    expect(arrives('HOME', '2026-11-20', 1)).toBe('2026-11-21');
  });
});

it.each([
  ['GRND', '2026-07-15', 0],
  ['GRND', '2026-07-17', 2],
  // A Saturday, on which it delivers this time.
  ['GRND', '2026-07-18', 3],
  ['HOME', '2026-07-18', 3],
  ['GRND', '2026-07-20', 3],
  ['HOME', '2026-07-20', 4],
] as const)('%s that ships on a Wednesday and arrives on %s takes %i working days', (service, date, days) => {
  expect(countCarrierWorkingDaysUntil(service, day('2026-07-15'), day(date), holidays)).toBe(days);
});

describe('estimateArrival', () => {
  it.each<[name: string, of: ShipmentRoute, said: Parameters<typeof estimateArrival>[2], days: number, date: string]>([
    ['by distance when no transit days are known', journey, {}, 3, '2026-07-20'],
    ['by the days that the carrier says', journey, { transitDays: 2 }, 2, '2026-07-17'],
    ['by the day that it says', journey, { deliveryDate: day('2026-07-18') }, 3, '2026-07-18'],
    ['by both', journey, { transitDays: 2, deliveryDate: day('2026-07-18') }, 2, '2026-07-18'],
    ['by what the operator knows', known(5), {}, 5, '2026-07-22'],
    [
      'by that before what the carrier says',
      known(5),
      { transitDays: 2, deliveryDate: day('2026-07-17') },
      5,
      '2026-07-22',
    ],
    ['by distance abroad', { ...known(1), to: { zipCode: '80202', country: 'MX' } }, {}, 7, '2026-07-24'],
  ])('%s', (_name, of, said, transitDays, deliveryDate) => {
    expect(estimateArrival(ground, of, said)).toEqual({ transitDays, deliveryDate: day(deliveryDate) });
  });
});

it.each([
  ['80202', 'US', '80202'],
  ['80202-1234', 'USA', '80202'],
  ['00901', 'PR', '00901'],
  ['80202', 'DE', undefined],
  ['', 'US', undefined],
  ['M5V 2T6', 'CA', undefined],
])('domesticZip of %j in %s is %j', (zipCode, country, expected) => {
  expect(domesticZipOf({ zipCode, country })).toBe(expected);
});
