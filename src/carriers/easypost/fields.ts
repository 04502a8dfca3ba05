/** Reading what somebody else has written: every field may be missing or of another kind. Pure. */

export type Fields = Readonly<Record<string, unknown>>;

/** An object's fields; undefined for anything else. */
export function asObject(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** '' where there is none. */
export function stringOf(fields: Fields | undefined, name: string): string {
  const value = fields?.[name];
  return typeof value === 'string' ? value : '';
}

/** The objects of a list; none where it is no list. */
export function objectsOf(fields: Fields | undefined, name: string): Fields[] {
  const value = fields?.[name];
  return Array.isArray(value) ? value.map(asObject).filter((member) => member !== undefined) : [];
}

/** A number, also where it is written as text. */
export function numberOf(fields: Fields | undefined, name: string): number | undefined {
  const value = fields?.[name];
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The day of a date or date-time as it is written, without moving it to another time zone. */
export function dateOf(fields: Fields | undefined, name: string): Temporal.PlainDate | undefined {
  const match = /^\d{4}-\d{2}-\d{2}/.exec(stringOf(fields, name));
  if (!match) return undefined;
  try {
    return Temporal.PlainDate.from(match[0]);
  } catch {
    return undefined;
  }
}

/** The most that we wait because somebody says so; then we ask whether it still holds. */
const maxWaitSeconds = 60 * 60;

/** What `Retry-After` says, in seconds: a number of them, or a time. Undefined where it says nothing that can be read. */
export function retryAfterSeconds(header: unknown, nowMs = Date.now()): number | undefined {
  const text = typeof header === 'string' ? header.trim() : '';
  if (!/^(\d+|[A-Za-z]{3,9}, .*GMT)$/.test(text)) return undefined;
  const seconds = /^\d/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - nowMs) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxWaitSeconds) : undefined;
}

export function instantOf(fields: Fields | undefined, name: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(stringOf(fields, name));
  } catch {
    return undefined;
  }
}
