/** Which codes a tote may have. Pure. */
import { parseBoxWeightLb } from '../contract/entry-limits.ts';
import type { Location } from './location.ts';

/** A text that the weight field of a packing station takes for a weight in pounds. */
export const isWeightText = (code: string): boolean => parseBoxWeightLb(code) !== undefined;

/** Why a location cannot become a tote with this code; undefined: it can, is one already, or is of another kind. */
export function describeToteCodeFault(
  { location, kind }: Pick<Location, 'location' | 'kind'>,
  before: Pick<Location, 'kind'> | undefined,
): string | undefined {
  if (kind !== 'tote' || before?.kind === 'tote' || !isWeightText(location)) return undefined;
  return `${location} is no code for a tote: a packing station reads its scan as a weight. Use a code with a letter, such as T${location}`;
}
