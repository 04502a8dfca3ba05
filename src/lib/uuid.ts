/**
 * UUIDs of version 7 (RFC 9562): they are inserted in order, which keeps indexes small under load.
 * Invariant: UUIDs of one generator increase strictly, also within a millisecond and when the clock is set back. The 12
 * bits after the version are a counter with a random start in each millisecond; on overflow the generator advances one
 * millisecond instead of waiting, with the counter at 0. The remaining 62 bits are random.
 */
import { hash, randomFillSync } from 'node:crypto';

/** A lowercase UUID as a part of a regular expression. */
export const lowercaseUuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const uuid = new RegExp(`^${lowercaseUuidPattern}$`, 'i');

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hexOf = (byte: number | undefined): string => hex[(byte ?? 0) & 0xff] ?? '00';

const poolSize = 16_384;
const bytesPerUuid = 10;

/** Creates a separate generator. The program uses `uuidv7`; tests pass a clock. */
export function createUuidv7Generator(nowMs: () => number = Date.now): () => string {
  const pool = new Uint8Array(poolSize);
  let used = poolSize;
  let lastMs = -1;
  let counter = 0;
  let timeHex = '';

  return () => {
    if (used + bytesPerUuid > poolSize) {
      randomFillSync(pool);
      used = 0;
    }
    const at = used;
    used += bytesPerUuid;

    const now = nowMs();
    if (now > lastMs) {
      lastMs = now;
      timeHex = hexTime(now);
      counter = (((pool[at + 8] ?? 0) << 8) | (pool[at + 9] ?? 0)) & 0x7ff;
    } else if (counter < 0xfff) {
      counter += 1;
    } else {
      lastMs += 1;
      timeHex = hexTime(lastMs);
      counter = 0;
    }

    return (
      timeHex +
      hexOf(0x70 | (counter >> 8)) +
      hexOf(counter) +
      '-' +
      hexOf(0x80 | ((pool[at] ?? 0) & 0x3f)) +
      hexOf(pool[at + 1]) +
      '-' +
      hexOf(pool[at + 2]) +
      hexOf(pool[at + 3]) +
      hexOf(pool[at + 4]) +
      hexOf(pool[at + 5]) +
      hexOf(pool[at + 6]) +
      hexOf(pool[at + 7])
    );
  };
}

function hexTime(ms: number): string {
  const digits = ms.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`;
}

/** A new lowercase version 7 UUID, greater than all that it returned earlier in this process. */
export const uuidv7: () => string = createUuidv7Generator();

/** The time of a version 7 UUID, in milliseconds since 1970. */
export const uuidv7TimeMs = (uuid: string): number => Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

/**
 * Derives the `index`th version 7 UUID from another one; deterministic. It has the time of `from`, then the index, so
 * that up to 4,096 are in order, and a hash instead of random bits.
 */
export function deriveUuidv7(from: string, index: number): string {
  const random = hash('sha256', `${from}\n${index}`, 'buffer');
  const variant = hexOf(0x80 | ((random[0] ?? 0) & 0x3f));
  const digits = random.toString('hex', 1, 8);
  return `${from.slice(0, 14)}${(0x7000 | (index & 0xfff)).toString(16)}-${variant}${digits.slice(0, 2)}-${digits.slice(2)}`;
}

/** True for a UUID of any version in text form, in either case, without braces. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
