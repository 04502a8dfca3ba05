import { beforeAll, describe, expect, test } from 'vitest';
import { defaultSettings } from '../../test/support/default-settings.ts';
import { preloadZipPlaces } from '../addresses/index.ts';
import { indexStandingRules } from '../operator-settings/index.ts';
import { emptyContact } from './draft.ts';
import type { Contact } from './order.ts';
import { createStandingRuleEvaluator, type StandingRuleOrder, shipToAreaOf } from './rule-evaluator.ts';

beforeAll(preloadZipPlaces);

const operator = defaultSettings;

const to = (contact: Partial<Contact>) => ({ recipient: { ...emptyContact, ...contact } });

describe('shipToAreaOf', () => {
  const nowhere = { state: undefined, zip: undefined };
  const location = { locationCode: 'L1', company: '', address: '', address2: '', city: '', phoneNumber: '' };
  test.each([
    ['a state by its code', to({ state: 'tx', zipCode: '75201-1234' }), { state: 'TX', zip: '75201' }],
    ['a state by its name', to({ state: 'Texas', zipCode: '75201', country: 'USA' }), { state: 'TX', zip: '75201' }],
    [
      'the state as sent, also when the ZIP code is in another state',
      to({ state: 'TX', zipCode: '94558' }),
      { state: 'TX', zip: '94558' },
    ],
    ['a ZIP code alone', to({ zipCode: '75201' }), { state: 'TX', zip: '75201' }],
    ['a country by its name', to({ state: 'TX', country: 'United States' }), { state: 'TX', zip: undefined }],
    ['a territory sent as country', to({ zipCode: '00901', country: 'PR' }), { state: 'PR', zip: '00901' }],
    ['outside the United States', to({ state: 'ON', zipCode: '12345', country: 'CA' }), nowhere],
    ['no address', to({}), nowhere],
    ['erased details', undefined, nowhere],
    [
      'a carrier location',
      {
        ...to({ state: 'CA', zipCode: '94558' }),
        holdLocation: { ...location, state: 'TX', zipCode: '75201', country: 'US' },
      },
      { state: 'TX', zip: '75201' },
    ],
    [
      'a carrier location with only its code',
      { ...to({ state: 'CA', zipCode: '94558' }), holdLocation: { ...location, state: '', zipCode: '', country: '' } },
      { state: 'CA', zip: '94558' },
    ],
  ])('%s', (_name, document, expected) => {
    expect(shipToAreaOf(document)).toEqual(expected);
  });
});

describe('the planned ship date', () => {
  const rules = indexStandingRules(
    [],
    [
      {
        customerNo: '*',
        ruleId: 'storm',
        states: ['TX'],
        zipPrefixes: [],
        from: Temporal.PlainDate.from('2026-07-13'),
        to: Temporal.PlainDate.from('2026-07-14'),
        exemptServices: [],
        icePackExempt: false,
        note: '',
      },
    ],
    [],
  );
  const order: StandingRuleOrder = {
    customerNo: 'W1',
    orderType: 'CLUB',
    warehouse: 'APC01',
    carrier: 'FEX',
    service: 'GRND',
    requestedShipDate: undefined,
    shipDays: '',
    icePack: 0,
    lines: [],
  };
  const judge = (now: string, more: Partial<StandingRuleOrder> = {}) =>
    createStandingRuleEvaluator(rules, operator)({ ...order, ...more }, to({ state: 'TX' }), Temporal.Instant.from(now))
      .length > 0;
  const requested = (text: string) => ({ requestedShipDate: Temporal.PlainDate.from(text) });

  // APC01 is in Napa, at UTC-7.
  test.each<[string, string, Partial<StandingRuleOrder>, boolean]>([
    ['on Friday before the cutoff: the same day', '2026-07-10T18:00:00Z', {}, false],
    ['on Friday after the cutoff: Monday', '2026-07-10T23:30:00Z', {}, true],
    ['on a weekend: Monday', '2026-07-12T02:00:00Z', {}, true],
    ['on the last day after the cutoff: the next day', '2026-07-14T23:30:00Z', {}, false],
    ['a requested day in the window', '2026-06-01T18:00:00Z', requested('2026-07-14'), true],
    ['a requested day after the window', '2026-07-13T18:00:00Z', requested('2026-07-15'), false],
    ['a requested day that has passed', '2026-07-13T18:00:00Z', requested('2026-07-01'), true],
    [
      'an unknown warehouse and a requested day',
      '2026-06-01T18:00:00Z',
      { ...requested('2026-07-13'), warehouse: '' },
      true,
    ],
  ])('%s', (_name, now, more, held) => {
    expect(judge(now, more)).toBe(held);
  });

  test('an order without anything to ship gets no Weather hold', () => {
    const line = { line: 1, itemNo: 'FEE', storage: 'virtual' } as StandingRuleOrder['lines'][number];
    expect(judge('2026-07-13T18:00:00Z', { lines: [line] })).toBe(false);
    expect(judge('2026-07-13T18:00:00Z', { lines: [line, { ...line, storage: 'service' }] })).toBe(true);
  });
});
