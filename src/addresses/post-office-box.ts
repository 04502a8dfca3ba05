/** Detects post office boxes in address lines. Pure. */
import { type StreetLine, type StreetLineKind, standardizeStreetLine } from './street-line.ts';

/** A cheap prefilter, because this check runs for every order: only addresses with a matching line are parsed. */
const boxLike = /bo?x|p\W*[o0]\b|pob|drawer|caller|\bbin\b|apartado|apdo|casilla/i;

const locations: ReadonlySet<StreetLineKind> = new Set([
  'street',
  'rural route',
  'highway contract route',
  'military',
  'general delivery',
]);

/**
 * Whether the lines of one address are a post office box. `Box 12` alone is one; after `100 Main St` it is a mailbox at
 * that address.
 */
export function isPostOfficeBox(lines: readonly (string | null | undefined)[]): boolean {
  if (!lines.some((line) => typeof line === 'string' && boxLike.test(line))) return false;
  return areStandardizedLinesPostOfficeBox(lines.map((line) => standardizeStreetLine(line ?? '')));
}

/** Like `isPostOfficeBox`, for lines that are already standardized. */
export function areStandardizedLinesPostOfficeBox(lines: readonly StreetLine[]): boolean {
  if (lines.some(({ kind }) => kind === 'post office box')) return true;
  return lines.some(({ kind }) => kind === 'box') && !lines.some((line) => locations.has(line.kind) && line.hasNumber);
}
