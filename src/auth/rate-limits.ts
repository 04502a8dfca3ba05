/**
 * Rate limits (decision 7; the interface leaves them open).
 *
 * Buckets are per process: a caller whose requests are spread over N processes reaches up to N times the limit. GetDetails
 * has its own bucket, so that polling for tracking does not use up the requests for orders.
 */
import type { Config } from '../platform/config.ts';
import type { RateDecision } from '../platform/http/authenticator.ts';
import type { BucketSize, TokenBuckets } from './token-buckets.ts';

export interface RateLimits {
  readonly requests: BucketSize;
  readonly getDetails: BucketSize;
}

/** Limits of a customer that replace those of the deployment. */
export type RateLimitOverrides = Partial<RateLimits>;

export function rateLimitsOf(settings: Config['rateLimit']): RateLimits {
  return {
    requests: { perSecond: settings.requestsPerSecond, burst: settings.requestsBurst },
    getDetails: { perSecond: settings.getDetailsPerSecond, burst: settings.getDetailsBurst },
  };
}

/** Takes from the bucket of this caller and operation, and returns the values of the rate limit headers. */
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
