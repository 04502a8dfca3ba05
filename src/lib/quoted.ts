/** Quotes caller texts in messages. Pure. */
import { truncate } from './text.ts';

/** Quotes a text and truncates it if it is long. */
export function quoteTruncated(text: string): string {
  return JSON.stringify(text.length > 40 ? `${truncate(text, 40)}…` : text);
}
