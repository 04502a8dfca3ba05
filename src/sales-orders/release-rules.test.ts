import { describe, expect, test } from 'vitest';
import type { Hold } from './order.ts';
import { mayRelease, missingAddressParts, type ReleaseRights } from './release-rules.ts';

const nothing: ReleaseRights = { acceptsWarning: false, overridesWeather: false };
const everything: ReleaseRights = { acceptsWarning: true, overridesWeather: true };

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

describe('mayRelease', () => {
  test.each(cases)('a %s hold of the %s with the cause %s ends by a person: %s', (reason, owner, cause, ends) => {
    const hold: Hold = { reason, owner, cause, description: '' };
    expect(mayRelease(hold, nothing)).toBe(ends === 'always');
    expect(mayRelease(hold, { ...nothing, acceptsWarning: true })).toBe(ends === 'always' || ends === 'accepted');
    expect(mayRelease(hold, { ...nothing, overridesWeather: true })).toBe(ends === 'always' || ends === 'overridden');
    expect(mayRelease(hold, everything, ['The recipient has no City.'])).toBe(
      ends === 'always' || ends === 'overridden',
    );
  });
});

test('a person may accept a doubtful ZIP code; what a label requires is missing', () => {
  const faults = ['ZipCodeUnknown', 'CityMissing', 'ZipCodeInOtherState'].map((code) => ({
    code,
    message: `${code}.`,
  }));
  expect(missingAddressParts(faults)).toEqual(['CityMissing.']);
});
