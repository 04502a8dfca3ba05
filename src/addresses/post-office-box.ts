/** Whether a line of an address names a post office box. Pure. */
import { standardStreetLine } from './street-line.ts';

/** Only what looks like a box is read as a street line: this is asked for every order. */
const boxLike = /bo?x|p\W*o\b|pob|drawer|caller|\bbin\b|apartado|apdo/i;

export function namesPostOfficeBox(text: string | null | undefined): boolean {
  return typeof text === 'string' && boxLike.test(text) && standardStreetLine(text).kind === 'post office box';
}
