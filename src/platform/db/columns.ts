/**
 * The types of columns. Each combines a PostgreSQL type, the TypeScript type of its values, and how a value is sent and
 * read; `table.ts` derives statements from them.
 */
import {
  encodeBoolean,
  encodeBytea,
  encodeDate,
  encodeHexBytea,
  encodeInstant,
  encodeInt16,
  encodeInt32,
  encodeInt64,
  encodeJsonb,
  encodeText,
  encodeTextArray,
  encodeUuid,
  type ValueEncoder,
} from './binary.ts';
import { formatPgTemporal } from './temporal-text.ts';

export interface Column<Value, Optional extends boolean = boolean> {
  /** Its name; by default that of the property in snake_case. */
  readonly name?: string;
  readonly sqlType: string;
  /** Type of the elements of a parameter array: `sqlType`, or `text` for values that are sent as text and cast. */
  readonly elementType: string;
  /** Object id of `elementType`, fixed in the catalog of PostgreSQL. */
  readonly oid: number;
  /** Writes an element, in binary. */
  write(value: Value | null | undefined, at: number): number;
  /** Writes a value of a copied row, in binary; absent for types that are not copied. */
  writeCopied?(value: Value | null | undefined, at: number): number;
  /**
   * The SQL function that casts an element to `sqlType`; by default `::` does. Where tables are distributed it must be
   * immutable.
   */
  readonly cast?: string;
  /** Converts the driver's value; absent when no conversion is needed. */
  read?(stored: unknown): Value;
  /** Whether the column can be NULL, which is `undefined` in a row. */
  readonly isOptional: Optional;
}

type RequiredColumn<Value> = Column<Value, false>;

function binary<Value>(sqlType: string, oid: number, write: ValueEncoder<Value>): RequiredColumn<Value> {
  return { sqlType, elementType: sqlType, oid, write, writeCopied: write, isOptional: false };
}

const textOid = 25;

/** Sent as text in arrays, and cast to its type in the statement. */
function asText<Value>(
  sqlType: string,
  toText: (value: Value) => string,
  more: Pick<RequiredColumn<Value>, 'writeCopied' | 'read' | 'cast'> = {},
): RequiredColumn<Value> {
  return {
    sqlType,
    elementType: 'text',
    oid: textOid,
    write: (value, at) => encodeText(value === null || value === undefined ? null : toText(value), at),
    ...more,
    isOptional: false,
  };
}

const toJson =
  <Value>(write: ValueEncoder<string>): ValueEncoder<Value> =>
  (value, at) =>
    write(value === null || value === undefined ? null : JSON.stringify(value), at);

const arrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** The functions that declare columns. */
export const column = {
  text: <Value extends string = string>() => binary<Value>('text', textOid, encodeText),
  uuid: () => binary<string>('uuid', 2950, encodeUuid),
  /** Throws a RangeError beyond the whole numbers that JavaScript represents exactly. */
  bigint: () => binary<number>('bigint', 20, encodeInt64),
  /** Throws a RangeError outside its 32 bits. */
  int: () => binary<number>('int', 23, encodeInt32),
  /** Throws a RangeError outside its 16 bits. */
  smallint: <Value extends number = number>() => binary<Value>('smallint', 21, encodeInt16),
  double: () => asText<number>('double precision', String),
  boolean: () => binary<boolean>('boolean', 16, encodeBoolean),
  instant: () => binary<Temporal.Instant>('timestamptz', 1184, encodeInstant),
  date: () => binary<Temporal.PlainDate>('date', 1082, encodeDate),
  json: <Value>() => binary<Value>('json', 114, toJson(encodeText)),
  jsonb: <Value>() => binary<Value>('jsonb', 3802, toJson(encodeJsonb)),
  bytes: () => binary<Uint8Array>('bytea', 17, encodeBytea),
  /** Bytes as hex digits. */
  hexBytes: (): RequiredColumn<string> => ({
    ...binary<string>('bytea', 17, encodeHexBytea),
    read: (stored) => (stored as Buffer).toString('hex'),
  }),
  /** An exact decimal number as text. */
  numeric: () => asText<string>('numeric', (value) => value),
  /** A numeric whose few digits a JavaScript number represents. */
  numericNumber: () => asText<number>('numeric', String, { read: Number }),
  texts: () => asText<readonly string[]>('text[]', arrayLiteral, { writeCopied: encodeTextArray, cast: 'to_texts' }),
  instants: () =>
    asText<readonly Temporal.Instant[]>('timestamptz[]', (times) => arrayLiteral(times.map(formatPgTemporal)), {
      cast: 'utc_instants',
    }),
  /** The column, NULL where the value is undefined. */
  optional: <Value>(of: RequiredColumn<Value>): Column<Value, true> => ({ ...of, isOptional: true }),
  /** The column under a name that does not follow from its property. */
  named: <Value, Optional extends boolean>(name: string, of: Column<Value, Optional>): Column<Value, Optional> => ({
    ...of,
    name,
  }),
};

/** Columns by the property that holds their value. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

type OptionalNames<C extends Columns> = {
  [Name in keyof C]: C[Name] extends Column<unknown, true> ? Name : never;
}[keyof C];

type ValueOf<C> = C extends Column<infer Value> ? Value : never;

/** A row as it is read: undefined where it is NULL. */
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: ValueOf<C[Name]> | (Name extends OptionalNames<C> ? undefined : never);
};

/** A row as it is written: optional columns may be missing. */
export type NewRowOf<C extends Columns> = {
  readonly [Name in Exclude<keyof C, OptionalNames<C>>]: ValueOf<C[Name]>;
} & { readonly [Name in OptionalNames<C>]?: ValueOf<C[Name]> | undefined };

/** The name of a column in the database. */
export const columnName = (columns: Columns, property: string): string =>
  columns[property]?.name ?? property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
