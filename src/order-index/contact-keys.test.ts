import { describe, expect, test } from 'vitest';
import { parsePhoneSearch, toEmailKey, toPhoneKey } from './contact-keys.ts';

test('an e-mail address is compared in small letters; other texts are none', () => {
  expect(toEmailKey(' Ana.Lee@Mail.Example ')).toBe('ana.lee@mail.example');
  for (const text of ['', 'none', `${'a'.repeat(320)}@mail.example`]) expect(toEmailKey(text)).toBe('');
});

describe('a telephone number', () => {
  test.each([
    ['(303) 555-0100', '3035550100'],
    ['+1 303.555.0100', '3035550100'],
    ['13035550100', '3035550100'],
    ['303-555-0100 ext. 12', '3035550100'],
    ['303-555-0100x12', '3035550100'],
    ['Fax: 303-555-0100 #4', '3035550100'],
    ['303-555-0100 / ext 12', '3035550100'],
    ['303-555-0100 (home)', '3035550100'],
    ['555-0100', '5550100'],
    ['+44 20 7946 0958', '442079460958'],
    ['303-555-0100 / 720-555-0199', '30355501007205550199'],
    ['n/a', ''],
    ['555', ''],
    ['7'.repeat(1_000_000), '7'.repeat(32)],
  ])('%.40s is compared by its digits', (text, digits) => {
    expect(toPhoneKey(text)).toBe(digits);
  });

  test.each([
    ['303-555-0100', '3035550100'],
    ['+1 (303) 555 0100', '3035550100'],
    ['555–0100', '5550100'],
    ['303-555-0100 ext. 12', '3035550100'],
    ['(303) 555-0100, Extension 12', '3035550100'],
    ['303.555.0100x12', '3035550100'],
    ['\u202a+1 (303) 555\u20110100\u202c', '3035550100'],
    ['555-01 x 00', undefined],
    ['55-0100', undefined],
    ['CLB5550100', undefined],
    ['9400110200881234567890', undefined],
    ['', undefined],
  ])('is searched for by %s, if that looks like one', (text, digits) => {
    expect(parsePhoneSearch(text)).toBe(digits);
  });
});
