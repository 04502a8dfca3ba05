/** Reads fields of untyped carrier replies. Pure: fields that are missing or have another type count as absent. */
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';

export function jsonFieldsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A list; some APIs send a single element instead of a list of one. */
export function jsonListOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** A text, with numbers converted; `''` for other types. */
export function jsonTextOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** Degrees as a number or numeric text; `undefined` otherwise. */
export function jsonDegreesOf(value: unknown, most: number): number | undefined {
  const text = jsonTextOf(value);
  const degrees = Number(text);
  return text !== '' && Math.abs(degrees) <= most ? degrees : undefined;
}
