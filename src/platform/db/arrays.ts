/**
 * Binary parameter arrays for statements that are not derived from a table descriptor: one parameter for a column of many
 * rows. The statement names the element type (`$1::text[]`); PostgreSQL rejects an array of another type.
 *
 * Each function reads one column of `rows`; undefined and null are NULL.
 */
import {
  type ColumnGetter,
  copyScratchBytes,
  encodeBoolean,
  encodeColumnAsArray,
  encodeInt64,
  type PgType,
  textType,
} from './binary.ts';

const arrayOf =
  <Value>(type: PgType<Value>) =>
  <Row>(rows: readonly Row[], pick: ColumnGetter<Row, Value>): Buffer =>
    copyScratchBytes(encodeColumnAsArray(type, rows, pick, 0));

/** Encodes one column of the rows as a parameter of the type `text[]`. */
export const encodeTextArrayParameter = arrayOf(textType);
/** @throws RangeError for numbers that are not safe integers */
export const encodeBigintArrayParameter = arrayOf({ oid: 20, write: encodeInt64 });
export const encodeBooleanArrayParameter = arrayOf({ oid: 16, write: encodeBoolean });
