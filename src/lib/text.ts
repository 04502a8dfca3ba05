/**
 * The first `most` UTF-16 units of a text, for what is kept of callers' words. Half of a character becomes U+FFFD: as
 * it stands PostgreSQL takes it for `json`, but cannot read it as text or `jsonb`. Pure.
 */
export function truncate(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed();
}
