import { describe, expect, it } from 'vitest';
import {
  booleanCoercion,
  digitsCoercion,
  flagCoercion,
  integerCoercion,
  numberCoercion,
  priceCoercion,
} from './value-coercions.ts';

const kinds = { booleanCoercion, digitsCoercion, flagCoercion, integerCoercion, numberCoercion, priceCoercion };

describe.each<[keyof typeof kinds, [unknown, unknown][], unknown[]]>([
  [
    'digitsCoercion',
    [
      [12345, '12345'],
      [0, '0'],
      [9_007_199_254_740_991, '9007199254740991'],
      ['A-1', 'A-1'],
    ],
    [1.5, -1, 9_007_199_254_740_992, 1e21, true, {}, []],
  ],
  [
    'integerCoercion',
    [
      ['2', 2],
      ['-2', -2],
      ['007', 7],
      ['9223372036854775807', 2 ** 63],
      [2, 2],
    ],
    ['', '2.0', '2.5', ' 2', '2 ', '+2', '0x2', '1e3', 'two', '٢', '1,000', '9'.repeat(309), true],
  ],
  [
    'numberCoercion',
    [
      ['38.29', 38.29],
      ['-122', -122],
      ['-104.990301234567', -104.990301234567],
      [1.5, 1.5],
    ],
    ['', '1e3', '.5', '1,5', '$5', 'NaN', 'Infinity', false],
  ],
  [
    'priceCoercion',
    [
      ['24.99', 24.99],
      ['$65.00', 65],
      ['1,234.50', 1234.5],
      ['-5', -5],
      [3, 3],
    ],
    ['', '1,5', '1,234', '5%', 'free', '1234567890123456', true],
  ],
  [
    'booleanCoercion',
    [
      ['true', true],
      ['False', false],
      [1, true],
      ['0', false],
      [true, true],
    ],
    ['', 'yes', 'y', 'on', 2, '2', 'tru', {}],
  ],
  [
    'flagCoercion',
    [
      ['1', 1],
      ['0', 0],
      [true, 1],
      ['FALSE', 0],
      [1, 1],
    ],
    ['', 'yes', 2, -1, '2', 0.5, []],
  ],
])('%s', (kind, read, unchanged) => {
  it.each(read)('reads %j as %j', (value, expected) => {
    expect(kinds[kind].read(value)).toBe(expected);
  });
  it.each(unchanged.map((value) => [value]))('leaves %j', (value) => {
    expect(kinds[kind].read(value)).toBe(value);
  });
});
