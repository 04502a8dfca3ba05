/**
 * The headers of the portal's pages. The content security policy denies everything except own scripts, own styles and
 * those with the nonce of the page, own fonts and pictures, calls and forms to this server, and frames of documents that
 * the page made (`blob:`). No page may frame it, not even one of this server.
 */
import { randomBytes } from 'node:crypto';

/** Placeholder in the built page; each page that is sent has a new nonce in its place. */
export const cspNoncePlaceholder = '__CSP_NONCE__';

export const newCspNonce = (): string => randomBytes(18).toString('base64');

/** The HTTP headers of a portal page. Its content security policy allows inline styles with this nonce only, and no inline scripts. */
export function createPortalPageHeaders(nonce: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "font-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      // Documents that the page has loaded are printed from a frame.
      'frame-src blob:',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    ...portalResponseHeaders,
  };
}

/** The headers of every page and file of the portal. */
export const portalResponseHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;
