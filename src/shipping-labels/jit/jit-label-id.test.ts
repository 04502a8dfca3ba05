import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  formatJitLabelDataMatrixText,
  newJitLabelId,
  normalizeScannedJitLabelId,
  parseJitLabelId,
} from './jit-label-id.ts';

test.each(['W100', 'A-B', 'JIT-X', '7'])('a label id of %s contains the customer', (customerNo) => {
  for (let n = 0; n < 200; n += 1) {
    const labelId = newJitLabelId(customerNo, randomBytes);
    expect(labelId).toMatch(/^JIT-.+-[0-9A-Z]{10}$/);
    expect(parseJitLabelId(labelId)?.customerNo).toBe(customerNo);
    expect(parseJitLabelId(formatJitLabelDataMatrixText(labelId, 'ORDER|1'))?.customerNo).toBe(customerNo);
    expect(normalizeScannedJitLabelId(formatJitLabelDataMatrixText(labelId, 'ORDER|1'))).toBe(labelId);
  }
});

test('all characters are equally likely, and ids are unique', () => {
  const labels = new Set(Array.from({ length: 2000 }, () => newJitLabelId('W', randomBytes)));
  expect(labels.size).toBe(2000);
  expect(new Set([...labels].join('').replaceAll('JIT-W-', '')).size).toBe(32);
  expect(newJitLabelId('W', () => Uint8Array.from({ length: 10 }, (_, n) => n * 32 + 31))).toBe('JIT-W-ZZZZZZZZZZ');
});

test('a label id is read in any letter case; the customer, whose number distinguishes it, stays as written', () => {
  expect(normalizeScannedJitLabelId(' jit-w100-7k3m9qx2pa|CLB-1 ')).toBe('JIT-w100-7K3M9QX2PA');
  expect(parseJitLabelId('jit-w100-7k3m9qx2pa')).toEqual({ customerNo: 'w100', name: '7K3M9QX2PA' });
  expect(normalizeScannedJitLabelId('JIT-jit-x-7K3M9QX2PA')).toBe('JIT-jit-x-7K3M9QX2PA');
  expect(normalizeScannedJitLabelId('clb-1')).toBe('clb-1');
});

test.each(['', 'JIT-W100', 'RMA-W100-000001', 'JIT-W100-ILOU000000', 'JIT-W100-SHORT', 'jit-w100-ilou000000'])(
  '%s is not a label id',
  (scanned) => {
    expect(parseJitLabelId(scanned)).toBeUndefined();
  },
);
