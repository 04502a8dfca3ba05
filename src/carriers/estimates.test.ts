import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultCutoffs, defaultHolidays, type KnownTransit } from '../contract/operator-data.ts';
import { holidaySet } from './calendar.ts';
import { deliveryEstimates, type EstimateQuestion } from './estimates.ts';

const warehouse = { zip: '94558', timeZone: 'America/Los_Angeles', workingDays: [1, 2, 3, 4, 5] };
const question: EstimateQuestion = {
  warehouse,
  cutoffs: defaultCutoffs,
  holidays: holidaySet(defaultHolidays),
  destinationZip: '80202',
  now: Temporal.Instant.from('2031-03-04T09:00:00-08:00'),
  dates: 1,
};

describe('deliveryEstimates', () => {
  it('are of FEX and UPS, of services inside the country', () => {
    const services = deliveryEstimates(question).map(({ carrier, service }) => `${carrier} ${service}`);
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
    const [first] = deliveryEstimates({ ...question, warehouse: saturday });
    expect(first?.shipDate.toString()).toBe('2031-03-08');
    expect(first?.cutoff.toString()).toBe('2031-03-08T19:00:00Z');
  });

  it('take what the operator knows before what distance says', () => {
    const knownTransit: KnownTransit = (zip, carrier) => (carrier === 'UPS' && zip === '80202' ? 9 : undefined);
    const known = deliveryEstimates({ ...question, warehouse: { ...warehouse, knownTransit } });
    expect(known.filter(({ carrier }) => carrier === 'UPS').every(({ transitDays }) => transitDays === 9)).toBe(true);
    expect(known.some(({ transitDays }) => transitDays === 3)).toBe(true);
  });

  it('are none where there are no cutoffs of theirs', () => {
    expect(deliveryEstimates({ ...question, cutoffs: [{ carrier: 'WIL', service: 'CALL', time: '12:00' }] })).toEqual(
      [],
    );
  });

  it('leave on days that are worked, before their cutoff, and arrive on days that are', () => {
    const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 8 }), (after, dates) => {
        const now = Temporal.Instant.from('2031-01-01T00:00:00Z').add({ minutes: after });
        const found = deliveryEstimates({ ...question, now, dates });
        expect(new Set(found.map((each) => each.shipDate.toString())).size).toBe(dates);
        for (const { shipDate, cutoff, deliveryDate, service, isSaturdayDelivery } of found) {
          expect(Temporal.Instant.compare(now, cutoff)).toBeLessThanOrEqual(0);
          expect(shipDate.dayOfWeek).toBeLessThan(6);
          expect(question.holidays.has(shipDate.toString())).toBe(false);
          expect(question.holidays.has(deliveryDate.toString())).toBe(false);
          expect(Temporal.PlainDate.compare(shipDate, deliveryDate)).toBe(-1);
          expect(deliveryDate.dayOfWeek).toBeLessThan(service === 'HOME' ? 7 : 6);
          expect(isSaturdayDelivery).toBe(deliveryDate.dayOfWeek === 6);
        }
      }),
      { numRuns: 200 },
    );
  });
});
