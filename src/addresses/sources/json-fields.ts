/** Reads fields of untyped carrier replies. Pure: fields that are missing or have another type count as absent. */
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';

/** A JSON object; `{}` for other types. */
export function coerceJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A list; some APIs send a single element instead of a list of one. */
export function coerceJsonList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** A text without spaces around it, a number as text; `''` for other types. */
export function coerceJsonText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** Degrees as a number or numeric text; `undefined` otherwise. */
export function coerceJsonDegrees(value: unknown, most: number): number | undefined {
  const text = coerceJsonText(value);
  const degrees = Number(text);
  return text !== '' && Math.abs(degrees) <= most ? degrees : undefined;
}
