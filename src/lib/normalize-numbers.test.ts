import { describe, expect, it } from 'vitest';
import { isDecimalText } from './decimal.ts';
import { normalizeAmountText, normalizeDecimalText } from './normalize-numbers.ts';

describe('normalizeAmountText', () => {
  it.each([
    ['12.50', '12.50'],
    ['12.5', '12.50'],
    [12.5, '12.50'],
    ['12.500', '12.50'],
    ['12', '12.00'],
    [12, '12.00'],
    ['$12.50', '12.50'],
    ['-$12.5', '-12.50'],
    ['+12.50', '12.50'],
    ['.5', '0.50'],
    ['007.50', '7.50'],
    [0, '0.00'],
    ['-0', '0.00'],
    ['$65.00', '65.00'],
    ['1,234.50', '1234.50'],
    ['$1,234', '1234.00'],
    ['1,234,567.125', '1234567.125'],
    [0.1 + 0.2, '0.30'],
    [12.350000000000001, '12.35'],
    [25 / 3, '8.333333333'],
    [String(25 / 3), '8.333333333'],
    ['8.3333333333333333333333333', '8.333333333'],
    [String(0.07 * 3), '0.21'],
    ['19.989999999999998', '19.99'],
    ['-0.9999999995', '-1.00'],
    ['0.0000000004', '0.00'],
    [0.1 + 0.2 - 0.3, '0.00'],
    [-1e-7, '-0.0000001'],
    ['$1,234.99999999999', '1235.00'],
  ])('%j is %s', (value, amount) => {
    expect(normalizeAmountText(value)).toBe(amount);
    expect(isDecimalText(amount)).toBe(true);
  });

  it.each([
    '1,234',
    '1,5',
    '12,50',
    '1.234,50',
    '1,23.50',
    '1234,567.00',
    ',234.50',
    '12.50 $',
    '$',
    '$$5',
    '$ 5.00',
    '12%',
    '1e3',
    '5.',
    'free',
    ' 5.00',
    '٣',
    '12345678901234567.00',
    1e21,
    12_345_678_901_234.56,
    '999999999999999.9999999999',
    Number.POSITIVE_INFINITY,
    true,
    null,
    [5],
  ])('%j is no amount', (value) => {
    const read = normalizeAmountText(value);
    expect(typeof read === 'string' && isDecimalText(read)).toBe(false);
  });

  it('reads a hostile text in linear time', () => {
    const text = `0.${'0'.repeat(1_000_000)}1`;
    expect(normalizeAmountText(text)).toBe(text);
    expect(normalizeDecimalText(text)).toBe(text);
  });
});

describe('normalizeDecimalText', () => {
  it.each([
    ['14.5', '14.5'],
    ['14.50', '14.5'],
    [14.5, '14.5'],
    ['14.5%', '14.5'],
    ['12.0', '12'],
    [12, '12'],
  ])('%j is %s', (value, text) => {
    expect(normalizeDecimalText(value, '%')).toBe(text);
  });

  it.each(['14,5%', '%', '14.5 %', '14.5%%', '$14', '1,234.50'])('%j is unchanged', (value) => {
    expect(isDecimalText(String(normalizeDecimalText(value, '%')))).toBe(false);
  });

  it('a percent sign is only read where it is declared', () => {
    expect(normalizeDecimalText('14.5%')).toBe('14.5%');
  });
});
