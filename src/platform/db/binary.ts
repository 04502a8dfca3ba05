/**
 * The binary form of values, in parameter arrays and in the rows of COPY.
 *
 * In text form each value is escaped here and parsed by PostgreSQL character by character, which for documents costs more
 * than writing them. All values are written into one scratch buffer that grows and is reused, and copied out of it at the
 * end. Invariant: encoding is synchronous, so two encodings never overlap.
 */
import { utcStartOfDayMs } from '../../lib/dates.ts';

/**
 * Writes the length of a value and the value at position `at`, and returns the position after it. Undefined and null are
 * NULL. Reserves the room that it needs.
 */
export type ValueEncoder<Value> = (value: Value | null | undefined, at: number) => number;

/** Reads the column of one row; undefined and null are NULL. */
export type ColumnGetter<Row, Value> = (row: Row) => Value | null | undefined;

/** A type of PostgreSQL: its object id, fixed in the catalog, and how its values are written. */
export interface PgType<Value> {
  readonly oid: number;
  readonly write: ValueEncoder<Value>;
}

/** The buffer that holds the bytes written so far. `reserveScratch` may replace it. */
export let scratchBuffer: Buffer = Buffer.allocUnsafeSlow(256 * 1024);
/** The same bytes: writing numbers through a DataView is compiled inline. */
let view = new DataView(scratchBuffer.buffer);

/** Reserves room for `more` bytes after the first `used`. */
export function reserveScratch(used: number, more: number): void {
  if (used + more <= scratchBuffer.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (used + more));
  scratchBuffer.copy(larger, 0, 0, used);
  scratchBuffer = larger;
  view = new DataView(larger.buffer);
}

/** Writes into reserved room, and returns the position after the value. */
export function writeInt32At(value: number, at: number): number {
  view.setInt32(at, value);
  return at + 4;
}

/** Writes into reserved room, and returns the position after the value. */
export function writeInt16At(value: number, at: number): number {
  view.setInt16(at, value);
  return at + 2;
}

/** A copy of the first `length` bytes that were written. */
export function copyScratchBytes(length: number): Buffer {
  const copied = Buffer.allocUnsafe(length);
  scratchBuffer.copy(copied, 0, 0, length);
  return copied;
}

/** Each value is preceded by its length. */
const lengthBytes = 4;

/** Reserves room for a value of `bytes` bytes, writes its length, and returns the position of its first byte. */
function openValue(bytes: number, at: number): number {
  reserveScratch(at, lengthBytes + bytes);
  return writeInt32At(bytes, at);
}

/** NULL is the length -1. */
const writeNull = (at: number): number => {
  reserveScratch(at, lengthBytes);
  return writeInt32At(-1, at);
};

/** Writes the bytes of a text into reserved room, and returns the position after them. */
function writeCharacters(text: string, at: number): number {
  const { length } = text;
  // Most texts are short names: writing byte by byte is faster than a native call.
  if (length <= 40) {
    let i = 0;
    for (; i < length; i += 1) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) break;
      scratchBuffer[at + i] = unit;
    }
    if (i === length) return at + length;
  }
  return at + scratchBuffer.write(text, at);
}

/** A UTF-16 unit takes at most this many bytes in UTF-8. */
const bytesPerUnit = 3;

export const encodeText: ValueEncoder<string> = (text, at) => {
  if (text === null || text === undefined) return writeNull(at);
  reserveScratch(at, lengthBytes + text.length * bytesPerUnit);
  const end = writeCharacters(text, at + lengthBytes);
  writeInt32At(end - at - lengthBytes, at);
  return end;
};

export const encodeJsonb: ValueEncoder<string> = (json, at) => {
  if (json === null || json === undefined) return writeNull(at);
  reserveScratch(at, lengthBytes + 1 + json.length * bytesPerUnit);
  // The version of the format.
  scratchBuffer[at + lengthBytes] = 1;
  const end = writeCharacters(json, at + lengthBytes + 1);
  writeInt32At(end - at - lengthBytes, at);
  return end;
};

export const encodeInt64: ValueEncoder<number> = (value, at) => {
  if (value === null || value === undefined) return writeNull(at);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`);
  const bytes = openValue(8, at);
  const high = Math.floor(value / 0x1_0000_0000);
  view.setInt32(bytes, high);
  view.setUint32(bytes + 4, value - high * 0x1_0000_0000);
  return bytes + 8;
};

export const encodeInt32: ValueEncoder<number> = (value, at) => {
  if (value === null || value === undefined) return writeNull(at);
  if ((value | 0) !== value) throw new RangeError(`${value} is not an int`);
  return writeInt32At(value, openValue(4, at));
};

export const encodeBytea: ValueEncoder<Uint8Array> = (bytes, at) => {
  if (bytes === null || bytes === undefined) return writeNull(at);
  const start = openValue(bytes.length, at);
  scratchBuffer.set(bytes, start);
  return start + bytes.length;
};

export const encodeInt16: ValueEncoder<number> = (value, at) => {
  if (value === null || value === undefined) return writeNull(at);
  if ((value << 16) >> 16 !== value) throw new RangeError(`${value} is not a smallint`);
  return writeInt16At(value, openValue(2, at));
};

const nibble = new Uint8Array(128).fill(255);
for (let i = 0; i < 16; i += 1) {
  nibble['0123456789abcdef'.charCodeAt(i)] = i;
  nibble['0123456789ABCDEF'.charCodeAt(i)] = i;
}

/** The offset of each byte's digits in `01234567-89ab-cdef-0123-456789abcdef`. */
const uuidDigits = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const dash = 0x2d;

const hasUuidDashes = (text: string): boolean =>
  text.charCodeAt(8) === dash &&
  text.charCodeAt(13) === dash &&
  text.charCodeAt(18) === dash &&
  text.charCodeAt(23) === dash;

export const encodeUuid: ValueEncoder<string> = (uuid, at) => {
  if (uuid === null || uuid === undefined) return writeNull(at);
  const bytes = openValue(16, at);
  let valid = uuid.length === 36 && hasUuidDashes(uuid);
  for (let i = 0; i < 16; i += 1) {
    const digitAt = uuidDigits[i] as number;
    const high = nibble[uuid.charCodeAt(digitAt)] ?? 255;
    const low = nibble[uuid.charCodeAt(digitAt + 1)] ?? 255;
    if ((high | low) > 15) valid = false;
    scratchBuffer[bytes + i] = (high << 4) | low;
  }
  if (!valid) throw new TypeError(`${uuid} is not a UUID`);
  return bytes + 16;
};

/** PostgreSQL counts microseconds since the year 2000. */
const epoch2000Ms = 946_684_800_000;

/** The rows of a batch usually share their time. */
let lastInstant: { readonly instant: Temporal.Instant; readonly microseconds: number | bigint } | undefined;

export const encodeInstant: ValueEncoder<Temporal.Instant> = (instant, at) => {
  if (instant === null || instant === undefined) return writeNull(at);
  if (lastInstant?.instant !== instant) {
    const ms = instant.epochMilliseconds;
    const nanoseconds = Number(instant.epochNanoseconds - BigInt(ms) * 1_000_000n);
    // Clocks and requests have whole microseconds. Others are rounded to the nearest, as PostgreSQL rounds the text form, but halves up.
    const rest = Math.round(nanoseconds / 1_000);
    const microseconds = (ms - epoch2000Ms) * 1_000 + rest;
    // From the year 2285 on microseconds exceed the safe integers.
    const exact = Number.isSafeInteger(microseconds) ? microseconds : BigInt(ms - epoch2000Ms) * 1_000n + BigInt(rest);
    lastInstant = { instant, microseconds: exact };
  }
  const { microseconds } = lastInstant;
  if (typeof microseconds === 'number') return encodeInt64(microseconds, at);
  const bytes = openValue(8, at);
  view.setBigInt64(bytes, microseconds);
  return bytes + 8;
};

export const encodeBoolean: ValueEncoder<boolean> = (value, at) => {
  if (value === null || value === undefined) return writeNull(at);
  const bytes = openValue(1, at);
  scratchBuffer[bytes] = value ? 1 : 0;
  return bytes + 1;
};

/** Bytes given as hex digits. */
export const encodeHexBytea: ValueEncoder<string> = (hex, at) => {
  if (hex === null || hex === undefined) return writeNull(at);
  const length = hex.length / 2;
  const bytes = openValue(length, at);
  if (scratchBuffer.write(hex, bytes, 'hex') !== length)
    throw new TypeError('bytes must be an even number of hex digits');
  return bytes + length;
};

const msPerDay = 86_400_000;

/** PostgreSQL counts days since the year 2000. */
export const encodeDate: ValueEncoder<Temporal.PlainDate> = (date, at) => {
  if (date === null || date === undefined) return writeNull(at);
  const { year, month, day } = date;
  return writeInt32At((utcStartOfDayMs(year, month, day) - epoch2000Ms) / msPerDay, openValue(4, at));
};

/** Dimensions, NULL flag, element type, length, lower bound: four bytes each. */
const headerBytes = 20;

/**
 * Writes one column of the rows as a PostgreSQL array into the scratch buffer at position `at`, without the length of the parameter.
 * Returns the position after it.
 */
export function encodeColumnAsArray<Row, Value>(
  type: PgType<Value>,
  rows: readonly Row[],
  pick: ColumnGetter<Row, Value>,
  at: number,
): number {
  reserveScratch(at, headerBytes);
  let end = at + headerBytes;
  let hasNull = 0;
  for (const row of rows) {
    const value = pick(row);
    if (value === null || value === undefined) hasNull = 1;
    end = type.write(value, end);
  }
  // An empty array has no dimensions.
  view.setInt32(at, rows.length === 0 ? 0 : 1);
  view.setInt32(at + 4, hasNull);
  view.setInt32(at + 8, type.oid);
  view.setInt32(at + 12, rows.length);
  view.setInt32(at + 16, 1);
  return rows.length === 0 ? at + 12 : end;
}

export const textType: PgType<string> = { oid: 25, write: encodeText };

export const encodeTextArray: ValueEncoder<readonly string[]> = (texts, at) => {
  if (texts === null || texts === undefined) return writeNull(at);
  const end = encodeColumnAsArray(textType, texts, (text) => text, at + lengthBytes);
  writeInt32At(end - at - lengthBytes, at);
  return end;
};
