/** Signatures of EasyPost webhooks: HMAC-SHA-256 over the raw body. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const easypostSignatureHeader = 'x-hmac-signature';

/** Computes the value of the signature header for a body and a secret. */
export function computeEasypostSignature(body: Buffer, secret: string): string {
  const key = Buffer.from(secret.normalize('NFKD'), 'utf8');
  return `hmac-sha256-hex=${createHmac('sha256', key).update(body).digest('hex')}`;
}

/** Whether the header is the signature of the body, compared in constant time. False when it is missing or repeated. */
export function hasValidEasypostSignature(body: Buffer, header: unknown, secret: string): boolean {
  if (typeof header !== 'string') return false;
  const given = Buffer.from(header, 'utf8');
  const expected = Buffer.from(computeEasypostSignature(body, secret), 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
