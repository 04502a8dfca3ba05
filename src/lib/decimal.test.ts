import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDecimalText, parseDecimal } from './decimal.ts';

describe('decimal amounts', () => {
  it.each(['0', '9.27', '-1.50', '+3', '.5', '0014.06', '123456789012345.123456789'])('accepts %j', (text) => {
    expect(isDecimalText(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    '1,000.00',
    '$5',
    '1e3',
    'NaN',
    'Infinity',
    '5.',
    '.',
    '-',
    '1.2.3',
    '0x10',
    ' 1',
    '1\n',
    '1234567890123456',
  ])('refuses %j', (text) => {
    expect(isDecimalText(text)).toBe(false);
    expect(parseDecimal(text)).toBeUndefined();
  });

  it.each([
    ['12.50', 1250n, 2],
    ['-1.50', -150n, 2],
    ['+3', 3n, 0],
    ['.5', 5n, 1],
    ['0014.06', 1406n, 2],
    ['123456789012345.123456789', 123456789012345123456789n, 9],
  ])('reads %j exactly', (text, units, scale) => {
    expect(parseDecimal(text)).toEqual({ units, scale });
  });

  it('accepts exactly what it can read', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+.0-9, e$]{0,8}$/), (text) => {
        expect(parseDecimal(text) !== undefined).toBe(isDecimalText(text));
      }),
    );
  });
});
