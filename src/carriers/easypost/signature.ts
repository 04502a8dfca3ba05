/** The signature of EasyPost's events: HMAC-SHA-256 over the bytes as they came. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeader = 'x-hmac-signature';

/** What the header says of a body that was signed with the secret. */
export function signatureOf(body: Buffer, secret: string): string {
  const key = Buffer.from(secret.normalize('NFKD'), 'utf8');
  return `hmac-sha256-hex=${createHmac('sha256', key).update(body).digest('hex')}`;
}

/** Compares in constant time; false for a header that is missing or given twice. */
export function hasValidSignature(body: Buffer, header: unknown, secret: string): boolean {
  if (typeof header !== 'string') return false;
  const given = Buffer.from(header, 'utf8');
  const expected = Buffer.from(signatureOf(body, secret), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
