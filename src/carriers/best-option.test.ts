import { describe, expect, test } from 'vitest';
import { type CarrierRule, defaultCarrierRules } from '../operator-settings/index.ts';
import { chooseBestOption, type ShippingOption, type ShippingSituation } from './best-option.ts';

const day = Temporal.PlainDate.from('2026-07-01');
const situation: ShippingSituation = {
  service: 'GRND',
  miles: 900,
  state: 'CO',
  shipDate: day,
  wantedBy: undefined,
  icePack: false,
};
const way = (
  carrier: ShippingOption['carrier'],
  service: ShippingOption['service'],
  price: string,
  transitDays = 3,
): ShippingOption => ({
  carrier,
  service,
  price,
  transitDays,
  deliveryDate: day.add({ days: transitDays }),
});
const open = [way('UPS', 'GRND', '9.00'), way('FEX', 'GRND', '11.00'), way('FEX', '2DAY', '30.00', 2)];
const chosen = (rules: readonly CarrierRule[], change: Partial<ShippingSituation> = {}, ways = open) => {
  const best = chooseBestOption(ways, { ...situation, ...change }, rules);
  return best && `${best.carrier} ${best.service}`;
};

describe('chooseBestOption', () => {
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

  // Each criterion on both sides of its bound: the special rule wins where it holds, else the usual one. To CO, 900 miles
  // away, on July 1, without ice; FEX 2DAY takes 2 days and $30.00, UPS GRND 3 days and $9.00.
  test.each<[holds: boolean, rule: Partial<CarrierRule>, change?: Partial<ShippingSituation>]>([
    [true, {}],
    [true, { fromMiles: 900 }],
    [false, { fromMiles: 901 }],
    [true, { toMiles: 900 }],
    [false, { toMiles: 899 }],
    [true, { fromMiles: 900, toMiles: 900 }],
    [false, { fromMiles: 0 }, { miles: undefined }],
    [false, { toMiles: 99_999 }, { miles: undefined }],
    [true, { season: { from: '07-01', to: '09-15' } }],
    [true, { season: { from: '06-01', to: '07-01' } }],
    [false, { season: { from: '07-02', to: '09-15' } }],
    [false, { season: { from: '05-01', to: '06-30' } }],
    [true, { season: { from: '12-01', to: '07-01' } }],
    [false, { season: { from: '12-01', to: '02-28' } }],
    [true, { season: { from: '12-01', to: '02-28' } }, { shipDate: Temporal.PlainDate.from('2026-12-31') }],
    [true, { season: { from: '02-01', to: '02-29' } }, { shipDate: Temporal.PlainDate.from('2028-02-29') }],
    [false, { icePack: true }],
    [true, { icePack: true }, { icePack: true }],
    [true, { icePack: false }],
    [false, { icePack: false }, { icePack: true }],
    [true, { states: ['TX', 'CO'] }],
    [false, { states: ['TX'] }],
    [false, { states: [] }],
    [true, { maxPrice: 30 }],
    [false, { maxPrice: 29.99 }],
    [true, { maxTransitDays: 2 }],
    [false, { maxTransitDays: 1 }],
    [true, { maxTransitDays: 2, maxPrice: 30, states: ['CO'], fromMiles: 100, icePack: false }],
    [false, { maxTransitDays: 2, maxPrice: 30, states: ['CO'], fromMiles: 100, icePack: true }],
  ])('%s: a rule of %j, %j', (matchesSituation, rule, change = {}) => {
    const rules: CarrierRule[] = [
      { rank: 9, carrier: 'UPS', service: '*' },
      { rank: 1, carrier: 'FEX', service: '2DAY', ...rule },
    ];
    expect(chosen(rules, change)).toBe(matchesSituation ? 'FEX 2DAY' : 'UPS GRND');
  });

  test('a way that does not say its days is not known to keep within them', () => {
    const unsaid = { ...way('FEX', '2DAY', '30.00'), transitDays: undefined };
    expect(chosen([{ rank: 1, carrier: 'FEX', service: '2DAY', maxTransitDays: 9 }], {}, [unsaid])).toBeUndefined();
    expect(chosen([{ rank: 1, carrier: 'FEX', service: '2DAY' }], {}, [unsaid])).toBe('FEX 2DAY');
  });

  // Ground arrives on July 4, two days on July 3.
  test.each<[wantedBy: string | undefined, expected: string]>([
    [undefined, 'FEX GRND'],
    ['2026-07-03', 'FEX 2DAY'],
    ['2026-07-04', 'FEX GRND'],
    ['2026-07-05', 'FEX GRND'],
    // Nothing is there by then: the rules' order.
    ['2026-07-02', 'FEX GRND'],
    ['2026-06-01', 'FEX GRND'],
  ])('wanted by %s it goes by %s', (wantedBy, expected) => {
    const rules: CarrierRule[] = [...defaultCarrierRules, { rank: 9, carrier: 'FEX', service: '2DAY' }];
    const date = wantedBy === undefined ? undefined : Temporal.PlainDate.from(wantedBy);
    expect(chosen(rules, { wantedBy: date })).toBe(expected);
  });

  test('a way that does not say when it arrives is late', () => {
    const unsaid = { ...way('FEX', 'GRND', '11.00'), deliveryDate: undefined };
    const rules: CarrierRule[] = [...defaultCarrierRules, { rank: 9, carrier: 'FEX', service: '2DAY' }];
    const ways = [unsaid, way('FEX', '2DAY', '30.00', 2)];
    expect(chosen(rules, { wantedBy: day.add({ days: 9 }) }, ways)).toBe('FEX 2DAY');
    expect(chosen(rules, {}, ways)).toBe('FEX GRND');
  });

  test('of two ways by one rule takes the cheaper', () => {
    expect(chosen(defaultCarrierRules, {}, [way('FEX', 'GRND', '12.00', 1), way('FEX', 'GRND', '11.50', 5)])).toBe(
      'FEX GRND',
    );
    const best = chooseBestOption(
      [way('FEX', 'GRND', '12.00'), way('FEX', 'GRND', '9.50')],
      situation,
      defaultCarrierRules,
    );
    expect(best?.price).toBe('9.50');
  });
});
