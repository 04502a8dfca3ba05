/**
 * Arrays as PostgreSQL receives them in binary: one parameter for a column of many rows. For the statements of the hot
 * path that read or change rows (new rows go by `copy.ts`); elsewhere plain arrays do, which the driver sends as text. A
 * statement names the element type (`$1::text[]`) and PostgreSQL refuses an array of another.
 *
 * Each function reads one column out of `rows`; undefined and null are NULL.
 */
import { type BinaryType, type Column, copyOut, types, writeArray } from './binary.ts';

const arrayOf =
  <Value>(type: BinaryType<Value>) =>
  <Row>(rows: readonly Row[], pick: Column<Row, Value>): Buffer =>
    copyOut(writeArray(type, rows, pick, 0));

export const texts = arrayOf(types.text);
/** The texts are JSON already. */
export const jsons = arrayOf(types.json);
/** The texts are JSON already. */
export const jsonbs = arrayOf(types.jsonb);
export const uuids = arrayOf(types.uuid);
/** @throws RangeError beyond the whole numbers that JavaScript keeps exactly */
export const bigints = arrayOf(types.bigint);
/** @throws RangeError for what is no smallint */
export const smallints = arrayOf(types.smallint);
export const booleans = arrayOf(types.boolean);
export const instants = arrayOf(types.instant);
