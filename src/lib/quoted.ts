/** A caller's text in a sentence of ours. Pure. */
import { truncate } from './text.ts';

/** Quoted, and cut where it is long. */
export function quoteTruncated(text: string): string {
  return JSON.stringify(text.length > 40 ? `${truncate(text, 40)}…` : text);
}
