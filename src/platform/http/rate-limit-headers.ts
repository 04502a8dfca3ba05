/**
 * `RateLimit` and `RateLimit-Policy` as the IETF draft "RateLimit header fields for HTTP" writes them: `q` requests per
 * `w` seconds; `r` of them left, and the seconds `t` until there are more.
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
