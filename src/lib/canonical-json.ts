/**
 * Canonical JSON, which is independent of key order, and its SHA-256. Idempotency uses the hash to distinguish a
 * repeated request from a different one (decision 6).
 */
import { hash } from 'node:crypto';

/**
 * JSON with keys sorted by code unit at every depth and no white space. Properties that are undefined are left out,
 * undefined array members become null, `toJSON` is honored, as in `JSON.stringify`. `undefined` itself is `null`.
 * Infinity is written as `1e999`, because `JSON.parse` reads a number beyond a double's range as Infinity.
 * @throws TypeError for what JSON cannot represent: NaN, bigint, functions, symbols
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (Number.isNaN(value)) throw new TypeError('NaN cannot be written as JSON');
      if (!Number.isFinite(value)) return value > 0 ? '1e999' : '-1e999';
      return JSON.stringify(value);
    case 'undefined':
      return 'null';
    case 'object':
      break;
    default:
      throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) {
    let text = '[';
    for (let index = 0; index < value.length; index += 1) {
      if (index > 0) text += ',';
      text += canonicalJson(value[index]);
    }
    return `${text}]`;
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON());
  const object = value as Record<string, unknown>;
  let text = '{';
  for (const key of Object.keys(object).sort()) {
    const member = object[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += `${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}

/** SHA-256 of a text (as UTF-8) or of bytes, as 32 bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return hash('sha256', data, 'buffer');
}

/** SHA-256 of a text (as UTF-8) or of bytes, as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** The hash of a value, independent of key order. */
export function hashCanonicalJson(value: unknown): Buffer {
  return sha256(canonicalJson(value));
}
