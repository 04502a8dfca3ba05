/**
 * How much a caller may ask for (decision 7; interface: Limits leaves it open).
 *
 * Per process: a caller that is spread over N processes may reach N times as much. GetDetails has a bucket of its own
 * and takes nothing from the other, so that polling for tracking never starves orders.
 */
import type { Config } from '../platform/config.ts';
import type { RateDecision } from '../platform/http/authenticator.ts';
import type { BucketSize, TokenBuckets } from './token-buckets.ts';

export interface RateLimits {
  readonly requests: BucketSize;
  readonly getDetails: BucketSize;
}

/** What a customer has instead of the deployment's. */
export type RateLimitOverrides = Partial<RateLimits>;

export function rateLimitsOf(settings: Config['rateLimit']): RateLimits {
  return {
    requests: { perSecond: settings.requestsPerSecond, burst: settings.requestsBurst },
    getDetails: { perSecond: settings.getDetailsPerSecond, burst: settings.getDetailsBurst },
  };
}

/** Takes from the bucket that this caller and operation share, and answers everything the rate limit headers tell. */
export function takeRequests(
  buckets: TokenBuckets,
  limits: RateLimits,
  overrides: RateLimitOverrides | undefined,
  caller: { readonly userKey: string; readonly customerNo: string },
  operation: string,
  cost: number,
): RateDecision {
  const isGetDetails = operation === 'Tracking/GetDetails';
  const policy = isGetDetails ? 'get-details' : 'requests';
  const size = isGetDetails ? (overrides?.getDetails ?? limits.getDetails) : (overrides?.requests ?? limits.requests);
  const { allowed, remaining, resetSeconds } = buckets.take(
    `${policy}\n${caller.userKey}\n${caller.customerNo}`,
    cost,
    size,
  );
  return {
    allowed,
    policy,
    limit: size.burst,
    windowSeconds: Math.max(1, Math.ceil(size.burst / size.perSecond)),
    remaining,
    resetSeconds,
  };
}
