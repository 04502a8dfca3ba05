/**
 * The headers `RateLimit` and `RateLimit-Policy` of the IETF draft "RateLimit header fields for HTTP": `q` requests per `w`
 * seconds; `r` requests remain, and `t` seconds until the quota is restored.
 */
import type { RateDecision } from './authenticator.ts';

export function rateLimitHeaders(rate: RateDecision): Record<string, string> {
  const headers: Record<string, string> = {
    ratelimit: `"${rate.policy}";r=${rate.remaining};t=${rate.resetSeconds}`,
    'ratelimit-policy': `"${rate.policy}";q=${rate.limit};w=${rate.windowSeconds}`,
  };
  if (!rate.allowed) headers['retry-after'] = String(Math.max(1, rate.resetSeconds));
  return headers;
}
