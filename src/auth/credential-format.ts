/**
 * The format of generated UserKeys, passwords and access tokens (decision 7).
 *
 * `drp_live_` + 32 random characters + a checksum of 6; a UserKey: `dru_live_` + 16 random characters. The prefix shows
 * people and secret scanners the kind and the environment; the checksum detects mistyped or invented credentials without a
 * database query. Base 62, so that a double click selects all of it and no quoting is needed in shells, URLs and JSON.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { EnvironmentName } from '../platform/environment.ts';

type CredentialKind = 'password' | 'token';

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

/** Generates a secret of 190 random bits. The caller shows it once and stores only its hash. */
export function generateCredential(kind: CredentialKind, environment: EnvironmentName): string {
  const text = `${kinds[kind]}_${environments[environment]}_${randomText(secretLength)}`;
  return text + checksum(text);
}

/** Whether `generateCredential` may have generated the text for this environment. It may still be invalid. */
export function isWellFormedCredential(text: string, kind: CredentialKind, environment: EnvironmentName): boolean {
  return patterns[environment][kind].test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/**
 * The environment that a text names as its own by its prefix and, of a password or token, its checksum. Undefined for any
 * other text. Reads nothing but the text, so the credential need not exist.
 */
export function environmentOfCredential(text: string): EnvironmentName | undefined {
  const names: readonly EnvironmentName[] = ['production', 'test'];
  return names.find(
    (name) =>
      text.startsWith(`dru_${environments[name]}_`) ||
      isWellFormedCredential(text, 'password', name) ||
      isWellFormedCredential(text, 'token', name),
  );
}

/** Generates a UserKey. It identifies a user and is not secret. */
export function generateUserKey(environment: EnvironmentName): string {
  return `dru_${environments[environment]}_${randomText(16)}`;
}

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Whether a text is a well-formed customer number: 1 to 30 letters, digits, `.`, `_` and `-`, first a letter or digit. */
export function isWellFormedCustomerNo(text: string): boolean {
  return text.length <= 30 && namePattern.test(text);
}

/** Whether a text is a well-formed UserKey, generated or imported: 1 to 100 visible ASCII characters. */
export function isWellFormedUserKey(text: string): boolean {
  return /^[!-~]{1,100}$/.test(text);
}

const minImportedPassword = 8;
const maxImportedPassword = 200;

/**
 * Whether a text may be a password that another system issued: 8 to 200 characters without control characters and without the prefix
 * of generated passwords, whose checksum and environment are checked instead.
 */
export function mayBeImportedPassword(text: string): boolean {
  if (text.length < minImportedPassword || text.length > maxImportedPassword) return false;
  return !/^dr[pt]_(?:live|test)_/.test(text) && !/\p{Cc}/u.test(text) && text.isWellFormed();
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 is the largest multiple of 62 in a byte. Higher values would make some characters more likely.
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
