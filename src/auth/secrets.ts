/**
 * The pepper: the key of the HMAC of passwords and access tokens (decision 7).
 *
 * It is derived from the setting SECRET_KEY and exists in memory only, so a copy of the database does not suffice to verify
 * credentials. Generated passwords and tokens have 190 random bits, so a fast HMAC is used instead of a slow hash: it is
 * computed for every request. Imported passwords may be weaker, so attempts at them are limited (`imported-sign-ins.ts`).
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface CredentialSecrets {
  readonly pepper: KeyObject;
}

/** Derives the pepper by HKDF-SHA-256. The same SECRET_KEY gives the same pepper in every process. Pure. */
export function deriveCredentialSecrets(secretKey: string): CredentialSecrets {
  const bytes = hkdfSync('sha256', secretKey, '', 'dray credentials 1', 32);
  return { pepper: createSecretKey(Buffer.from(bytes)) };
}

/** HMAC-SHA-256 of a password or token, 32 bytes: stored in the database, and part of the cache key of a verified one. */
export function hashCredential(secrets: CredentialSecrets, credential: string): Buffer {
  return createHmac('sha256', secrets.pepper).update(credential, 'utf8').digest();
}

const derived = new WeakMap<object, CredentialSecrets>();

/** The secrets of a deployment's configuration, derived once. */
export function credentialSecretsOf(config: { readonly secretKey: string }): CredentialSecrets {
  let secrets = derived.get(config);
  if (secrets === undefined) {
    secrets = deriveCredentialSecrets(config.secretKey);
    derived.set(config, secrets);
  }
  return secrets;
}
