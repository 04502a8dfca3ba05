/**
 * Truncates a text to `maxLength` UTF-16 units. A split surrogate pair becomes U+FFFD: PostgreSQL would accept a lone
 * surrogate as `json` but could not convert it to text or `jsonb`. Pure.
 */
export function truncate(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed();
}

/** Formats a count with its noun: `1 row`, `2 rows`. Only for nouns whose plural adds -s. */
export function formatCountWithNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
