import { expect, test } from 'vitest';
import { formatWorkClaim, isWorkClaimed, parseCustomerWorkClaim, parseWorkClaim } from './work-claims.ts';

const id = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0d1';

test('the text of a claim, with and without a customer', () => {
  const ofCustomer = { customerNo: 'W.1001', id, claim: 12 };
  expect(formatWorkClaim(ofCustomer)).toBe(`W.1001.${id}.12`);
  expect(parseWorkClaim(`W.1001.${id}.12`)).toEqual(ofCustomer);
  expect(parseCustomerWorkClaim(`W.1001.${id}.12`)).toEqual(ofCustomer);
  expect(formatWorkClaim({ id, claim: 1 })).toBe(`${id}.1`);
  expect(parseWorkClaim(`${id}.1`)).toEqual({ customerNo: undefined, id, claim: 1 });
  expect(parseCustomerWorkClaim(`${id}.1`)).toBeUndefined();
});

test('other texts name no claim', () => {
  const texts = ['', id, `${id}.`, `${id}.x`, `.${id}.1`, `W1.${id}.1234567890`, `W1.${id.toUpperCase()}.1`];
  for (const text of texts) expect(parseWorkClaim(text), text).toBeUndefined();
});

test('a claim lasts until its end', () => {
  const now = Temporal.Instant.from('2026-11-18T09:00:00Z');
  expect(isWorkClaimed({ claimedUntil: undefined }, now)).toBe(false);
  expect(isWorkClaimed({ claimedUntil: now }, now)).toBe(false);
  expect(isWorkClaimed({ claimedUntil: now.add({ seconds: 1 }) }, now)).toBe(true);
});
