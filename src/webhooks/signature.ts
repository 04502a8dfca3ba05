/** Secrets of endpoints, and signatures as the Standard Webhooks specification has them (decision 14). */
import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../lib/derived-key.ts';
import { decrypt, encrypt } from '../lib/encryption.ts';

const prefix = 'whsec_';
const secretBytes = 32;

/** A new secret: 256 random bits in the format of the specification. */
export const generateWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** The headers of a delivery, with one signature for each secret. `body` must be sent byte by byte as it is signed. */
export function computeWebhookSignatureHeaders(
  eventId: string,
  body: string | Buffer,
  secrets: readonly string[],
  now: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

/** Encrypts the secrets of endpoints for storage and decrypts them, with a key that is derived from SECRET_KEY. */
export interface WebhookSecretCipher {
  seal(endpointId: string, secret: string): Buffer;
  /** Throws when it was sealed for another endpoint, or under another SECRET_KEY. */
  open(endpointId: string, sealed: Uint8Array): string;
}

/** Creates the cipher with the key that is derived from `secretKey`, the setting SECRET_KEY. */
export function createWebhookSecretCipher({ secretKey }: { readonly secretKey: string }): WebhookSecretCipher {
  const key = deriveKey(secretKey, 'dray webhook secrets 1');
  return {
    seal: (endpointId, secret) => encrypt(key, endpointId, Buffer.from(secret)),
    open: (endpointId, sealed) => decrypt(key, endpointId, Buffer.from(sealed)).toString(),
  };
}
