/**
 * The form of what we generate: UserKeys, passwords, access tokens (decision 7).
 *
 * `drp_live_` + 32 random characters + 6 of checksum. The prefix tells people and secret scanners what it is and for
 * which environment; the checksum tells a mistyped or invented one without asking the database. Base 62, so that a
 * double click selects it all and no shell, URL or JSON has to quote it.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { EnvironmentName } from '../platform/environment.ts';

export type CredentialKind = 'password' | 'token';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of base 62: 190 bits. */
const secretLength = 32;
const checksumLength = 6;

const kinds = { password: 'drp', token: 'drt' } as const;
const environments = { production: 'live', test: 'test' } as const;

const body = `[0-9A-Za-z]{${secretLength + checksumLength}}`;
const patterns = {
  production: { password: new RegExp(`^drp_live_${body}$`), token: new RegExp(`^drt_live_${body}$`) },
  test: { password: new RegExp(`^drp_test_${body}$`), token: new RegExp(`^drt_test_${body}$`) },
};

/** A new secret of 190 random bits. Whoever asks shows it once and keeps only its hash. */
export function generateCredential(kind: CredentialKind, environment: EnvironmentName): string {
  const text = `${kinds[kind]}_${environments[environment]}_${randomText(secretLength)}`;
  return text + checksum(text);
}

/** True for what `generateCredential` may have made for this environment. Says nothing about whether it is valid. */
export function isWellFormedCredential(text: string, kind: CredentialKind, environment: EnvironmentName): boolean {
  return patterns[environment][kind].test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/** A new UserKey. It names a user and is no secret. */
export function generateUserKey(environment: EnvironmentName): string {
  return `dru_${environments[environment]}_${randomText(16)}`;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Whether a text can be a customer number at all: 1 to 30 letters, digits, `.`, `_` and `-`, first a letter or digit. */
export function isCustomerNo(text: string): boolean {
  return text.length <= 30 && namePattern.test(text);
}

/** Whether a text can be a UserKey at all. */
export function isUserKey(text: string): boolean {
  return text.length <= 60 && namePattern.test(text);
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte: what lies above would make some characters likelier.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumLength; i += 1) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
