/** Reads fields out of an answer of which only the carrier knows the form. Pure: what is missing or of another type is absent. */

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A list; some interfaces write a list of one as the one. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** A text, numbers written out; `''` for all else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** Degrees, also where they are written as text; `undefined` for all else. */
export function degreesOf(value: unknown, most: number): number | undefined {
  const text = textOf(value);
  const degrees = Number(text);
  return text !== '' && Math.abs(degrees) <= most ? degrees : undefined;
}
