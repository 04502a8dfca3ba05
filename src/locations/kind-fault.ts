/** When a location keeps its kind. Pure. */
import type { LocationUse } from './list-locations.ts';
import type { Location } from './location.ts';

interface Uses {
  /** Undefined: it is not used. */
  readonly use: LocationUse | undefined;
  /** What stands in it, when it is a tote (`readToteContentsTexts`); undefined: nothing. */
  readonly toteContents: string | undefined;
}

/** Why a location cannot change to the given kind, as sentences without the last period; undefined when it can. */
export function describeLocationKindChangeFault(
  { location, kind }: Pick<Location, 'location' | 'kind'>,
  { use, toteContents }: Uses,
): string | undefined {
  if (kind !== 'tote' && toteContents !== undefined) return `${location} stays a tote: ${toteContents}`;
  if (kind === 'tote' && use?.hasContents) {
    return `${location} does not become a tote: items lie in it or belong there. Remove them first`;
  }
  // At the end of the count, the found units are saved as its contents.
  if (kind === 'tote' && use?.isBeingCounted) {
    return `${location} does not become a tote: it is being counted. Finish or cancel its counts first`;
  }
  if (kind !== 'pick' && use?.hasRule) return `${location} stays a pick face: a rule fills it. Remove the rule first`;
  return undefined;
}
