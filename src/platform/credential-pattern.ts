/**
 * The pattern of generated passwords and tokens. It is recognizable in any text, so that misplaced credentials are
 * redacted before anything is stored or logged (decision 5).
 */

const credentialPattern = /dr[pt]_(?:live|test)_[0-9A-Za-z]{20,}/g;

/**
 * Whether the text contains more than `expected` generated passwords and tokens, the number that it may have where they
 * belong. Cheap for texts without any.
 */
export function hasMoreCredentialsThan(text: string, expected: number): boolean {
  if (!text.includes('drp_') && !text.includes('drt_')) return false;
  let found = 0;
  // Matches are read one at a time: a text of 5 MiB can hold 170,000.
  for (const _ of text.matchAll(credentialPattern)) {
    found += 1;
    if (found > expected) return true;
  }
  return false;
}

/** The text with `[credential]` in the place of every credential. */
export function redactCredentials(text: string): string {
  return text.includes('dr') ? text.replaceAll(credentialPattern, '[credential]') : text;
}
