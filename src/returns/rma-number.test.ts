import { expect, test } from 'vitest';
import { customerNoOfRmaNumber, formatRmaNumber, parseRmaNumbers } from './rma-number.ts';

test.each(['W100', 'a', 'Cellar-2.B_7', '007', 'X-000001'])('a number of %s identifies its customer', (customerNo) => {
  for (const number of [1, 999_999, 1_000_000])
    expect(customerNoOfRmaNumber(formatRmaNumber(customerNo, number))).toBe(customerNo);
});

test('anything else is no RMA number', () => {
  for (const scanned of ['', 'RMA-W100', 'RMA--000001', 'RMA-W100-12', 'PO-W100-000001', ' RMA-W100-000001']) {
    expect(customerNoOfRmaNumber(scanned)).toBeUndefined();
  }
});

test('it fits a shipment key for every customer number', () => {
  expect(formatRmaNumber('x'.repeat(30), 99_999_999).length).toBeLessThanOrEqual(47);
});

test('a scan is first taken as it is written, because customer numbers distinguish upper and lower case', () => {
  const read = (text: string) => parseRmaNumbers(text).map(({ customerNo, rmaNumber: number }) => [customerNo, number]);
  expect(read('RMA-hilltop-000001')).toEqual([
    ['hilltop', 'RMA-hilltop-000001'],
    ['HILLTOP', 'RMA-HILLTOP-000001'],
  ]);
  expect(read('rma-w1001-000001')).toEqual([
    ['w1001', 'RMA-w1001-000001'],
    ['W1001', 'RMA-W1001-000001'],
  ]);
  expect([read('RMA-W1001-000001'), read('FIND-1')]).toEqual([[['W1001', 'RMA-W1001-000001']], []]);
});
