/**
 * Rate limits (decision 7; the interface leaves them open).
 *
 * Processes share a caller's budget through their database or Redis (rate-budgets.ts); one with a database of its own and without
 * Redis counts in memory. GetDetails has its own bucket, so that polling for tracking does not use up the requests for orders.
 */
import type { Config } from '../platform/config.ts';
import type { RateLimitDecision } from '../platform/http/authenticator.ts';
import type { RateLimitBudgetKey } from './rate-limit-budget-store.ts';
import type { TokenBucketResult, TokenBucketSize } from './token-buckets.ts';

/** The token bucket sizes of each caller: for `Tracking/GetDetails`, and for all other operations together. */
export interface RateLimits {
  readonly requests: TokenBucketSize;
  readonly getDetails: TokenBucketSize;
}

/** Limits of a customer that replace those of the deployment. */
export type RateLimitOverrides = Partial<RateLimits>;

/** Returns the limits of the deployment, which apply where a customer has none of its own. */
export function rateLimitsFromConfig(settings: Config['rateLimit']): RateLimits {
  return {
    requests: { perSecond: settings.requestsPerSecond, burst: settings.requestsBurst },
    getDetails: { perSecond: settings.getDetailsPerSecond, burst: settings.getDetailsBurst },
  };
}

type Take = (
  key: RateLimitBudgetKey,
  cost: number,
  size: TokenBucketSize,
) => TokenBucketResult | Promise<TokenBucketResult>;

/** Takes from the caller's bucket for GetDetails or that for all other operations, and returns the values of the rate limit headers. */
export function takeRateLimitTokens(
  take: Take,
  limits: RateLimits,
  overrides: RateLimitOverrides | undefined,
  caller: { readonly userKey: string; readonly customerNo: string },
  operation: string,
  cost: number,
): RateLimitDecision | Promise<RateLimitDecision> {
  const isGetDetails = operation === 'Tracking/GetDetails';
  const policy = isGetDetails ? 'get-details' : 'requests';
  const size = isGetDetails ? (overrides?.getDetails ?? limits.getDetails) : (overrides?.requests ?? limits.requests);
  const key = { customerNo: caller.customerNo, bucket: `${policy}\n${caller.userKey}` };
  const decided = ({ allowed, remaining, resetSeconds }: TokenBucketResult): RateLimitDecision => ({
    allowed,
    policy,
    limit: size.burst,
    windowSeconds: Math.max(1, Math.ceil(size.burst / size.perSecond)),
    remaining,
    resetSeconds,
  });
  const taken = take(key, cost, size);
  return taken instanceof Promise ? taken.then(decided) : decided(taken);
}
