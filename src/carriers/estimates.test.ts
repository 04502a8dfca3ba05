import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCutoffs, defaultHolidays } from '../../test/support/default-settings.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import type { TransitDaysLookup } from '../contract/operator-settings.ts';
import { toHolidayDateSet } from './calendar.ts';
import { computeDeliveryEstimates, type DeliveryEstimateInput, toTransitRequest } from './estimates.ts';

const warehouse = { zip: '94558', timeZone: 'America/Los_Angeles', workingDays: [1, 2, 3, 4, 5] };
const input: DeliveryEstimateInput = {
  warehouse,
  cutoffs: defaultCutoffs,
  holidays: toHolidayDateSet(defaultHolidays),
  destinationZip: '80202',
  now: Temporal.Instant.from('2031-03-04T09:00:00-08:00'),
  shipDateCount: 1,
};

describe('computeDeliveryEstimates', () => {
  it('cover the domestic services of FEX and UPS', () => {
    const services = computeDeliveryEstimates(input).map(({ carrier, service }) => `${carrier} ${service}`);
    expect(services).toEqual([
      'FEX GRND',
      'FEX HOME',
      'FEX 2DAY',
      'FEX ONST',
      'FEX ONPR',
      'UPS GRND',
      'UPS 2DAY',
      'UPS ONST',
      'UPS ONPR',
    ]);
  });

  it('follow the working days of the warehouse and its own time zone', () => {
    const saturday = { ...warehouse, workingDays: [6], timeZone: 'America/New_York' };
    const [first] = computeDeliveryEstimates({ ...input, warehouse: saturday });
    expect(first?.shipDate.toString()).toBe('2031-03-08');
    expect(first?.cutoff.toString()).toBe('2031-03-08T19:00:00Z');
  });

  it('prefer the operator’s transit times to the distance', () => {
    const knownTransit: TransitDaysLookup = (zip, carrier) => (carrier === 'UPS' && zip === '80202' ? 9 : undefined);
    const known = computeDeliveryEstimates({ ...input, warehouse: { ...warehouse, knownTransit: knownTransit } });
    expect(known.filter(({ carrier }) => carrier === 'UPS').every(({ transitDays }) => transitDays === 9)).toBe(true);
    expect(known.some(({ transitDays }) => transitDays === 3)).toBe(true);
  });

  it('use a carrier’s quote: its own date for the quoted ship date, the same number of working days for others', () => {
    // March 4, 2031 is a Tuesday; the carrier delivers on a Saturday.
    const shipDate = Temporal.PlainDate.from('2031-03-04');
    const deliveryDate = Temporal.PlainDate.from('2031-03-08');
    const answers = [{ carrier: 'UPS', service: 'GRND', transitDays: 4, deliveryDate }] as const;
    const said = computeDeliveryEstimates({ ...input, shipDateCount: 3 }, { shipDate, estimates: answers })
      .filter(({ carrier, service }) => `${carrier} ${service}` === 'UPS GRND')
      .map((each) => `${each.shipDate} ${each.deliveryDate} ${each.transitDays} ${each.isSaturdayDelivery}`);
    expect(said).toEqual([
      '2031-03-04 2031-03-08 4 true',
      '2031-03-05 2031-03-11 4 false',
      '2031-03-06 2031-03-12 4 false',
    ]);
  });

  it('exclude weekends and holidays from a carrier’s quote', () => {
    // Thursday before the Fourth of July, a Friday, to the Tuesday after it.
    const shipDate = Temporal.PlainDate.from('2031-07-03');
    const deliveryDate = Temporal.PlainDate.from('2031-07-08');
    const answers = [
      { carrier: 'UPS', service: 'GRND', transitDays: 5, deliveryDate },
      { carrier: 'FEX', service: 'HOME', transitDays: 5, deliveryDate },
    ] as const;
    const now = Temporal.Instant.from('2031-07-03T09:00:00-07:00');
    const days = computeDeliveryEstimates({ ...input, now }, { shipDate, estimates: answers })
      .filter(({ service }) => service === 'GRND' || service === 'HOME')
      .map((each) => `${each.carrier} ${each.service} ${each.transitDays}`);
    expect(days).toEqual(['FEX GRND 3', 'FEX HOME 3', 'UPS GRND 2']);
  });

  it('prefer the operator’s transit times to a carrier’s quote', () => {
    const knownTransit: TransitDaysLookup = () => 2;
    const shipDate = Temporal.PlainDate.from('2031-03-04');
    const deliveryDate = Temporal.PlainDate.from('2031-03-14');
    const answers = [{ carrier: 'UPS', service: 'GRND', transitDays: 8, deliveryDate }] as const;
    const known = { ...input, warehouse: { ...warehouse, knownTransit } };
    const days = computeDeliveryEstimates(known, { shipDate, estimates: answers }).map(
      ({ transitDays }) => transitDays,
    );
    expect(new Set(days)).toEqual(new Set([2]));
  });

  it('are empty without cutoffs of FEX and UPS', () => {
    expect(
      computeDeliveryEstimates({ ...input, cutoffs: [{ carrier: 'WIL', service: 'CALL', time: '12:00' }] }),
    ).toEqual([]);
  });

  it('ship on working days before the cutoff and arrive on working days', () => {
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 8 }), (after, dates) => {
        const now = Temporal.Instant.from('2031-01-01T00:00:00Z').add({ minutes: after });
        const found = computeDeliveryEstimates({ ...input, now, shipDateCount: dates });
        expect(new Set(found.map((each) => each.shipDate.toString())).size).toBe(dates);
        for (const { shipDate, cutoff, deliveryDate, service, isSaturdayDelivery } of found) {
          expect(Temporal.Instant.compare(now, cutoff)).toBeLessThanOrEqual(0);
          expect(shipDate.dayOfWeek).toBeLessThan(6);
          expect(input.holidays.has(shipDate.toString())).toBe(false);
          expect(input.holidays.has(deliveryDate.toString())).toBe(false);
          expect(Temporal.PlainDate.compare(shipDate, deliveryDate)).toBe(-1);
          expect(deliveryDate.dayOfWeek).toBeLessThan(service === 'HOME' ? 7 : 6);
          expect(isSaturdayDelivery).toBe(deliveryDate.dayOfWeek === 6);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe('toTransitRequest', () => {
  it('has the first ship date and every service without a transit time of the operator', () => {
    const knownTransit: TransitDaysLookup = (_, carrier) => (carrier === 'UPS' ? 2 : undefined);
    const now = Temporal.Instant.from('2031-03-07T22:00:00-08:00');
    expect(toTransitRequest({ ...input, now, warehouse: { ...warehouse, knownTransit: knownTransit } })).toEqual({
      fromZip: '94558',
      toZip: '80202',
      shipDate: Temporal.PlainDate.from('2031-03-10'),
      services: ['GRND', 'HOME', '2DAY', 'ONST', 'ONPR'].map((service) => ({ carrier: 'FEX', service })),
    });
  });

  it('is undefined when the operator has all transit times, or there is no ship date', () => {
    expect(toTransitRequest({ ...input, warehouse: { ...warehouse, knownTransit: () => 1 } })).toBeUndefined();
    expect(toTransitRequest({ ...input, cutoffs: [] })).toBeUndefined();
  });
});
