/** Quotes caller texts in messages. Pure. */
import { truncate } from './text.ts';

/** The text in double quotes, escaped as in JSON; of more than 40 characters the first 40 and `…`. */
export function quoteTruncated(text: string): string {
  return JSON.stringify(text.length > 40 ? `${truncate(text, 40)}…` : text);
}
