/**
 * Keys that protect the credentials of operators, derived from the setting SECRET_KEY. They exist in memory only, so a
 * copy of the database does not suffice to guess a password or a PIN, or to use a session.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../lib/derived-key.ts';
import { decrypt, encrypt } from '../lib/encryption.ts';

export interface OperatorAuthKeys {
  /** The secret of argon2id. */
  readonly passwordKey: Buffer;
  /**
   * The key of the HMAC of session secrets, of recovery codes, and of the e-mail addresses and badges whose attempts
   * are counted.
   */
  readonly hashKey: Buffer;
  /** Encrypts TOTP secrets. */
  readonly totpKey: Buffer;
}

/** The keys of a deployment's configuration. */
export function deriveOperatorAuthKeys({ secretKey }: { readonly secretKey: string }): OperatorAuthKeys {
  return {
    passwordKey: deriveKey(secretKey, 'dray operator passwords 1'),
    hashKey: deriveKey(secretKey, 'dray operator hashes 1'),
    totpKey: deriveKey(secretKey, 'dray operator totp 1'),
  };
}

/**
 * The stored HMAC of a secret, or of a name whose attempts are counted: 32 bytes. `purpose` keeps hashes of different
 * kinds apart.
 */
export function hashSecret({ hashKey }: OperatorAuthKeys, purpose: string, secret: string): Buffer {
  return createHmac('sha256', hashKey).update(`${purpose}\n${secret}`, 'utf8').digest();
}

/** The secret of a new session: 256 random bits in base64url, 43 characters. */
export function generateSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The CSRF token of a session, which its commands send in `X-CSRF-Token`: an HMAC under the session's secret, which a
 * page of another origin cannot read.
 */
export function csrfTokenOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('dray csrf 1').digest('base64url');
}

/** Encrypts a TOTP secret for one operator. */
export function encryptTotpSecret({ totpKey }: OperatorAuthKeys, operatorId: string, secret: Buffer): Buffer {
  return encrypt(totpKey, operatorId, secret);
}

/** Decrypts what `encryptTotpSecret` returned for this operator. Throws when it was encrypted for another, or under another SECRET_KEY. */
export function decryptTotpSecret({ totpKey }: OperatorAuthKeys, operatorId: string, stored: Buffer): Buffer {
  return decrypt(totpKey, operatorId, stored);
}
