import { describe, expect, test } from 'vitest';
import {
  type CreditHold,
  indexStandingRules,
  type LicenseRule,
  type WeatherWindow,
} from '../operator-settings/index.ts';
import { evaluateStandingRules, type StandingRuleInput } from './standing-holds.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

const window = (more: Partial<WeatherWindow> = {}): WeatherWindow => ({
  customerNo: '*',
  ruleId: 'heat-1',
  states: ['TX'],
  zipPrefixes: [],
  from: day('2026-07-13'),
  to: day('2026-07-17'),
  exemptServices: [],
  icePackExempt: false,
  note: '',
  ...more,
});

const closed = (more: Partial<LicenseRule> = {}): LicenseRule => ({
  customerNo: '*',
  state: 'TX',
  orderType: '*',
  open: false,
  ...more,
});

interface Given {
  readonly licenses?: readonly LicenseRule[];
  readonly windows?: readonly WeatherWindow[];
  readonly credit?: readonly CreditHold[];
}

interface Asked extends Partial<Omit<StandingRuleInput, 'destination' | 'planned'>> {
  readonly state?: string | undefined;
  readonly zip?: string;
  readonly shipDay?: string;
}

function holdsOf(given: Given, asked: Asked = {}) {
  const { state = 'TX', zip = '75201', shipDay = '2026-07-15', ...order } = asked;
  return evaluateStandingRules(indexStandingRules(given.licenses ?? [], given.windows ?? [], given.credit ?? []), {
    customerNo: 'W1',
    orderType: 'CLUB',
    carrier: 'FEX',
    service: 'GRND',
    icePack: 0,
    ships: true,
    ...order,
    destination: () => ({ state: 'state' in asked ? asked.state : state, zip }),
    planned: () => ({ day: day(shipDay), timeZone: 'America/Los_Angeles' }),
  });
}

const reasons = (given: Given, asked?: Asked) => holdsOf(given, asked).map((hold) => hold.reason);

test('without rules no function of the order is called', () => {
  const untouched = () => {
    throw new Error('asked');
  };
  const order = { customerNo: 'W1', orderType: 'CLUB', carrier: '', service: '', icePack: 0, ships: true } as const;
  const rules = indexStandingRules([], [], []);
  expect(evaluateStandingRules(rules, { ...order, destination: untouched, planned: untouched })).toEqual([]);
});

test('without rules it costs less than 5 µs', () => {
  const rules = indexStandingRules([], [], []);
  const times = 100_000;
  const before = process.threadCpuUsage();
  for (let i = 0; i < times; i += 1) {
    evaluateStandingRules(rules, {
      customerNo: 'W1',
      orderType: 'CLUB',
      carrier: 'FEX',
      service: 'GRND',
      icePack: 0,
      ships: true,
      destination: () => ({ state: 'TX', zip: '75201' }),
      planned: () => ({ day: day('2026-07-15'), timeZone: 'UTC' }),
    });
  }
  // Processor time, because others share the machine.
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / times).toBeLessThan(5);
});

describe('License', () => {
  const w1 = { customerNo: 'W1' } as const;
  const club = { orderType: 'CLUB' } as const;
  test.each<[string, LicenseRule[], Asked, boolean]>([
    ['closed to all', [closed()], {}, true],
    ['another state', [closed({ state: 'UT' })], {}, false],
    ['this order type', [closed(club)], {}, true],
    ['another order type', [closed({ orderType: 'RETAIL' })], {}, false],
    ['this customer', [closed(w1)], {}, true],
    ['another customer', [closed({ customerNo: 'W2' })], {}, false],
    ['open for this customer', [closed(), closed({ ...w1, open: true })], {}, false],
    ['open for another customer', [closed(), closed({ customerNo: 'W2', open: true })], {}, true],
    ['open for this order type', [closed(), closed({ ...club, open: true })], {}, false],
    ['closed for all, open for the customer', [closed(club), closed({ ...w1, open: true })], {}, false],
    ['open for the customer, not this type', [closed({ ...w1, open: true }), closed({ ...w1, ...club })], {}, true],
    ['an unknown destination', [closed()], { state: undefined }, false],
    ['nothing of it ships', [closed()], { ships: false }, false],
    ['will call', [closed()], { carrier: 'WILL', service: 'CALL' }, true],
  ])('%s', (_name, licenses, asked, held) => {
    expect(reasons({ licenses }, asked)).toEqual(held ? ['License'] : []);
  });

  test('the description has the state, the order type and the action', () => {
    const [hold] = holdsOf({ licenses: [closed()] });
    expect(hold).toMatchObject({ owner: 'system', cause: 'state' });
    expect(hold).not.toHaveProperty('endsAt');
    expect(hold?.description).toMatch(/^Texas is closed to CLUB orders; action needed: the winery .*UpdateSalesOrder/);
  });
});

describe('Weather', () => {
  test.each<[string, Partial<WeatherWindow>, Asked, boolean]>([
    ['the first day', {}, { shipDay: '2026-07-13' }, true],
    ['the last day', {}, { shipDay: '2026-07-17' }, true],
    ['the day before', {}, { shipDay: '2026-07-12' }, false],
    ['the day after', {}, { shipDay: '2026-07-18' }, false],
    ['a window of one day', { to: day('2026-07-13') }, { shipDay: '2026-07-13' }, true],
    ['another state', {}, { state: 'OK' }, false],
    ['a ZIP area', { states: [], zipPrefixes: ['752'] }, {}, true],
    ['another ZIP area', { states: [], zipPrefixes: ['753'] }, {}, false],
    ['this customer', { customerNo: 'W1' }, {}, true],
    ['another customer', { customerNo: 'W2' }, {}, false],
    ['an exempt service', { exemptServices: ['ONPR', 'GRND'] }, {}, false],
    ['another service', { exemptServices: ['ONPR'] }, {}, true],
    ['an exempt carrier', { exemptServices: ['FEX'] }, {}, false],
    ['ice packs, exempt', { icePackExempt: true }, { icePack: 1 }, false],
    ['ice packs, not exempt', {}, { icePack: 1 }, true],
    ['no ice packs', { icePackExempt: true }, {}, true],
    ['will call', {}, { carrier: 'WIL', service: 'NONE' }, false],
    ['nothing of it ships', {}, { ships: false }, false],
    ['abroad', { states: ['TX'] }, { state: undefined, zip: '99999' }, false],
  ])('%s', (_name, given, asked, held) => {
    expect(reasons({ windows: [window(given)] }, asked)).toEqual(held ? ['Weather'] : []);
  });

  test('expires at midnight after the last day in the time zone of the warehouse', () => {
    const [hold] = holdsOf({ windows: [window()] });
    expect(hold).toMatchObject({ owner: 'system', cause: 'heat-1' });
    expect(hold?.endsAt?.toString()).toBe('2026-07-18T07:00:00Z');
  });

  test('the description has area, days, note and how to ship sooner', () => {
    const [hold] = holdsOf({ windows: [window({ note: 'Heat', exemptServices: ['ONPR'], icePackExempt: true })] });
    expect(hold?.description).toBe(
      'Shipments to Texas are on weather hold from 07/13/2026 to 07/17/2026 (Heat); no action needed: the hold ends after 07/17/2026, or the winery can request IcePack 1 or ONPR shipping with UpdateSalesOrder to ship sooner.',
    );
    const [area] = holdsOf(
      { windows: [window({ states: [], zipPrefixes: ['752'], to: day('2026-07-13') })] },
      {
        shipDay: '2026-07-13',
      },
    );
    expect(area?.description).toMatch(/^Shipments to ZIP code 75201 are on weather hold on 07\/13\/2026[ ;]/);
  });

  test('each window places a hold with its own end', () => {
    const later = window({ ruleId: 'heat-2', customerNo: 'W1', to: day('2026-07-20') });
    const holds = holdsOf({ windows: [later, window()] });
    expect(holds.map((hold) => hold.cause)).toEqual(['heat-1', 'heat-2']);
    expect(new Set(holds.map((hold) => hold.endsAt?.toString())).size).toBe(2);
  });
});

describe('Credit', () => {
  test('holds every order of the account, including orders without anything to ship', () => {
    const credit = [{ customerNo: 'W1', note: 'Invoice 12 is overdue.' }];
    expect(reasons({ credit }, { ships: false })).toEqual(['Credit']);
    expect(holdsOf({ credit })[0]?.description).toBe(
      "The winery's account is on credit hold (Invoice 12 is overdue); action needed: the winery settles the account with the operator, who then releases all its orders.",
    );
    expect(reasons({ credit }, { customerNo: 'W2' })).toEqual([]);
  });
});

test('several rules place several holds', () => {
  const given = { licenses: [closed()], windows: [window()], credit: [{ customerNo: 'W1', note: '' }] };
  expect(reasons(given)).toEqual(['Credit', 'License', 'Weather']);
});
