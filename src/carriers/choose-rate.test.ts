import { describe, expect, test } from 'vitest';
import { defaultHolidays } from '../../test/support/default-settings.ts';
import { toHolidayDateSet } from './calendar.ts';
import { chooseRate, selectApplicableCarrierRules } from './choose-rate.ts';
import type { CarrierRate, RateRequest, ShipmentRoute } from './gateway.ts';

const day = Temporal.PlainDate.from;
/** A Wednesday; by distance three days on the ground. */
const journey: ShipmentRoute = {
  from: { zipCode: '94558' },
  to: { zipCode: '80202', country: 'US' },
  shipDate: day('2026-07-15'),
  knownTransit: undefined,
  holidays: toHolidayDateSet(defaultHolidays),
};

describe('chooseRate', () => {
  const request: RateRequest = {
    ...journey,
    to: { zipCode: '80202', country: 'US', state: 'CO' },
    requested: { carrier: 'BSW', service: 'GRND' },
    size: { weightLb: 11, lengthIn: 14, widthIn: 14, heightIn: 18 },
    deliverBy: undefined,
    icePack: false,
    rules: [{ rank: 1, carrier: 'UPS', service: '*' }],
  };
  const rate = (
    carrier: CarrierRate['carrier'],
    service: CarrierRate['service'],
    price: string,
    more: Partial<CarrierRate> = {},
  ): CarrierRate => ({
    carrier,
    service,
    rateId: `${carrier} ${service} ${price}`,
    price,
    transitDays: undefined,
    deliveryDate: undefined,
    ...more,
  });
  const rates = [rate('FEX', 'GRND', '11.00'), rate('UPS', 'GRND', '12.00'), rate('FEX', '2DAY', '30.00')];
  const taken = (change: Partial<RateRequest>, of = rates) => chooseRate(of, { ...request, ...change })?.rateId;

  test('rules apply to best available only; a named carrier is used as requested, the cheapest rate among several', () => {
    expect(taken({})).toBe('UPS GRND 12.00');
    expect(taken({ requested: { carrier: 'FEX', service: 'GRND' } })).toBe('FEX GRND 11.00');
    expect(taken({ requested: { carrier: 'FEX', service: 'NONE' } })).toBe('FEX GRND 11.00');
    expect(taken({ requested: { carrier: 'GSO', service: 'GRND' } })).toBeUndefined();
    const two = [rate('FEX', 'GRND', '11.00'), rate('FEX', 'GRND', '10.50')];
    expect(taken({ requested: { carrier: 'FEX', service: 'GRND' } }, two)).toBe('FEX GRND 10.50');
    expect(selectApplicableCarrierRules(request)).toBe(request.rules);
  });

  test('a requested delivery date is compared with the operator’s transit times, not with the carrier’s quote', () => {
    const rules = [
      { rank: 1, carrier: 'FEX', service: 'GRND' },
      { rank: 2, carrier: 'FEX', service: '2DAY' },
    ] as const;
    const deliverBy = day('2026-07-17');
    const said = [rate('FEX', 'GRND', '11.00', { deliveryDate: day('2026-07-17') }), rate('FEX', '2DAY', '30.00')];
    expect(taken({ rules, deliverBy }, said)).toBe('FEX GRND 11.00');
    const knownTransit = (_zip: string, _carrier: string, service: string) => (service === 'GRND' ? 4 : undefined);
    expect(taken({ rules, deliverBy, knownTransit }, said)).toBe('FEX 2DAY 30.00');
  });

  test('only domestic trips have a distance', () => {
    const rules = [{ rank: 1, carrier: 'UPS', service: '*', toMiles: 2_000 }] as const;
    expect(taken({ rules })).toBe('UPS GRND 12.00');
    expect(taken({ rules, to: { zipCode: '80202', country: 'MX', state: '' } })).toBeUndefined();
  });
});
