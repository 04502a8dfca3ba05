/**
 * Arrays as PostgreSQL receives them in binary: one parameter for a column of many rows. For the statements of the hot
 * path that read or change rows (new rows go by `copy.ts`); elsewhere plain arrays do, which the driver sends as text. A
 * statement names the element type (`$1::text[]`) and PostgreSQL refuses an array of another.
 *
 * Each function reads one column out of `rows`; undefined and null are NULL.
 */
import { type ColumnGetter, copyScratch, type PgType, pgTypes, writeArray } from './binary.ts';

const arrayOf =
  <Value>(type: PgType<Value>) =>
  <Row>(rows: readonly Row[], pick: ColumnGetter<Row, Value>): Buffer =>
    copyScratch(writeArray(type, rows, pick, 0));

export const texts = arrayOf(pgTypes.text);
/** The texts are JSON already. */
export const jsons = arrayOf(pgTypes.json);
/** The texts are JSON already. */
export const jsonbs = arrayOf(pgTypes.jsonb);
export const uuids = arrayOf(pgTypes.uuid);
/** @throws RangeError beyond the whole numbers that JavaScript keeps exactly */
export const bigints = arrayOf(pgTypes.bigint);
/** @throws RangeError for what is no smallint */
export const smallints = arrayOf(pgTypes.smallint);
export const booleans = arrayOf(pgTypes.boolean);
export const instants = arrayOf(pgTypes.instant);
