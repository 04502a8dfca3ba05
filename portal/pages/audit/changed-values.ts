/** The values of an audit entry as a person reads them. Pure. */

interface ChangedValue {
  /** `Rate limit · Per second` */
  readonly name: string;
  /** Undefined where there was none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The values that differ, in the order of the later state; all values of something that was created or removed. */
export function changedValues(before: unknown, after: unknown): readonly ChangedValue[] {
  const [old, current] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...current.keys(), ...old.keys()])]
    .map((name) => ({ name, before: old.get(name), after: current.get(name) }))
    .filter((value) => value.before !== value.after);
}

/** The single values by name, also those in groups and lists. Empty values are left out. */
function valuesOf(value: unknown, name = ''): Map<string, string> {
  const text = textOf(value);
  if (text !== undefined) return new Map(text === '' ? [] : [[name === '' ? 'Value' : name, text]]);
  const entries = Array.isArray(value)
    ? value.map((each, at): [string, unknown] => [String(at + 1), each])
    : Object.entries(value as object);
  const inner = entries.flatMap(([key, each]) => [
    ...valuesOf(each, name === '' ? inWords(key) : `${name} · ${inWords(key)}`),
  ]);
  return new Map(inner);
}

/** The text of a single value, or of a list of them; undefined for a group of values. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  if (!Array.isArray(value)) return undefined;
  const texts = value.map(textOf);
  return texts.every((text) => text !== undefined) ? texts.join(', ') : undefined;
}

/** `Rate limit` of `RateLimit`, `rateLimit` and `rate_limit`; `API users` of `APIUsers`. */
function inWords(key: string): string {
  const words = key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.replace(/^./, (letter) => letter.toUpperCase());
}
