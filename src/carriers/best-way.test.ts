import { describe, expect, test } from 'vitest';
import { type CarrierRule, chooseBestWay, defaultCarrierRules, type Situation, type Way } from './best-way.ts';

const day = Temporal.PlainDate.from('2026-07-01');
const situation: Situation = {
  service: 'GRND',
  miles: 900,
  state: 'CO',
  shipDate: day,
  wantedBy: undefined,
  icePack: false,
};
const way = (carrier: Way['carrier'], service: Way['service'], price: string, transitDays = 3): Way => ({
  carrier,
  service,
  price,
  transitDays,
  deliveryDate: day.add({ days: transitDays }),
});
const open = [way('UPS', 'GRND', '9.00'), way('FEX', 'GRND', '11.00'), way('FEX', '2DAY', '30.00', 2)];
const chosen = (rules: readonly CarrierRule[], change: Partial<Situation> = {}, ways = open) => {
  const best = chooseBestWay(ways, { ...situation, ...change }, rules);
  return best && `${best.carrier} ${best.service}`;
};

describe('chooseBestWay', () => {
  test('takes FedEx by the service asked for where the operator has no rules', () => {
    expect(chosen(defaultCarrierRules)).toBe('FEX GRND');
    expect(chosen(defaultCarrierRules, { service: 'NONE' })).toBe('FEX GRND');
    expect(chosen(defaultCarrierRules, { service: '2DAY' })).toBe('FEX 2DAY');
    expect(chosen(defaultCarrierRules, {}, [way('UPS', 'GRND', '9.00')])).toBe('UPS GRND');
  });

  test('takes nothing that no rule names', () => {
    expect(chosen(defaultCarrierRules, { service: 'ONPR' })).toBeUndefined();
    expect(chosen([], {})).toBeUndefined();
  });

  test('knows distance, season, ice, state, price and days', () => {
    const usual: CarrierRule = { rank: 9, carrier: 'UPS', service: '*' };
    const special = (rule: Partial<CarrierRule>): CarrierRule[] => [
      usual,
      { rank: 1, carrier: 'FEX', service: '2DAY', ...rule },
    ];
    expect(chosen(special({ fromMiles: 800 }))).toBe('FEX 2DAY');
    expect(chosen(special({ fromMiles: 901 }))).toBe('UPS GRND');
    expect(chosen(special({ toMiles: 899 }))).toBe('UPS GRND');
    expect(chosen(special({ toMiles: 900 }), { miles: undefined })).toBe('UPS GRND');
    expect(chosen(special({ season: { from: '06-01', to: '07-01' } }))).toBe('FEX 2DAY');
    expect(chosen(special({ season: { from: '07-02', to: '09-01' } }))).toBe('UPS GRND');
    expect(chosen(special({ season: { from: '12-01', to: '02-28' } }))).toBe('UPS GRND');
    expect(chosen(special({ season: { from: '12-01', to: '07-01' } }))).toBe('FEX 2DAY');
    expect(chosen(special({ icePack: true }))).toBe('UPS GRND');
    expect(chosen(special({ icePack: true }), { icePack: true })).toBe('FEX 2DAY');
    expect(chosen(special({ states: ['TX'] }))).toBe('UPS GRND');
    expect(chosen(special({ maxPrice: 29.99 }))).toBe('UPS GRND');
    expect(chosen(special({ maxTransitDays: 1 }))).toBe('UPS GRND');
    expect(chosen(special({ maxTransitDays: 2, maxPrice: 30 }))).toBe('FEX 2DAY');
  });

  test('prefers what arrives by the date wanted, and else keeps to the rules', () => {
    const rules: CarrierRule[] = [...defaultCarrierRules, { rank: 9, carrier: 'FEX', service: '2DAY' }];
    expect(chosen(rules, { wantedBy: day.add({ days: 2 }) })).toBe('FEX 2DAY');
    expect(chosen(rules, { wantedBy: day.add({ days: 3 }) })).toBe('FEX GRND');
    expect(chosen(rules, { wantedBy: day })).toBe('FEX GRND');
  });

  test('of two ways by one rule takes the cheaper', () => {
    expect(chosen(defaultCarrierRules, {}, [way('FEX', 'GRND', '12.00', 1), way('FEX', 'GRND', '11.50', 5)])).toBe(
      'FEX GRND',
    );
    const best = chooseBestWay(
      [way('FEX', 'GRND', '12.00'), way('FEX', 'GRND', '9.50')],
      situation,
      defaultCarrierRules,
    );
    expect(best?.price).toBe('9.50');
  });
});
