/** How long the sender rests while callers write. */
import { expect, test } from 'vitest';
import { computeWebhookSenderPauseMs } from './pace.ts';

const busy = (utilization: number, hasWaiting = false) => ({ utilization, hasWaiting });

test('it rests for the share of the time in which the process is busy', () => {
  expect(computeWebhookSenderPauseMs(30, busy(0), 500)).toBe(0);
  expect(computeWebhookSenderPauseMs(30, busy(0.25), 500)).toBeCloseTo(10);
  expect(computeWebhookSenderPauseMs(30, busy(0.5), 500)).toBeCloseTo(30);
  // Never without its least share.
  expect(computeWebhookSenderPauseMs(20, busy(1), 500)).toBeCloseTo(380);
});

test('while writes wait for others it rests longer, unless the event loop has little to do', () => {
  expect(computeWebhookSenderPauseMs(30, busy(0.5, true), 500)).toBeCloseTo(90);
  expect(computeWebhookSenderPauseMs(30, busy(0.7, true), 500)).toBeCloseTo(570);
  expect(computeWebhookSenderPauseMs(30, busy(0.02, true), 500)).toBeLessThan(1);
});

test('a step that took long rests no longer than the least rate of deliveries permits, and shortly after few of them', () => {
  expect(computeWebhookSenderPauseMs(200, busy(1), 500)).toBeCloseTo(1_235);
  expect(computeWebhookSenderPauseMs(200, busy(1), 100)).toBe(400);
  expect(computeWebhookSenderPauseMs(200, busy(1), 0)).toBeCloseTo(285);
  expect(computeWebhookSenderPauseMs(200, busy(1), 10)).toBe(300);
});

test('what a step waits for does not count: half the expected rate of 1,500 deliveries/s is sent on a process that is busy for 85 %', () => {
  const [stepMs, deliveries] = [150, 500];
  const turnMs = stepMs + computeWebhookSenderPauseMs(stepMs, busy(0.85), deliveries);
  expect((deliveries * 1_000) / turnMs).toBeGreaterThan(750);
  expect(computeWebhookSenderPauseMs(1_000, busy(0.5), 0)).toBe(15);
});
