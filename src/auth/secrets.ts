/**
 * The pepper: the key under which passwords and access tokens are hashed (decision 7).
 *
 * It is derived from the setting SECRET_KEY and lives in memory only, so a copy of the database alone proves nothing.
 * Passwords and tokens carry at least 160 random bits, which no guessing reaches; hence a fast HMAC and not a slow hash:
 * it is computed on every request.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

export interface Secrets {
  readonly pepper: KeyObject;
}

/** Derives the pepper by HKDF-SHA-256. The same SECRET_KEY gives the same pepper in every process. Pure. */
export function deriveSecrets(secretKey: string): Secrets {
  const bytes = hkdfSync('sha256', secretKey, '', 'dray credentials 1', 32);
  return { pepper: createSecretKey(Buffer.from(bytes)) };
}

/** What is stored of a password or token, and the name under which a verified one is cached: HMAC-SHA-256, 32 bytes. */
export function hashCredential(secrets: Secrets, credential: string): Buffer {
  return createHmac('sha256', secrets.pepper).update(credential, 'utf8').digest();
}

const derived = new WeakMap<object, Secrets>();

/** The secrets of a deployment's configuration, derived once. */
export function secretsOf(config: { readonly secretKey: string }): Secrets {
  let secrets = derived.get(config);
  if (secrets === undefined) {
    secrets = deriveSecrets(config.secretKey);
    derived.set(config, secrets);
  }
  return secrets;
}
