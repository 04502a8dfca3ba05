/** The cookie that holds the secret of an operator's session. It is sent only to the base address that set it. Pure. */

const name = 'dray_session';

/** The form of a secret: 32 random bytes in base64url. */
const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** A browser sends at most some kilobytes of cookies. Longer headers are not searched. */
const maxHeaderLength = 8_192;

/**
 * Returns the first well-formed secret in a `Cookie` header. Anything else in it is ignored: cookies of other programs on
 * the same host, duplicates, malformed pairs.
 */
export function parseSessionCookie(header: string | undefined): string | undefined {
  if (header === undefined || header.length > maxHeaderLength) return undefined;
  for (const pair of header.split(';')) {
    const [key, value] = splitPair(pair.trim());
    if (key === name && secretPattern.test(value)) return value;
  }
  return undefined;
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? ['', pair] : [pair.slice(0, at), pair.slice(at + 1)];
}

interface CookieScope {
  /** The base address: `/test/operator/v1`. */
  readonly path: string;
  /** Whether the request came by https, so that the cookie is never sent without it. */
  readonly isSecure: boolean;
}

/** The value of `Set-Cookie` that stores the secret, or with an age of 0 removes it. */
export function formatSessionCookie(secret: string, maxAgeSeconds: number, { path, isSecure }: CookieScope): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${secret}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
