/**
 * Values as PostgreSQL receives them in binary, inside the arrays of `arrays.ts` and the rows of `copy.ts`.
 *
 * As text each value is escaped here and parsed there character by character, which for documents costs more than writing
 * them. In binary both sides copy. All is written into one buffer that grows and is used again, and copied out of it at
 * the end: whoever encodes must finish before anybody else begins, which holds as long as nobody waits in between.
 */
import { dayMs } from '../../lib/dates.ts';

/** Writes one value behind `at` and answers where it ends; room for what it needs is its own to `reserve`. */
export type Write<Value> = (value: Value, at: number) => number;

/** Reads the column of one row; undefined and null are NULL. */
export type Column<Row, Value> = (row: Row) => Value | null | undefined;

/** A type of PostgreSQL: its object id, fixed in the catalogue, and how a value of it is written. */
export interface BinaryType<Value> {
  readonly oid: number;
  readonly write: Write<Value>;
}

/** What has been written so far; another buffer after each `reserve` that made it grow. */
export let scratch: Buffer = Buffer.allocUnsafe(64 * 1024);

/** Makes room for `more` bytes behind `used`. */
export function reserve(used: number, more: number): void {
  if (used + more <= scratch.length) return;
  const larger = Buffer.allocUnsafe(2 * (used + more));
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
}

/** The first `length` bytes of what has been written, to keep. */
export function copyOut(length: number): Buffer {
  const kept = Buffer.allocUnsafe(length);
  scratch.copy(kept, 0, 0, length);
  return kept;
}

/** Writes a value with its length in front, as arrays and rows hold it. */
export function writeValue<Value>(type: BinaryType<Value>, value: Value | null | undefined, at: number): number {
  reserve(at, 4);
  if (value === null || value === undefined) {
    scratch.writeInt32BE(-1, at);
    return at + 4;
  }
  const end = type.write(value, at + 4);
  scratch.writeInt32BE(end - at - 4, at);
  return end;
}

function writeText(text: string, at: number): number {
  const { length } = text;
  reserve(at, length * 3);
  // Most columns hold short names: byte by byte is faster than a call out of JavaScript.
  if (length <= 40) {
    let i = 0;
    for (; i < length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) break;
      scratch[at + i] = unit;
    }
    if (i === length) return at + length;
  }
  return at + scratch.write(text, at);
}

function writeFixed(bytes: number, put: (value: number, at: number) => void): Write<number> {
  return (value, at) => {
    reserve(at, bytes);
    put(value, at);
    return at + bytes;
  };
}

const writeInt64: Write<number> = (value, at) => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number that can be kept`);
  reserve(at, 8);
  const high = Math.floor(value / 0x1_0000_0000);
  scratch.writeInt32BE(high, at);
  scratch.writeUInt32BE(value - high * 0x1_0000_0000, at + 4);
  return at + 8;
};

const nibble = new Uint8Array(128).fill(255);
for (let i = 0; i < 16; i += 1) {
  nibble['0123456789abcdef'.charCodeAt(i)] = i;
  nibble['0123456789ABCDEF'.charCodeAt(i)] = i;
}

/** Where the digits of each byte stand in `01234567-89ab-cdef-0123-456789abcdef`. */
const uuidDigits = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const dash = 0x2d;

const hasUuidDashes = (text: string): boolean =>
  text.charCodeAt(8) === dash &&
  text.charCodeAt(13) === dash &&
  text.charCodeAt(18) === dash &&
  text.charCodeAt(23) === dash;

const writeUuid: Write<string> = (uuid, at) => {
  reserve(at, 16);
  let valid = uuid.length === 36 && hasUuidDashes(uuid);
  for (let i = 0; i < 16; i += 1) {
    const place = uuidDigits[i] as number;
    const high = nibble[uuid.charCodeAt(place)] ?? 255;
    const low = nibble[uuid.charCodeAt(place + 1)] ?? 255;
    if ((high | low) > 15) valid = false;
    scratch[at + i] = (high << 4) | low;
  }
  if (!valid) throw new TypeError(`${uuid} is no UUID`);
  return at + 16;
};

const writeInt32 = writeFixed(4, (value, at) => scratch.writeInt32BE(value, at));
const writeInt16 = writeFixed(2, (value, at) => scratch.writeInt16BE(value, at));

/** PostgreSQL counts microseconds since the year 2000. */
const epoch2000Ms = 946_684_800_000;

/** The rows of a set mostly share their time. */
let lastInstant: { readonly instant: Temporal.Instant; readonly microseconds: number | bigint } | undefined;

const writeInstant: Write<Temporal.Instant> = (instant, at) => {
  if (lastInstant?.instant !== instant) {
    const ms = instant.epochMilliseconds;
    const nanoseconds = Number(instant.epochNanoseconds - BigInt(ms) * 1_000_000n);
    // Rounded as PostgreSQL rounds the same time when it comes as text.
    const rest = Math.round(nanoseconds / 1_000);
    const microseconds = (ms - epoch2000Ms) * 1_000 + rest;
    // From the year 2285 on they are beyond the numbers that JavaScript keeps exactly.
    const exact = Number.isSafeInteger(microseconds) ? microseconds : BigInt(ms - epoch2000Ms) * 1_000n + BigInt(rest);
    lastInstant = { instant, microseconds: exact };
  }
  const { microseconds } = lastInstant;
  if (typeof microseconds === 'number') return writeInt64(microseconds, at);
  reserve(at, 8);
  return scratch.writeBigInt64BE(microseconds, at);
};

const writeJsonb: Write<string> = (json, at) => {
  reserve(at, 1);
  // The version of the format.
  scratch[at] = 1;
  return writeText(json, at + 1);
};

const writeBoolean: Write<boolean> = (value, at) => {
  reserve(at, 1);
  scratch[at] = value ? 1 : 0;
  return at + 1;
};

const writeBytes: Write<Uint8Array> = (bytes, at) => {
  reserve(at, bytes.length);
  scratch.set(bytes, at);
  return at + bytes.length;
};

const msPerDay = 86_400_000;

/** PostgreSQL counts days since the year 2000. */
const writeDate: Write<Temporal.PlainDate> = ({ year, month, day }, at) =>
  writeInt32((dayMs(year, month, day) - epoch2000Ms) / msPerDay, at);

/** Dimensions, whether it holds NULL, element type, length, lower bound: four bytes each. */
const headerBytes = 20;

/** Writes one column of the rows as an array. */
export function writeArray<Row, Value>(
  type: BinaryType<Value>,
  rows: readonly Row[],
  pick: Column<Row, Value>,
  at: number,
): number {
  reserve(at, headerBytes);
  let end = at + headerBytes;
  let hasNull = 0;
  for (const row of rows) {
    const value = pick(row);
    if (value === null || value === undefined) hasNull = 1;
    end = writeValue(type, value, end);
  }
  // An empty array has no dimension at all.
  scratch.writeInt32BE(rows.length === 0 ? 0 : 1, at);
  scratch.writeInt32BE(hasNull, at + 4);
  scratch.writeInt32BE(type.oid, at + 8);
  scratch.writeInt32BE(rows.length, at + 12);
  scratch.writeInt32BE(1, at + 16);
  return rows.length === 0 ? at + 12 : end;
}

const writeTexts: Write<readonly string[]> = (texts, at) => writeArray(types.text, texts, (text) => text, at);

export const types = {
  text: { oid: 25, write: writeText },
  texts: { oid: 1009, write: writeTexts },
  /** The text is JSON already. */
  json: { oid: 114, write: writeText },
  /** The text is JSON already. */
  jsonb: { oid: 3802, write: writeJsonb },
  uuid: { oid: 2950, write: writeUuid },
  /** Refuses what JavaScript does not keep exactly, with a RangeError. */
  bigint: { oid: 20, write: writeInt64 },
  smallint: { oid: 21, write: writeInt16 },
  boolean: { oid: 16, write: writeBoolean },
  instant: { oid: 1184, write: writeInstant },
  date: { oid: 1082, write: writeDate },
  bytea: { oid: 17, write: writeBytes },
} as const satisfies Record<string, BinaryType<never>>;
