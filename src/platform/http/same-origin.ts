/**
 * Whether a request comes from a page of this server, by the headers that browsers set and pages cannot change. Pure.
 *
 * Programs send neither header and are let through: they have no cookie that another page could use.
 */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of another origin sent the request. `X-Forwarded-Host` of a proxy counts as the server's own host: a page
 * cannot add it to a request to another origin, because such requests are not permitted (no CORS).
 */
export function isForeignOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  const from = URL.parse(origin);
  if (from === null || (from.protocol !== 'http:' && from.protocol !== 'https:')) return true;
  // In a chain of proxies the first one names the host of the page.
  const forwarded = [headers['x-forwarded-host']].flat().map((hosts) => hosts?.split(',', 1)[0]?.trim());
  const hosts = [headers.host, ...forwarded];
  return !hosts.some((host) => host !== undefined && URL.parse(`${from.protocol}//${host}`)?.host === from.host);
}

/** Whether the request came by https, according to the proxy in front of the server. */
export function isHttps(headers: IncomingHttpHeaders): boolean {
  const [forwarded = ''] = [headers['x-forwarded-proto']].flat();
  return forwarded.split(',', 1)[0]?.trim().toLowerCase() === 'https';
}
