import { describe, expect, test } from 'vitest';
import { buildInventoryHold, wineryRequestedHold } from './holds.ts';
import type { Hold } from './order.ts';
import {
  describeHowToEndHold,
  describeMissingAddressParts,
  extractHoldProblem,
  type HoldReleaseRights,
  mayReleaseHold,
} from './release-rules.ts';

const nothing: HoldReleaseRights = { acceptsWarning: false, overridesWeather: false };
const everything: HoldReleaseRights = { acceptsWarning: true, overridesWeather: true };

type Case = readonly [
  Hold['reason'],
  Hold['owner'],
  cause: string,
  ends: 'always' | 'accepted' | 'overridden' | 'never',
];

const cases: readonly Case[] = [
  ['Winery', 'customer', 'requested', 'always'],
  ['Customer Service', 'operator', 'operator', 'always'],
  ['Customer Service', 'system', 'carrier', 'always'],
  ['Customer Service', 'system', 'no-items', 'never'],
  ['Customer Service', 'system', 'no-carrier', 'never'],
  ['Customer Service', 'system', 'too-many-packages', 'never'],
  ['Address', 'system', 'recipient', 'accepted'],
  ['Address', 'system', 'carrier', 'accepted'],
  ['Weather', 'system', 'rule', 'overridden'],
  ['License', 'system', 'rule', 'never'],
  ['Credit', 'system', 'rule', 'never'],
  ['Inventory', 'system', 'stock', 'never'],
];

describe('mayReleaseHold', () => {
  test.each(cases)('a %s hold of the %s with the cause %s ends by a person: %s', (reason, owner, cause, ends) => {
    const hold: Hold = { reason, owner, cause, description: '' };
    expect(mayReleaseHold(hold, nothing)).toBe(ends === 'always');
    expect(mayReleaseHold(hold, { ...nothing, acceptsWarning: true })).toBe(ends === 'always' || ends === 'accepted');
    expect(mayReleaseHold(hold, { ...nothing, overridesWeather: true })).toBe(
      ends === 'always' || ends === 'overridden',
    );
    expect(mayReleaseHold(hold, everything, ['The recipient has no City.'])).toBe(
      ends === 'always' || ends === 'overridden',
    );
  });
});

test('a person may accept a doubtful ZIP code; what a label requires is missing', () => {
  const faults = ['ZipCodeUnknown', 'CityMissing', 'ZipCodeInOtherState'].map((code) => ({
    code,
    message: `${code}.`,
  }));
  expect(describeMissingAddressParts(faults)).toEqual(['CityMissing.']);
});

describe('extractHoldProblem', () => {
  test.each([
    [wineryRequestedHold.description, "Held at the winery's request."],
    [
      buildInventoryHold([
        { itemNo: '22CAB', quantity: 12, available: 3, status: 'GOOD-NO-TX', warehouse: 'APC01' } as never,
      ]).description,
      'Not enough stock when the order was held: 22CAB (12 needed, 3 available in GOOD-NO-TX at APC01).',
    ],
    [
      'The recipient has no City. Action needed: correct it with UpdateSalesOrder, which ends the hold. ZIP code 10001 is in New York, NY, but State is CO. Action needed: correct it with UpdateSalesOrder, which ends the hold.',
      'The recipient has no City. ZIP code 10001 is in New York, NY, but State is CO.',
    ],
    [
      'Shipments to Texas are on weather hold from 07/13/2026 to 07/17/2026 (Heat); no action needed: the hold ends after 07/17/2026, or the winery can request IcePack 1 with UpdateSalesOrder to ship sooner.',
      'Shipments to Texas are on weather hold from 07/13/2026 to 07/17/2026 (Heat).',
    ],
    [
      'Held by customer service: Call the recipient. Action may be needed: contact customer service to release it.',
      'Held by customer service: Call the recipient.',
    ],
    ['Nothing of it is left to ship.', 'Nothing of it is left to ship.'],
  ])('%s', (description, problem) => {
    expect(extractHoldProblem(description)).toBe(problem);
  });
});

describe('describeHowToEndHold', () => {
  test('names no operation or property of the interface', () => {
    const holds = (
      ['License', 'Address', 'Credit', 'Customer Service', 'Winery', 'Weather', 'Inventory'] as const
    ).flatMap((reason) =>
      ['', 'recipient', 'carrier', 'no-items', 'no-carrier', 'too-many-packages'].map((cause) => ({
        reason,
        cause,
        owner: 'system' as const,
        description: '',
      })),
    );
    for (const hold of holds) {
      for (const missing of [[], ['The recipient has no City.']]) {
        expect(describeHowToEndHold(hold, missing)).not.toMatch(/[a-z][A-Z]|_/);
      }
    }
  });
});
