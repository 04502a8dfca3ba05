/** When a location keeps its kind. Pure. */
import type { LocationUse } from './list-locations.ts';
import type { Location } from './location.ts';

interface Uses {
  /** Undefined when it is not used. */
  readonly use: LocationUse | undefined;
  /** What stands in it, when it is a tote (`readToteContents`). */
  readonly toteContents: string | undefined;
}

/** Why a location does not change to this kind; undefined: it does. */
export function locationKindFault(
  { location, kind }: Pick<Location, 'location' | 'kind'>,
  { use, toteContents }: Uses,
): string | undefined {
  if (kind !== 'tote' && toteContents !== undefined) return `${location} stays a tote: ${toteContents}`;
  if (kind === 'tote' && use?.hasContents) {
    return `${location} does not become a tote: items lie in it or belong there. Remove them first`;
  }
  if (kind !== 'pick' && use?.hasRule) return `${location} stays a pick face: a rule fills it. Remove the rule first`;
  return undefined;
}

/** A text that the weight field of a packing station takes for a weight in pounds. */
export const isWeightText = (code: string): boolean =>
  /^\d{1,3}(\.\d{0,2})?$/.test(code) && Number(code) >= 0.1 && Number(code) <= 150;

/** Why a tote cannot have this code; undefined: it can, or it is a tote already. */
export function toteCodeFault(
  { location, kind }: Pick<Location, 'location' | 'kind'>,
  before: Pick<Location, 'kind'> | undefined,
): string | undefined {
  if (kind !== 'tote' || before?.kind === 'tote' || !isWeightText(location)) return undefined;
  return `${location} is no code for a tote: a packing station reads its scan as a weight. Use a code with a letter, such as T${location}`;
}
