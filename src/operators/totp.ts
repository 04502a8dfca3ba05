/**
 * Time-based one-time passwords (RFC 6238) as authenticator apps compute them: HMAC-SHA-1, 6 digits, 30 seconds. Pure.
 *
 * Written here instead of a package: it is a few lines over `node:crypto`, which the vectors of the RFC check.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of the time step that contains this time. */
export function computeTotpTimeStep(epochMs: number): number {
  return Math.floor(epochMs / 1_000 / stepSeconds);
}

/** The code of a time step (RFC 4226, 5.3). */
export function computeTotpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0x0f;
  const value = mac.readUInt32BE(at) & 0x7fff_ffff;
  return String(value % 10 ** digits).padStart(digits, '0');
}

/**
 * The step whose code this is: the current one or one of its neighbors, for clocks that differ, and later than `lastStep`, the
 * last one that was used. Undefined for any other text.
 */
export function matchTotpTimeStep(secret: Buffer, code: string, epochMs: number, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = computeTotpTimeStep(epochMs);
  let match: number | undefined;
  for (const step of [now - 1, now, now + 1]) {
    const isEqual = timingSafeEqual(Buffer.from(computeTotpCode(secret, step)), Buffer.from(code));
    if (isEqual && step > lastStep) match = step;
  }
  return match;
}

/** Base32 without padding (RFC 4648), in which people type a secret. */
export function encodeBase32(bytes: Buffer): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += base32Alphabet[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + base32Alphabet[(value << (5 - bits)) & 31];
}

/** The address that an authenticator app reads from a QR code. */
export function formatTotpUri(secret: Buffer, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
