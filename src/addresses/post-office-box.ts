/** Detects post office boxes in address lines. Pure. */
import { standardStreetLine } from './street-line.ts';

/** A cheap prefilter, because this check runs for every order: only matching lines are parsed. */
const boxLike = /bo?x|p\W*o\b|pob|drawer|caller|\bbin\b|apartado|apdo/i;

export function namesPostOfficeBox(text: string | null | undefined): boolean {
  return typeof text === 'string' && boxLike.test(text) && standardStreetLine(text).kind === 'post office box';
}
