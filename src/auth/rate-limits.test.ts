import { describe, expect, it } from 'vitest';
import type { RateLimitDecision } from '../platform/http/authenticator.ts';
import type { RateLimitBudgetKey } from './rate-limit-budget-store.ts';
import { rateLimitsFromConfig, takeRateLimitTokens } from './rate-limits.ts';
import { createTokenBuckets, type TokenBucketSize } from './token-buckets.ts';

/** The budgets of a process that is alone. */
function budgets() {
  const buckets = createTokenBuckets(10, () => 0);
  return ({ customerNo, bucket }: RateLimitBudgetKey, cost: number, size: TokenBucketSize) =>
    buckets.take(`${bucket}\n${customerNo}`, cost, size);
}

const limits = rateLimitsFromConfig({
  enabled: true,
  requestsPerSecond: 100,
  requestsBurst: 1000,
  getDetailsPerSecond: 20,
  getDetailsBurst: 200,
  failedSignInsPerMinute: 10,
});
const winery = { userKey: 'U1', customerNo: 'W100' };

describe('rate limits', () => {
  it('return everything that the headers show', () => {
    const take = budgets();
    expect(takeRateLimitTokens(take, limits, undefined, winery, 'SalesOrder/CreateSalesOrder', 1)).toEqual({
      allowed: true,
      policy: 'requests',
      limit: 1000,
      windowSeconds: 10,
      remaining: 999,
      resetSeconds: 1,
    });
    expect(takeRateLimitTokens(take, limits, undefined, winery, 'Tracking/GetDetails', 200)).toEqual({
      allowed: true,
      policy: 'get-details',
      limit: 200,
      windowSeconds: 10,
      remaining: 0,
      resetSeconds: 1,
    });
    expect(takeRateLimitTokens(take, limits, undefined, winery, 'Tracking/GetDetails', 1)).toMatchObject({
      allowed: false,
      resetSeconds: 1,
    });
  });

  it('are kept per user and customer, and GetDetails apart from all else', () => {
    const take = budgets();
    takeRateLimitTokens(take, limits, undefined, winery, 'Inventory/GetStatus', 1000);
    const allowed = (caller: typeof winery, operation: string) =>
      (takeRateLimitTokens(take, limits, undefined, caller, operation, 1) as RateLimitDecision).allowed;
    expect(allowed(winery, 'SalesOrder/CreateSalesOrder')).toBe(false);
    expect(allowed(winery, 'Tracking/GetDetails')).toBe(true);
    expect(allowed({ ...winery, userKey: 'U2' }, 'SalesOrder/CreateSalesOrder')).toBe(true);
    expect(allowed({ ...winery, customerNo: 'W101' }, 'SalesOrder/CreateSalesOrder')).toBe(true);
  });

  it('give way to the limits of a customer', () => {
    const ofAll = budgets();
    const overrides = { requests: { perSecond: 1, burst: 2 } };
    const take = (operation: string) =>
      takeRateLimitTokens(ofAll, limits, overrides, winery, operation, 1) as RateLimitDecision;
    expect(take('SKU/CreateSKU')).toMatchObject({ limit: 2, windowSeconds: 2, remaining: 1 });
    expect(take('Tracking/GetDetails').limit).toBe(200);
    take('SKU/CreateSKU');
    expect(take('SKU/CreateSKU').allowed).toBe(false);
  });
});
