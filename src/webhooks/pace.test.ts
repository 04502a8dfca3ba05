/** How long the sender rests while callers write. */
import { expect, test } from 'vitest';
import { restMs } from './pace.ts';

test('it rests for the share of the time in which the process is busy, at most two seconds', () => {
  expect(restMs(30, 0)).toBe(0);
  expect(restMs(30, 0.25)).toBeCloseTo(10);
  expect(restMs(30, 0.5)).toBeCloseTo(30);
  // Never without its least share.
  expect(restMs(20, 1)).toBeCloseTo(380);
  expect(restMs(200, 1)).toBe(2_000);
});
