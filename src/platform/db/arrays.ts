/**
 * Binary parameter arrays for statements that are not derived from a table descriptor: one parameter for a column of many
 * rows. The statement names the element type (`$1::text[]`); PostgreSQL rejects an array of another type.
 *
 * Each function reads one column of `rows`; undefined and null are NULL.
 */
import { type ColumnGetter, copyScratch, type PgType, pgTypes, writeArray } from './binary.ts';

const arrayOf =
  <Value>(type: PgType<Value>) =>
  <Row>(rows: readonly Row[], pick: ColumnGetter<Row, Value>): Buffer =>
    copyScratch(writeArray(type, rows, pick, 0));

export const textArray = arrayOf(pgTypes.text);
/** @throws RangeError for numbers that are not safe integers */
export const bigintArray = arrayOf(pgTypes.bigint);
/** @throws RangeError for numbers that are not smallints */
export const smallintArray = arrayOf(pgTypes.smallint);
export const booleanArray = arrayOf(pgTypes.boolean);
export const instantArray = arrayOf(pgTypes.instant);
