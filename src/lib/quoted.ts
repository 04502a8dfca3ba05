/** A caller's text in a sentence of ours. Pure. */
import { cutText } from './cut-text.ts';

/** Quoted, and cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${cutText(text, 40)}…` : text);
}
