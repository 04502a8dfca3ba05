import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { customerOfJitLabel, jitLabelDataMatrixText, newJitLabelId, parseScannedJitLabelId } from './jit-label-id.ts';

test.each(['W100', 'A-B', 'JIT-X', '7'])('a label id of %s contains the customer', (customerNo) => {
  for (let n = 0; n < 200; n += 1) {
    const labelId = newJitLabelId(customerNo, randomBytes);
    expect(labelId).toMatch(/^JIT-.+-[0-9A-Z]{10}$/);
    expect(customerOfJitLabel(labelId)).toBe(customerNo);
    expect(customerOfJitLabel(jitLabelDataMatrixText(labelId, 'ORDER|1'))).toBe(customerNo);
    expect(parseScannedJitLabelId(jitLabelDataMatrixText(labelId, 'ORDER|1'))).toBe(labelId);
  }
});

test('all characters are equally likely, and ids are unique', () => {
  const labels = new Set(Array.from({ length: 2000 }, () => newJitLabelId('W', randomBytes)));
  expect(labels.size).toBe(2000);
  expect(new Set([...labels].join('').replaceAll('JIT-W-', '')).size).toBe(32);
  expect(newJitLabelId('W', () => Uint8Array.from({ length: 10 }, (_, n) => n * 32 + 31))).toBe('JIT-W-ZZZZZZZZZZ');
});

test.each(['', 'JIT-W100', 'RMA-W100-000001', 'JIT-W100-ILOU000000', 'JIT-W100-SHORT'])(
  '%s is not a label id',
  (scanned) => {
    expect(customerOfJitLabel(scanned)).toBeUndefined();
  },
);
