/** How long the sender rests while callers write. */
import { expect, test } from 'vitest';
import { restMs } from './pace.ts';

test('it rests for the share of the time in which the process is busy', () => {
  expect(restMs(30, 0, 500)).toBe(0);
  expect(restMs(30, 0.25, 500)).toBeCloseTo(10);
  expect(restMs(30, 0.5, 500)).toBeCloseTo(30);
  // Never without its least share.
  expect(restMs(20, 1, 500)).toBeCloseTo(380);
});

test('a step that took long rests no longer than the least rate of deliveries permits, and shortly after few of them', () => {
  expect(restMs(200, 1, 500)).toBe(1_000);
  expect(restMs(200, 0.9, 200)).toBe(400);
  expect(restMs(200, 1, 0)).toBe(300);
});
