import { describe, expect, test } from 'vitest';
import { type CarrierRule, defaultCarrierRules } from '../operator-settings/index.ts';
import { type CarrierChoiceInput, chooseShippingOption, type ShippingOption } from './choose-option.ts';

const day = Temporal.PlainDate.from('2026-07-01');
const input: CarrierChoiceInput = {
  service: 'GRND',
  miles: 900,
  state: 'CO',
  shipDate: day,
  deliverBy: undefined,
  icePack: false,
};
const option = (
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
const open = [option('UPS', 'GRND', '9.00'), option('FEX', 'GRND', '11.00'), option('FEX', '2DAY', '30.00', 2)];
const chosen = (rules: readonly CarrierRule[], change: Partial<CarrierChoiceInput> = {}, options = open) => {
  const best = chooseShippingOption(options, { ...input, ...change }, rules);
  return best && `${best.carrier} ${best.service}`;
};

describe('chooseShippingOption', () => {
  test('chooses FedEx with the requested service when the operator has no rules', () => {
    expect(chosen(defaultCarrierRules)).toBe('FEX GRND');
    expect(chosen(defaultCarrierRules, { service: 'NONE' })).toBe('FEX GRND');
    expect(chosen(defaultCarrierRules, { service: '2DAY' })).toBe('FEX 2DAY');
    expect(chosen(defaultCarrierRules, {}, [option('UPS', 'GRND', '9.00')])).toBe('UPS GRND');
  });

  test('never chooses an option that no rule names', () => {
    expect(chosen(defaultCarrierRules, { service: 'ONPR' })).toBeUndefined();
    expect(chosen([], {})).toBeUndefined();
  });

  // Each condition on both sides of its limit: the special rule wins when it matches, else the default. To CO, 900
  // miles away, on July 1, without ice; FEX 2DAY takes 2 days and $30.00, UPS GRND 3 days and $9.00.
  test.each<[holds: boolean, rule: Partial<CarrierRule>, change?: Partial<CarrierChoiceInput>]>([
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
  ])('%s: a rule of %j, %j', (matchesInput, rule, change = {}) => {
    const rules: CarrierRule[] = [
      { rank: 9, carrier: 'UPS', service: '*' },
      { rank: 1, carrier: 'FEX', service: '2DAY', ...rule },
    ];
    expect(chosen(rules, change)).toBe(matchesInput ? 'FEX 2DAY' : 'UPS GRND');
  });

  test('an option without transit days does not match a rule with a maximum', () => {
    const unsaid = { ...option('FEX', '2DAY', '30.00'), transitDays: undefined };
    expect(chosen([{ rank: 1, carrier: 'FEX', service: '2DAY', maxTransitDays: 9 }], {}, [unsaid])).toBeUndefined();
    expect(chosen([{ rank: 1, carrier: 'FEX', service: '2DAY' }], {}, [unsaid])).toBe('FEX 2DAY');
  });

  // Ground arrives on July 4, two days on July 3.
  test.each<[deliverBy: string | undefined, expected: string]>([
    [undefined, 'FEX GRND'],
    ['2026-07-03', 'FEX 2DAY'],
    ['2026-07-04', 'FEX GRND'],
    ['2026-07-05', 'FEX GRND'],
    // No option arrives by then, so the rank decides.
    ['2026-07-02', 'FEX GRND'],
    ['2026-06-01', 'FEX GRND'],
  ])('delivered by %s it ships with %s', (deliverBy, expected) => {
    const rules: CarrierRule[] = [...defaultCarrierRules, { rank: 9, carrier: 'FEX', service: '2DAY' }];
    const date = deliverBy === undefined ? undefined : Temporal.PlainDate.from(deliverBy);
    expect(chosen(rules, { deliverBy: date })).toBe(expected);
  });

  test('an option without a delivery date counts as late', () => {
    const unsaid = { ...option('FEX', 'GRND', '11.00'), deliveryDate: undefined };
    const rules: CarrierRule[] = [...defaultCarrierRules, { rank: 9, carrier: 'FEX', service: '2DAY' }];
    const options = [unsaid, option('FEX', '2DAY', '30.00', 2)];
    expect(chosen(rules, { deliverBy: day.add({ days: 9 }) }, options)).toBe('FEX 2DAY');
    expect(chosen(rules, {}, options)).toBe('FEX GRND');
  });

  test('chooses the cheaper of two options that match one rule', () => {
    expect(
      chosen(defaultCarrierRules, {}, [option('FEX', 'GRND', '12.00', 1), option('FEX', 'GRND', '11.50', 5)]),
    ).toBe('FEX GRND');
    const best = chooseShippingOption(
      [option('FEX', 'GRND', '12.00'), option('FEX', 'GRND', '9.50')],
      input,
      defaultCarrierRules,
    );
    expect(best?.price).toBe('9.50');
  });
});
