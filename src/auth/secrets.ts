/**
 * The pepper: the key of the HMAC of passwords and access tokens (decision 7).
 *
 * It is derived from the setting SECRET_KEY and exists in memory only, so a copy of the database does not suffice to verify
 * credentials. Generated passwords and tokens have 190 random bits, so a fast HMAC is used instead of a slow hash: it is
 * computed for every request. Imported passwords may be weaker, so attempts at them are limited (`imported-sign-ins.ts`).
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey } from '../lib/derived-key.ts';

export interface CredentialSecrets {
  readonly pepper: KeyObject;
}

/** The secrets of a deployment's configuration. */
export function credentialSecretsOf({ secretKey }: { readonly secretKey: string }): CredentialSecrets {
  return { pepper: createSecretKey(deriveKey(secretKey, 'dray credentials 1')) };
}

/** HMAC-SHA-256 of a password or token, 32 bytes: stored in the database, and part of the cache key of a verified one. */
export function hashCredential(secrets: CredentialSecrets, credential: string): Buffer {
  return createHmac('sha256', secrets.pepper).update(credential, 'utf8').digest();
}
