/** RFC 6238, appendix B, and the use of a code. */
import { describe, expect, test } from 'vitest';
import { computeTotpCode, computeTotpTimeStep, encodeBase32, formatTotpUri, matchTotpTimeStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('RFC 6238', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('the code at %i s is %s', (seconds, code) => {
    // The vectors have eight digits.
    expect(computeTotpCode(secret, computeTotpTimeStep(seconds * 1_000))).toBe(code.slice(2));
  });
});

describe('RFC 4648', () => {
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 of %j is %s', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  });
});

describe('a code', () => {
  const now = 1_700_000_000_000;
  const step = computeTotpTimeStep(now);

  test('is accepted for the current step and its neighbors', () => {
    for (const at of [step - 1, step, step + 1])
      expect(matchTotpTimeStep(secret, computeTotpCode(secret, at), now, 0)).toBe(at);
    for (const at of [step - 2, step + 2])
      expect(matchTotpTimeStep(secret, computeTotpCode(secret, at), now, 0)).toBeUndefined();
  });

  test('is accepted once, and none before it', () => {
    expect(matchTotpTimeStep(secret, computeTotpCode(secret, step), now, step)).toBeUndefined();
    expect(matchTotpTimeStep(secret, computeTotpCode(secret, step - 1), now, step)).toBeUndefined();
    expect(matchTotpTimeStep(secret, computeTotpCode(secret, step + 1), now, step)).toBe(step + 1);
  });

  test('is six digits and nothing else', () => {
    for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６', ' 12345']) {
      expect(matchTotpTimeStep(secret, text, now, 0)).toBeUndefined();
    }
  });
});

test('the address names the account and its issuer', () => {
  expect(formatTotpUri(secret, 'ann@warehouse.example', 'Dray test')).toBe(
    'otpauth://totp/Dray%20test:ann%40warehouse.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Dray%20test',
  );
});
