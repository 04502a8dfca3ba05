/**
 * Arrays as PostgreSQL receives them in binary: one parameter for a column of many rows.
 *
 * As text each element is escaped here and parsed there character by character, which for documents costs more than
 * writing them. In binary both sides copy. For the statements of the hot path; elsewhere plain arrays do, which the
 * driver sends as text. A statement names the element type (`$1::text[]`) and PostgreSQL refuses an array of another.
 *
 * Each function reads one column out of `rows`; undefined and null are NULL.
 */

/** Reads the column of one row. */
type Column<Row, Value> = (row: Row) => Value | null | undefined;

/** Object ids of the element types, fixed in PostgreSQL's catalogue. */
const oid = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  json: 114,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
} as const;

/** Dimensions, whether it holds NULL, element type, length, lower bound: four bytes each. */
const headerBytes = 20;

let scratch = Buffer.allocUnsafe(64 * 1024);

/** Makes room for `more` bytes behind `used`. */
function reserve(used: number, more: number): void {
  if (used + more <= scratch.length) return;
  const larger = Buffer.allocUnsafe(2 * (used + more));
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
}

/** Writes one value behind `at` and answers where it ends; room for what it needs is its own to `reserve`. */
type Write<Value> = (value: Value, at: number) => number;

function encode<Row, Value>(
  elementType: number,
  rows: readonly Row[],
  pick: Column<Row, Value>,
  write: Write<Value>,
): Buffer {
  let at = headerBytes;
  let hasNull = 0;
  for (const row of rows) {
    const value = pick(row);
    reserve(at, 4);
    if (value === null || value === undefined) {
      hasNull = 1;
      scratch.writeInt32BE(-1, at);
      at += 4;
      continue;
    }
    const end = write(value, at + 4);
    scratch.writeInt32BE(end - at - 4, at);
    at = end;
  }
  // An empty array has no dimension at all.
  scratch.writeInt32BE(rows.length === 0 ? 0 : 1, 0);
  scratch.writeInt32BE(hasNull, 4);
  scratch.writeInt32BE(elementType, 8);
  scratch.writeInt32BE(rows.length, 12);
  scratch.writeInt32BE(1, 16);
  const length = rows.length === 0 ? 12 : at;
  const array = Buffer.allocUnsafe(length);
  scratch.copy(array, 0, 0, length);
  return array;
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

const writeUuid: Write<string> = (uuid, at) => {
  reserve(at, 16);
  let digits = 0;
  let high = 0;
  for (let i = 0; i < uuid.length; i += 1) {
    const unit = uuid.charCodeAt(i);
    if (unit === 0x2d) continue;
    const value = nibble[unit] ?? 255;
    if (value === 255 || digits === 32) throw new TypeError(`${uuid} is no UUID`);
    if (digits % 2 === 0) high = value;
    else scratch[at + (digits >> 1)] = (high << 4) | value;
    digits += 1;
  }
  if (digits !== 32) throw new TypeError(`${uuid} is no UUID`);
  return at + 16;
};

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

export const texts = <Row>(rows: readonly Row[], pick: Column<Row, string>): Buffer =>
  encode(oid.text, rows, pick, writeText);

/** The texts are JSON already. */
export const jsons = <Row>(rows: readonly Row[], pick: Column<Row, string>): Buffer =>
  encode(oid.json, rows, pick, writeText);

/** The texts are JSON already. */
export const jsonbs = <Row>(rows: readonly Row[], pick: Column<Row, string>): Buffer =>
  encode(oid.jsonb, rows, pick, (text, at) => {
    reserve(at, 1);
    // The version of the format.
    scratch[at] = 1;
    return writeText(text, at + 1);
  });

export const uuids = <Row>(rows: readonly Row[], pick: Column<Row, string>): Buffer =>
  encode(oid.uuid, rows, pick, writeUuid);

/** @throws RangeError beyond the whole numbers that JavaScript keeps exactly */
export const bigints = <Row>(rows: readonly Row[], pick: Column<Row, number>): Buffer =>
  encode(oid.int8, rows, pick, writeInt64);

const writeInt32 = writeFixed(4, (value, at) => scratch.writeInt32BE(value, at));
const writeInt16 = writeFixed(2, (value, at) => scratch.writeInt16BE(value, at));

export const ints = <Row>(rows: readonly Row[], pick: Column<Row, number>): Buffer =>
  encode(oid.int4, rows, pick, writeInt32);

export const smallints = <Row>(rows: readonly Row[], pick: Column<Row, number>): Buffer =>
  encode(oid.int2, rows, pick, writeInt16);

export const booleans = <Row>(rows: readonly Row[], pick: Column<Row, boolean>): Buffer =>
  encode(oid.bool, rows, pick, (value, at) => {
    reserve(at, 1);
    scratch[at] = value ? 1 : 0;
    return at + 1;
  });

export const instants = <Row>(rows: readonly Row[], pick: Column<Row, Temporal.Instant>): Buffer =>
  encode(oid.timestamptz, rows, pick, writeInstant);

export const byteas = <Row>(rows: readonly Row[], pick: Column<Row, Uint8Array>): Buffer =>
  encode(oid.bytea, rows, pick, (bytes, at) => {
    reserve(at, bytes.length);
    scratch.set(bytes, at);
    return at + bytes.length;
  });
