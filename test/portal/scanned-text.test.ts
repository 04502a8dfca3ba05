/** What a station reads of what a scanner writes around a code. */
import { expect, test } from 'vitest';
import { adviceOnLayout, splitWrittenCodes } from '../../portal/station/scanned-text.ts';
import { codeOfScan } from '../../src/contract/scanned-code.ts';

const separator = '\u001D';

test.each([
  ['WINE-1', 'WINE-1'],
  [' ]C0WINE-1\r\n', 'WINE-1'],
  // A code that is no longer than the identifier.
  [']C1', ']C1'],
  // FNC1 at the beginning, as scanners transmit it that name no symbology, and after the symbology.
  [`${separator}0110812345678908`, '0110812345678908'],
  [`]C1${separator}0110812345678908`, '0110812345678908'],
  // Between the elements of a GS1 barcode.
  [`]d2011081234567890810AB${separator}21XY`, `011081234567890810AB${separator}21XY`],
  // Between STX and ETX.
  ['\u0002WINE-1\u0003', 'WINE-1'],
  [separator, ''],
])('%j', (written, code) => {
  expect(codeOfScan(written)).toBe(code);
});

test('text without keys: a code that ends with a tab is complete', () => {
  expect(splitWrittenCodes(`${separator}WINE-1\tWI`)).toEqual({ codes: ['WINE-1'], rest: 'WI' });
});

test.each([
  ['WINE-1', false],
  [`011081234567890810AB${separator}21XY`, false],
  // 1042 and 13568 with a French layout, WINE-1 with a German one.
  ["&à'é", true],
  ['&"(-_', true],
  ['WINEß1', true],
])('advises on the keyboard layout: %j is %s', (code, isAdvised) =>
  expect(adviceOnLayout(code) !== '').toBe(isAdvised),
);
