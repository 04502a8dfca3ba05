import { cutText } from './cut-text.ts';

/** A caller's text in a sentence of ours: quoted, and cut where it is long. Pure. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${cutText(text, 40)}…` : text);
}
