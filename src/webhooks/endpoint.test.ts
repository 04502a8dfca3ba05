/** When a delivery is sent again. */
import { expect, test } from 'vitest';
import { computeWebhookRetrySeconds, maxWebhookAttempts, planWebhookRetry } from './endpoint.ts';

test('a failure that did not wait counts once', () => {
  expect(planWebhookRetry(0, 0)).toEqual({ failedAttempts: 1, retryMs: 30_000 });
  expect(planWebhookRetry(3, 200)).toEqual({ failedAttempts: 4, retryMs: 239_800 });
  expect(planWebhookRetry(maxWebhookAttempts - 1, 0)).toEqual({
    failedAttempts: maxWebhookAttempts,
    retryMs: undefined,
  });
});

test('the time in which it waited for a failing endpoint counts, so that many waiting deliveries are given up no later', () => {
  // Of 500 packages, each attempt waits for a timeout of 10 s of all others: 5,000 s in a turn.
  let [failedAttempts, atMs, attempts] = [0, 5_000_000, 1];
  let after = planWebhookRetry(failedAttempts, atMs);
  expect(after).toEqual({ failedAttempts: 8, retryMs: 2_650_000 });
  for (; after.retryMs !== undefined; attempts += 1) {
    failedAttempts = after.failedAttempts;
    const waitedMs = Math.max(0, 5_000_000 - after.retryMs);
    atMs += after.retryMs + waitedMs;
    after = planWebhookRetry(failedAttempts, waitedMs);
  }
  expect(attempts).toBe(7);
  expect(Math.round(atMs / 3_600_000)).toBe(68);
});

test('time alone gives up no delivery: the last attempt is made', () => {
  const days = 20 * 86_400_000;
  expect(planWebhookRetry(0, days)).toEqual({ failedAttempts: maxWebhookAttempts - 1, retryMs: 0 });
  expect(planWebhookRetry(maxWebhookAttempts - 1, days).retryMs).toBeUndefined();
  expect(computeWebhookRetrySeconds(1)).toBe(30);
});
