/** Reads fields of untrusted JSON: each may be missing or of another type. */
import { isJsonObject, type JsonObject } from '../../lib/json-object.ts';

/** The value as a JSON object; undefined when it is anything else. */
export const asJsonObject = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);

/** Reads a string field, with NUL characters, which PostgreSQL does not store, as spaces; '' when it is absent or not a string. */
export function readStringField(fields: JsonObject | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value.replaceAll('\0', ' ') : '';
}

/** Reads the objects of a list field, without its other values; empty when the field is absent or not a list. */
export function readObjectListField(fields: JsonObject | undefined, name: string): JsonObject[] {
  const value = fields?.[name];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Reads a finite number, also when it is written as text; undefined for anything else. */
export function readNumberField(fields: JsonObject | undefined, name: string): number | undefined {
  const value = fields?.[name];
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Reads the date of a date or date-time as written, without a time zone conversion; undefined when there is none. */
export function readDateField(fields: JsonObject | undefined, name: string): Temporal.PlainDate | undefined {
  const match = /^\d{4}-\d{2}-\d{2}/.exec(readStringField(fields, name));
  if (!match) return undefined;
  try {
    return Temporal.PlainDate.from(match[0]);
  } catch {
    return undefined;
  }
}

/** Reads a date-time with its offset, truncated to microseconds, which are stored; undefined for anything else. */
export function readInstantField(fields: JsonObject | undefined, name: string): Temporal.Instant | undefined {
  try {
    const instant = Temporal.Instant.from(readStringField(fields, name));
    return instant.round({ smallestUnit: 'microsecond', roundingMode: 'floor' });
  } catch {
    return undefined;
  }
}
