/** The query of an address: plain words instead of JSON, so that an address can be read, typed and shared. */
export type SearchParams = Readonly<Record<string, string | undefined>>;

export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** A list in the address: `WOX01,APC01`. */
export const splitCommaSeparated = (text: string | undefined): string[] =>
  text ? text.split(',').filter((part) => part !== '') : [];
