/**
 * The headers `RateLimit` and `RateLimit-Policy` of the IETF draft "RateLimit header fields for HTTP" (10): `q`
 * requests per `w` seconds, of which `r` remain. `t` is the number of seconds until one more request remains, 0 for a full
 * bucket; after a rejection until the same request is allowed, as in `Retry-After`.
 */
import type { RateLimitDecision } from './authenticator.ts';

export function rateLimitHeaders(rate: RateLimitDecision): Record<string, string> {
  const headers: Record<string, string> = {
    ratelimit: `"${rate.policy}";r=${rate.remaining};t=${rate.resetSeconds}`,
    'ratelimit-policy': `"${rate.policy}";q=${rate.limit};w=${rate.windowSeconds}`,
  };
  if (!rate.allowed) headers['retry-after'] = String(Math.max(1, rate.resetSeconds));
  return headers;
}
