import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  formatDecimal,
  isDecimal,
  multiplyByInteger,
  parseDecimal,
  rescale,
} from './decimal.ts';

const decimals: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -999_999_999n, max: 999_999_999n }),
  scale: fc.integer({ min: 0, max: 9 }),
});

function read(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new Error(`${text} was not read`);
  return value;
}

describe('decimal amounts', () => {
  it.each(['0', '9.27', '-1.50', '+3', '.5', '0014.06', '123456789012345.123456789'])('accepts %j', (text) => {
    expect(isDecimal(text)).toBe(true);
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
    expect(isDecimal(text)).toBe(false);
    expect(parseDecimal(text)).toBeUndefined();
  });

  it('reads back what it writes, exactly', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        expect(parseDecimal(formatDecimal(value))).toEqual(value);
      }),
    );
  });

  it('accepts exactly what it can read', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+.0-9, e$]{0,8}$/), (text) => {
        expect(parseDecimal(text) !== undefined).toBe(isDecimal(text));
      }),
    );
  });

  it('adds without loss', () => {
    expect(formatDecimal(addDecimals(read('0.1'), read('0.20')))).toBe('0.30');
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const negated = { units: -b.units, scale: b.scale };
        expect(compareDecimals(addDecimals(addDecimals(a, b), negated), a)).toBe(0);
      }),
    );
  });

  it('rounds half away from zero', () => {
    expect(formatDecimal(rescale(read('2.345'), 2))).toBe('2.35');
    expect(formatDecimal(rescale(read('-2.345'), 2))).toBe('-2.35');
    expect(formatDecimal(rescale(read('2.344'), 2))).toBe('2.34');
    expect(formatDecimal(rescale(read('2'), 2))).toBe('2.00');
  });

  it('multiplies and compares', () => {
    expect(formatDecimal(multiplyByInteger(read('65.50'), 12))).toBe('786.00');
    expect(compareDecimals(read('1.0'), read('1'))).toBe(0);
    expect(compareDecimals(read('-1'), read('0.5'))).toBe(-1);
    expect(compareDecimals(read('10'), read('9.99'))).toBe(1);
  });
});
